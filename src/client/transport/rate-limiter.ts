/**
 * Limits requests: the number of concurrent ones, the number per second, and none during a pause that the service
 * requests.
 */
import { whenAborted } from './abort';
import type { RealRuntime } from './options';

export interface RateLimiter {
  /** Runs `send` when the limits allow it. Rejects with the reason of the signal if it is aborted before. */
  take<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T>;
  /** Sends nothing more for `ms` milliseconds. */
  pause(ms: number): void;
}

/** More requests would wait in the queue of the service, while their time limits run. */
const MAX_CONCURRENT = 32;

/** Creates a rate limiter. Throws a `TypeError` for a rate that allows no request. */
export function createRateLimiter(
  requestsPerSecond: number | undefined,
  { clock, sleep }: Pick<RealRuntime, 'clock' | 'sleep'>,
): RateLimiter {
  if (requestsPerSecond !== undefined && !(requestsPerSecond > 0))
    throw new TypeError(`requestsPerSecond must be more than 0 (it is ${requestsPerSecond}). Omit it for no limit.`);
  const gapMs = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
  const semaphore = createSemaphore(MAX_CONCURRENT);
  let nextAt = 0;
  let pausedUntil = 0;
  return {
    async take(signal, send) {
      await semaphore.acquire(signal);
      try {
        const at = Math.max(clock(), nextAt);
        nextAt = at + gapMs;
        // A pause can begin, or grow, during the wait.
        for (;;) {
          const wait = Math.max(at, pausedUntil) - clock();
          if (wait <= 0) break;
          await sleep(wait, signal);
        }
        return await send();
      } finally {
        semaphore.release();
      }
    },
    pause: (ms) => void (pausedUntil = Math.max(pausedUntil, clock() + ms)),
  };
}

interface Semaphore {
  /** Rejects with the reason of the signal if it is aborted during the wait. */
  acquire(signal: AbortSignal): Promise<void>;
  release(): void;
}

function createSemaphore(count: number): Semaphore {
  const waiting = new Set<() => void>();
  let free = count;
  return {
    async acquire(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free--;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        const proceed = (): void => {
          stopListening();
          resolve();
        };
        waiting.add(proceed);
        const stopListening = whenAborted(signal, (reason) => {
          waiting.delete(proceed);
          reject(reason);
        });
      });
    },
    release() {
      const [next] = waiting;
      if (next === undefined) {
        free++;
        return;
      }
      waiting.delete(next);
      next();
    },
  };
}
