/** Runs work once for all callers that wait for it. */
import { unlessAborted } from './abort';

/**
 * Returns a function that starts `work` at its first call, and returns the same result to every caller. The signal of a caller
 * ends only its own wait. Work that nobody waits for any longer is aborted, and the next call starts it again.
 */
export function shareWork<T>(work: (signal: AbortSignal) => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let current: ReturnType<typeof start> | undefined;

  function start() {
    const stop = new AbortController();
    const shared = { done: work(stop.signal), stop, waiting: 0, isOver: false };
    const end = (): void => void (shared.isOver = true);
    shared.done.then(end, end);
    return shared;
  }

  return async (signal) => {
    const shared = (current ??= start());
    shared.waiting++;
    try {
      return await unlessAborted(shared.done, signal);
    } finally {
      if (--shared.waiting === 0 && !shared.isOver) {
        shared.stop.abort();
        if (current === shared) current = undefined;
      }
    }
  };
}
