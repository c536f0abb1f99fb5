/** Decides how long a call is repeated that the service refuses because of too many requests (429). */
import type { ApiError } from '../errors/api-error';
import { MAX_REFUSED_MS, type RateLimiter } from '../transport/rate-limiter';

/** The number of refusals after which a call counts as the cause, if the service accepts others in the meantime. */
const MAX_REFUSALS = 10;

/** Returns true if the service refused the call without executing it, because of too many requests or a quota. */
export function isRefusal({ status, code }: Pick<ApiError, 'status' | 'code'>): boolean {
  return status === 429 || code === 'RESOURCE_EXHAUSTED';
}

/** The refusals of one call. */
export interface Refusals {
  /** Counts a refusal. Returns the reason why the call is not repeated, or `undefined` if it is. */
  count(): string | undefined;
}

/**
 * The number of refusals has no limit, because a call among many others is refused often. If the service accepts others
 * each time, it does not limit the rate: a quota of the object is used up.
 *
 * @param admissionsBefore The number of admissions before the first attempt of the call.
 */
export function createRefusals(
  limiter: Pick<RateLimiter, 'admissions' | 'refusedForMs'>,
  admissionsBefore: number,
): Refusals {
  let admissions = admissionsBefore;
  let refusals = 0;
  return {
    count() {
      if (limiter.admissions() > admissions) refusals++;
      admissions = limiter.admissions();
      if (refusals >= MAX_REFUSALS)
        return `The service refused this call ${MAX_REFUSALS} times and accepted others in the meantime. A quota is used up, or the object has a limit of its own`;
      if (limiter.refusedForMs() >= MAX_REFUSED_MS)
        return `The service refused every request for ${MAX_REFUSED_MS / 1000} seconds`;
      return undefined;
    },
  };
}
