/** `ApiError`: a call that failed, with its code, its reason and its outcome. */
import type { Code, ErrorDetail, FieldViolation, PreconditionViolation, ResourceInfo } from '../../api';
import { printableIn } from '../../text/printable';

/**
 * The effect of a failed call: with `rejected` none, as the service reports; with `notSent` none, because the request
 * was never sent; with `unknown` the request may have been executed, but the response is missing or inconclusive.
 */
export type Outcome = 'rejected' | 'notSent' | 'unknown';

export interface ApiErrorOptions {
  readonly code: Code;
  /** The problem in words: those of the service, if it sent any. */
  readonly explanation: string;
  readonly method: string;
  /** The path alone: no query, and never a host with credentials. */
  readonly url: string;
  /** Absent when there was no response. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly reason?: string | undefined;
  readonly domain?: string | undefined;
  readonly fieldViolations?: readonly FieldViolation[];
  readonly preconditionViolations?: readonly PreconditionViolation[];
  readonly resourceInfo?: ResourceInfo | undefined;
  readonly details?: readonly ErrorDetail[];
  readonly outcome: Outcome;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/**
 * A call that failed: refused by the service, by something on the way, or never sent. Switch on `code`; `outcome` says
 * whether the request may have been executed. Its texts hold no secret, and control characters in them are escaped.
 *
 * @example
 * try { await client.delete(group, uid); }
 * catch (error) { if (ApiError.from(error).code !== 'FAILED_PRECONDITION') throw error; }
 */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly code: Code;
  /** The problem without the call; `message` names the call as well. */
  readonly explanation: string;
  readonly method: string;
  /** The path alone: no query, and never a host with credentials. */
  readonly url: string;
  /** The HTTP status; `undefined` when there was no response. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** `ErrorInfo.reason`, such as `NOT_FOUND`. */
  readonly reason: string | undefined;
  /** `ErrorInfo.domain`, such as `iam.platform.internal`. */
  readonly domain: string | undefined;
  readonly fieldViolations: readonly FieldViolation[];
  readonly preconditionViolations: readonly PreconditionViolation[];
  readonly resourceInfo: ResourceInfo | undefined;
  /** Every detail of the response. */
  readonly details: readonly ErrorDetail[];
  readonly outcome: Outcome;
  /** The delay of `Retry-After`. Milliseconds. */
  readonly retryAfterMs: number | undefined;
  readonly #options: ApiErrorOptions;

  constructor({ cause, ...texts }: ApiErrorOptions) {
    const options: ApiErrorOptions = { ...printableIn(texts), cause };
    super(messageOf(options), cause === undefined ? undefined : { cause });
    this.#options = options;
    this.code = options.code;
    this.explanation = options.explanation;
    this.method = options.method;
    this.url = options.url;
    this.status = options.status;
    this.requestId = options.requestId;
    this.reason = options.reason;
    this.domain = options.domain;
    this.fieldViolations = options.fieldViolations ?? [];
    this.preconditionViolations = options.preconditionViolations ?? [];
    this.resourceInfo = options.resourceInfo;
    this.details = options.details ?? [];
    this.outcome = options.outcome;
    this.retryAfterMs = options.retryAfterMs;
  }

  /** The same error with some of its properties replaced. */
  with(changes: Partial<ApiErrorOptions>): ApiError {
    return new ApiError({ ...this.#options, ...changes });
  }

  /** Any thrown value as an `ApiError`; any other error becomes `UNKNOWN`, with itself as the cause. */
  static from(error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    const explanation = error instanceof Error ? error.message : String(error);
    return new ApiError({ code: 'UNKNOWN', explanation, method: '', url: '', outcome: 'unknown', cause: error });
  }
}

/**
 * Returns true if the service itself reports that the object does not exist: NOT_FOUND with an ErrorInfo or a
 * ResourceInfo. A 404 of a wrong base URL or of a proxy carries neither and proves nothing.
 */
export function isNotFound(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    error.code === 'NOT_FOUND' &&
    (error.reason !== undefined || error.resourceInfo !== undefined)
  );
}

function messageOf({ code, explanation, method, url, status, requestId }: ApiErrorOptions): string {
  const call = method === '' ? '' : `${method} ${url}: `;
  return `[${code}${status === undefined ? '' : `, HTTP ${status}`}] ${call}${explanation}${requestId === undefined ? '' : ` (request id ${requestId})`}`;
}
