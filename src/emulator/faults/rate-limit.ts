/** A rate limit, as a token bucket. Contract E5, F3. */

export interface RateLimit {
  /** Returns 0 if the request is within the limit; otherwise the seconds after which the next one is. */
  retryAfterSeconds(): number;
}

export function createRateLimit(requestsPerSecond: number, burst: number, clock: () => Date): RateLimit {
  let available = burst;
  let filledAt = clock().getTime();
  return {
    retryAfterSeconds: () => {
      const now = clock().getTime();
      available = Math.min(burst, available + ((now - filledAt) / 1000) * requestsPerSecond);
      filledAt = now;
      if (available >= 1) {
        available -= 1;
        return 0;
      }
      // `Retry-After` contains whole seconds.
      return Math.ceil((1 - available) / requestsPerSecond);
    },
  };
}
