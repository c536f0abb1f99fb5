/** Runs a limited amount of work at a time, and accepts a limited amount. */
import type { Work } from './integration';

export interface QueueLimits {
  /** The amount of work at a time. */
  readonly running: number;
  /** The amount of accepted work that has not begun. */
  readonly waiting: number;
  /** The time limit of each piece of work, in milliseconds. */
  readonly longestMs: number;
}

export interface WorkQueue {
  /** Accepts the work, or returns false if the queue is full or closed. */
  readonly add: (work: Work) => boolean;
  /** Rejects further work, and waits until the accepted work ends. Aborts it after the time. */
  readonly close: (withinMs: number) => Promise<void>;
}

/** Returns a queue. It logs the result of each piece of work in one line. */
export function createWorkQueue(limits: QueueLimits, log: (line: string) => void): WorkQueue {
  const waiting: Work[] = [];
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  let isClosed = false;
  const start = (): void => {
    const work = running.size < limits.running ? waiting.shift() : undefined;
    if (work === undefined) return;
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(limits.longestMs)]);
    const done: Promise<void> = Promise.resolve()
      .then(() => work.run(signal))
      .then(
        (result) => log(`${work.name}: ${result}`),
        (error: unknown) => log(`${work.name}: ${error instanceof Error ? error.message : 'an unknown error'}`),
      )
      .finally(() => {
        running.delete(done);
        start();
      });
    running.add(done);
  };
  return {
    add(work) {
      if (isClosed || waiting.length >= limits.waiting) return false;
      waiting.push(work);
      start();
      return true;
    },
    async close(withinMs) {
      isClosed = true;
      const timer = setTimeout(() => stop.abort(), withinMs);
      while (running.size > 0) await Promise.all(running);
      clearTimeout(timer);
    },
  };
}
