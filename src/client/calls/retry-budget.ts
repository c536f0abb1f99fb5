/** Limits the retries of all calls of a client together. */
import type { ApiError } from '../errors/api-error';

/** Keeps a service that is down from costing each of a thousand calls its full row of retries. */
export interface RetryBudget {
  /** Returns true if one more retry may be made; counts it. One that waited its full time limit costs more. */
  spend(failure: Pick<ApiError, 'code'>): boolean;
  /** A call has succeeded. */
  earn(): void;
}

export function createRetryBudget(size = 60): RetryBudget {
  let left = size;
  return {
    spend({ code }) {
      const cost = code === 'DEADLINE_EXCEEDED' ? 5 : 1;
      if (left < cost) return false;
      left -= cost;
      return true;
    },
    earn() {
      left = Math.min(size, left + 0.5);
    },
  };
}
