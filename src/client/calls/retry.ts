/**
 * Decides about retries. These are pure functions of the error, so that the policy can be read and tested in one place.
 */
import type { Code } from '../../model/api';
import type { ApiError } from '../errors/api-error';
import { isPermanentFailure } from './no-response';
import { isRefusal } from './refusals';

/** The longest wait that the client accepts from a service. A longer one is an error. Milliseconds. */
export const MAX_RETRY_AFTER_MS = 2 * 60_000;

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 16_000;

/** Codes of temporary failures. */
const transient: readonly Code[] = ['UNKNOWN', 'DEADLINE_EXCEEDED', 'ABORTED', 'INTERNAL', 'UNAVAILABLE'];

type Failure = Pick<ApiError, 'code' | 'outcome' | 'status' | 'retryAfterMs' | 'cause'>;

/**
 * Returns true if a failed call should be retried.
 *
 * @param idempotent True if a second execution has no further effect.
 */
export function shouldRetry(failure: Failure, { idempotent }: { readonly idempotent: boolean }): boolean {
  // A longer wait would look like a hang. The error contains the requested time.
  if ((failure.retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS) return false;
  // An unknown host, an untrusted certificate or an oversized response: a retry would fail immediately.
  if (isPermanentFailure(failure.cause)) return false;
  // Rejected before execution, for every kind of call.
  if (isRefusal(failure)) return true;
  // No response, but not because of the network: a retry does not fix a bug in a program.
  if (failure.code === 'UNKNOWN' && failure.status === undefined) return false;
  // A redirect, or a page instead of JSON: the address is wrong.
  if (failure.status !== undefined && failure.status < 400) return false;
  if (!transient.includes(failure.code)) return false;
  // A create that may have been executed must not be sent again, because it could create a duplicate.
  return idempotent || (failure.code === 'UNAVAILABLE' && failure.outcome !== 'unknown');
}

/**
 * Returns the wait before attempt `attempt` + 1, in milliseconds: a random part of an exponentially growing span
 * (jitter), so that failed calls do not return together. At least a quarter of the span, so that the attempts do not
 * end within a second, and at least the time that the service requests.
 */
export function retryDelayMs(failure: Pick<ApiError, 'retryAfterMs'>, attempt: number, random: () => number): number {
  const span = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  const least = span / 4;
  // All callers got the same time, so this also needs a little jitter.
  if (failure.retryAfterMs !== undefined)
    return Math.round(Math.max(least, failure.retryAfterMs) + random() * Math.min(span, 1000));
  return Math.round(least + random() * (span - least));
}
