/**
 * Tracks the update or deletion in flight for each object. A create that finds an object with its natural key waits for it:
 * the write may release the key.
 */
import { unlessAborted, whenAborted } from '../../client/transport/abort';
import type { RealRuntime } from '../../client/transport/options';
import type { Declaration } from '../../schema';

/** The updates and deletions of this run. Each lasts from its first request until its last. */
export interface WritesInFlight {
  /** Runs `work`, an update or a deletion of the object. */
  run<T>(declaration: Declaration, uid: string, work: () => Promise<T>): Promise<T>;
  /**
   * Returns the first of the objects whose write has completed, successful or not. Waits up to `ms` milliseconds for a write
   * to begin, and without a limit for its end. Returns `undefined` if none begins.
   */
  nextCompleted(
    declaration: Declaration,
    uids: readonly string[],
    ms: number,
    signal: AbortSignal,
  ): Promise<string | undefined>;
}

export function createWritesInFlight({ sleep }: Pick<RealRuntime, 'sleep'>): WritesInFlight {
  /** By object. Each resolves when the write has completed. */
  const completions = new Map<string, Promise<unknown>>();
  const waiting = new Set<() => void>();
  const key = (declaration: Declaration, uid: string): string => `${declaration.kind} ${uid}`;

  return {
    run(declaration, uid, work) {
      const written = work();
      completions.set(key(declaration, uid), Promise.allSettled([written]));
      waiting.forEach((proceed) => proceed());
      waiting.clear();
      return written;
    },
    async nextCompleted(declaration, uids, ms, signal) {
      const stop = new AbortController();
      const stopListening = whenAborted(signal, (reason) => stop.abort(reason));
      const over = sleep(ms, stop.signal).then(() => 'over');
      over.catch(() => undefined);
      try {
        for (;;) {
          const begun = uids.flatMap((uid) => {
            const completion = completions.get(key(declaration, uid));
            return completion === undefined ? [] : [completion.then(() => uid)];
          });
          if (begun.length > 0) return await unlessAborted(Promise.race(begun), signal);
          const another = new Promise<'another'>((resolve) => waiting.add(() => resolve('another')));
          if ((await Promise.race([over, another])) === 'over') return undefined;
        }
      } finally {
        stopListening();
        stop.abort();
      }
    },
  };
}
