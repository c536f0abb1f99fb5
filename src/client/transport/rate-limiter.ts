/**
 * Limits requests: the number of concurrent ones, the number per second, and none during a pause that the service
 * requests. All requests wait in one order: for a connection, then for the rate. After a refusal (429), it keeps to a rate that
 * it learns. Without a limit, a request passes without a wait or a promise.
 */
import { whenAborted } from './abort';
import { createLearnedRate } from './learned-rate';
import type { RealRuntime } from './options';

export interface RateLimiter {
  /** Allows a request if no limit delays it and no other waits. Returns `undefined` otherwise. `release` ends the request. */
  tryTake(): Ticket | undefined;
  /**
   * Waits until the limits allow a request. Rejects with the reason of the signal if it is aborted before. `release` ends the
   * request.
   */
  take(signal: AbortSignal): Promise<Ticket>;
  release(): void;
  /** Records that the service did not refuse the request. */
  admitted(ticket: Ticket): void;
  /** Records that the service refused the request (429), and pauses for `retryAfterMs` milliseconds. */
  refused(ticket: Ticket, retryAfterMs: number | undefined): void;
  /** Returns the number of requests that the service did not refuse. */
  admissions(): number;
  /** Returns the time, in milliseconds, for which the service has refused all requests. */
  refusedForMs(): number;
  /** Returns the time until the limits allow the next request, in milliseconds. */
  waitMs(): number;
}

/** A request that the limits have allowed. */
export interface Ticket {
  readonly epoch: number;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  /** True if the rate has delayed the request. */
  readonly waited: boolean;
}

export interface RateLimits {
  /** @default no limit until the service refuses a request */
  readonly requestsPerSecond?: number | undefined;
  /** Called when no request waits any longer after the service has refused some, with the learned rate. */
  readonly slowed?: ((requestsPerSecond: number) => void) | undefined;
}

/** More requests would wait in the queue of the service, while their time limits run. */
const MAX_CONCURRENT = 32;
/** The delay of timers that the next request makes up for. Milliseconds. */
const LATE_MS = 5;
/** The longest time for which the service may refuse all requests. Milliseconds. */
export const MAX_REFUSED_MS = 2 * 60_000;

/** Creates a rate limiter. Throws a `TypeError` for a rate that allows no request. */
export function createRateLimiter(
  { requestsPerSecond, slowed }: RateLimits,
  { clock, sleep }: Pick<RealRuntime, 'clock' | 'sleep'>,
): RateLimiter {
  if (requestsPerSecond !== undefined && !(requestsPerSecond > 0))
    throw new TypeError(`requestsPerSecond must be more than 0 (it is ${requestsPerSecond}). Omit it for no limit.`);
  const learned = createLearnedRate(clock);
  const connections = createSemaphore(MAX_CONCURRENT);
  /** The first of the requests with a connection waits for the rate. */
  const first = createSemaphore(1);
  let nextAt = 0;
  let pausedUntil = 0;
  let admissions = 0;
  let refusedSince: number | undefined;
  let refusedAt = 0;
  let isReported = true;

  const gapMs = (): number => 1000 / Math.min(requestsPerSecond ?? Infinity, learned.perSecond() ?? Infinity);
  const waitMs = (): number => Math.max(0, Math.max(nextAt, pausedUntil) - clock());

  function createTicket(waited: boolean): Ticket {
    const now = clock();
    nextAt = (now - nextAt <= LATE_MS ? nextAt : now) + gapMs();
    reportRate();
    return { epoch: learned.epoch(), sentAt: now, waited };
  }

  function reportRate(): void {
    if (isReported || connections.waiting() + first.waiting() > 0) return;
    isReported = true;
    const rate = learned.perSecond();
    if (rate !== undefined) slowed?.(rate);
  }

  /** Waits for the rate. A pause can begin, or grow, during the wait. */
  async function waitForRate(signal: AbortSignal): Promise<Ticket> {
    await first.acquire(signal);
    try {
      let waited = false;
      for (let ms = waitMs(); ms > 0; ms = waitMs()) {
        await sleep(ms, signal);
        waited = true;
      }
      return createTicket(waited);
    } finally {
      first.release();
    }
  }

  const isDelayed = (): boolean => !first.isFree() || waitMs() > 0;

  return {
    tryTake: () => (isDelayed() || !connections.tryAcquire() ? undefined : createTicket(false)),
    async take(signal) {
      await connections.acquire(signal);
      if (!isDelayed()) return createTicket(false);
      try {
        return await waitForRate(signal);
      } catch (error) {
        connections.release();
        throw error;
      }
    },
    release: connections.release,
    admitted({ epoch, waited }) {
      admissions++;
      refusedSince = undefined;
      learned.admitted(epoch, waited);
    },
    refused({ epoch, sentAt }, retryAfterMs = 0) {
      const now = clock();
      if (now - refusedAt > MAX_REFUSED_MS) refusedSince = undefined;
      refusedSince ??= now;
      refusedAt = now;
      learned.refused(epoch, sentAt);
      isReported = false;
      nextAt = Math.max(nextAt, now + gapMs());
      pausedUntil = Math.max(pausedUntil, now + retryAfterMs);
    },
    admissions: () => admissions,
    refusedForMs: () => (refusedSince === undefined ? 0 : clock() - refusedSince),
    waitMs,
  };
}

interface Semaphore {
  readonly tryAcquire: () => boolean;
  /** Rejects with the reason of the signal if it is aborted during the wait. */
  readonly acquire: (signal: AbortSignal) => Promise<void>;
  readonly release: () => void;
  readonly isFree: () => boolean;
  /** Returns the number of callers that wait. */
  readonly waiting: () => number;
}

function createSemaphore(count: number): Semaphore {
  const waiting = new Set<() => void>();
  let free = count;
  const tryAcquire = (): boolean => free > 0 && free-- > 0;
  return {
    tryAcquire,
    async acquire(signal) {
      signal.throwIfAborted();
      if (tryAcquire()) return;
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
    isFree: () => free > 0,
    waiting: () => waiting.size,
  };
}
