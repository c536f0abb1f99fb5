/** A mutex with keys: work under the same key runs one after another. */
import { unlessAborted } from '../../client/transport/abort';

/** Runs work under the same key one after another, and work under different keys concurrently. */
export interface KeyedMutex {
  /** Rejects with the signal's reason, and does not start the work, if the signal is aborted while it waits. */
  run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return {
    run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      const before = last.get(key) ?? Promise.resolve();
      const mine = unlessAborted(before, signal).then(work);
      const done = Promise.allSettled([before, mine]);
      last.set(key, done);
      void done.then(() => {
        if (last.get(key) === done) last.delete(key);
      });
      return mine;
    },
  };
}
