/**
 * Decides which failures are retried, and when. Pure functions of the error, so that the policy can be read and tested
 * in one place.
 */
import type { Code } from '../../api';
import type { ApiError } from '../errors/api-error';
import { isLasting } from './network-error';

/** The longest wait that a service may ask for; a longer one is an error. Milliseconds. */
export const MAX_RETRY_AFTER_MS = 2 * 60_000;

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 16_000;

/** Codes of temporary failures. */
const transient: readonly Code[] = ['UNKNOWN', 'DEADLINE_EXCEEDED', 'ABORTED', 'INTERNAL', 'UNAVAILABLE'];

type Failure = Pick<ApiError, 'code' | 'outcome' | 'status' | 'retryAfterMs' | 'cause'>;

/**
 * Returns true if a call that failed so is worth another attempt. `idempotent`: doing it twice does no more than once.
 */
export function shouldRetry(failure: Failure, { idempotent }: { readonly idempotent: boolean }): boolean {
  // A longer wait would look like hanging; the error tells how long the service asks for.
  if ((failure.retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS) return false;
  // An unknown host, an untrusted certificate or an oversized response: a retry would fail immediately.
  if (isLasting(failure.cause)) return false;
  // Refused before anything was done, for every sort of call.
  if (failure.status === 429 || failure.code === 'RESOURCE_EXHAUSTED') return true;
  // No response, and not because of the network: a bug in a program does not pass.
  if (failure.code === 'UNKNOWN' && failure.status === undefined) return false;
  // A redirect, or a page instead of JSON: the address is wrong.
  if (failure.status !== undefined && failure.status < 400) return false;
  if (!transient.includes(failure.code)) return false;
  // A create that may have been executed must not be sent again: there could be two.
  return idempotent || (failure.code === 'UNAVAILABLE' && failure.outcome !== 'unknown');
}

/**
 * Returns the wait before attempt `attempt` + 1, in milliseconds: a random part of an exponentially growing span (jitter), so
 * that calls that failed together do not return together. At least a quarter of the span, so that no series of attempts is used
 * up within a second; never less than the service asks for.
 */
export function retryDelayMs(failure: Pick<ApiError, 'retryAfterMs'>, attempt: number, random: () => number): number {
  const span = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  const least = span / 4;
  // All callers were given the same time: a little jitter here too.
  if (failure.retryAfterMs !== undefined)
    return Math.round(Math.max(least, failure.retryAfterMs) + random() * Math.min(span, 1000));
  return Math.round(least + random() * (span - least));
}
