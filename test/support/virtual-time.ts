/** Time that passes only while all work waits for it. An hour of waits takes seconds, and each run is the same. */
import { whenAborted } from '../../src/client/transport/abort';
import type { RealRuntime } from '../../src/client/transport/options';

export interface VirtualTime extends Pick<RealRuntime, 'clock' | 'sleep'> {
  /** Runs the work, which may only wait with `sleep`, or in `busy`. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** No time passes until this work is done: it waits for other things, such as cryptography in a thread. */
  busy<T>(work: () => Promise<T>): Promise<T>;
}

interface Timer {
  readonly at: number;
  readonly wake: () => void;
}

export function createVirtualTime(start = Date.parse('2026-01-02T03:04:05Z')): VirtualTime {
  let now = start;
  let busy = 0;
  const timers = new Set<Timer>();

  function wakeNext(): void {
    let first: Timer | undefined;
    for (const timer of timers) if (first === undefined || timer.at < first.at) first = timer;
    if (first === undefined) return;
    timers.delete(first);
    now = Math.max(now, first.at);
    first.wake();
  }

  return {
    clock: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        let stopListening = (): void => undefined;
        const timer: Timer = {
          at: now + ms,
          wake: () => {
            stopListening();
            resolve();
          },
        };
        timers.add(timer);
        stopListening = whenAborted(signal, (reason) => {
          timers.delete(timer);
          reject(reason);
        });
      }),
    async run(work) {
      let isDone = false;
      const result = work().finally(() => (isDone = true));
      result.catch(() => undefined);
      while (!isDone) {
        // Promises that are already settled continue first.
        await new Promise(setImmediate);
        if (busy === 0 && !isDone) wakeNext();
      }
      return result;
    },
    async busy(work) {
      busy++;
      try {
        return await work();
      } finally {
        busy--;
      }
    },
  };
}
