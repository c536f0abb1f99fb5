/** Limits the retries of all calls of a client together. */
import type { ApiError } from '../errors/api-error';

/** Limits the retries while a service is down: a thousand calls must not all use their full number of retries. */
export interface RetryBudget {
  /** Returns true if another retry is allowed, and counts it. A retry after a full time limit costs more. */
  spend(failure: Pick<ApiError, 'code'>): boolean;
  /** Records a successful call. */
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
