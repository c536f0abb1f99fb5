import type { RealEnvironment } from './options';
import { whenAborted } from './http';

/** Who may send now: so many at once, so many a second, and nobody while the service asks for a pause. */
export interface RateLimiter {
  /** Runs `send` when its turn has come. Rejects with the signal's reason if that is aborted before. */
  take<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T>;
  /** Nobody's turn comes before `ms` from now. */
  pause(ms: number): void;
}

/** More would only wait in the service's own queue, with the time limit of each already running. */
const AT_ONCE = 32;

/** Throws a `TypeError` for a rate that lets nothing through. */
export function createRateLimiter(
  requestsPerSecond: number | undefined,
  { clock, sleep }: Pick<RealEnvironment, 'clock' | 'sleep'>,
): RateLimiter {
  if (requestsPerSecond !== undefined && !(requestsPerSecond > 0))
    throw new TypeError(
      `requestsPerSecond must be more than 0 (it is ${requestsPerSecond}); without it there is no limit.`,
    );
  const gapMs = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
  const places = createPlaces(AT_ONCE);
  let nextAt = 0;
  let pausedUntil = 0;
  return {
    async take(signal, send) {
      await places.enter(signal);
      try {
        const at = Math.max(clock(), nextAt);
        nextAt = at + gapMs;
        // A pause may begin, or grow, while we wait.
        for (;;) {
          const wait = Math.max(at, pausedUntil) - clock();
          if (wait <= 0) break;
          await sleep(wait, signal);
        }
        return await send();
      } finally {
        places.leave();
      }
    },
    pause: (ms) => void (pausedUntil = Math.max(pausedUntil, clock() + ms)),
  };
}

function createPlaces(count: number): { enter(signal: AbortSignal): Promise<void>; leave(): void } {
  const waiting = new Set<() => void>();
  let free = count;
  return {
    async enter(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free--;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        const come = (): void => {
          stay();
          resolve();
        };
        waiting.add(come);
        const stay = whenAborted(signal, (reason) => {
          waiting.delete(come);
          reject(reason);
        });
      });
    },
    leave() {
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
