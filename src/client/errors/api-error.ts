/** `ApiError`: a failed call with its code, its reason and its outcome. */
import type {
  ApiVersion,
  Code,
  ErrorDetail,
  FieldViolation,
  PreconditionViolation,
  ResourceInfo,
} from '../../model/api';
import { printableIn } from '../../base/text/printable';

/**
 * The effect of a failed call. `rejected`: none, as the service reports. `notSent`: none, because the request was not
 * sent. `unknown`: the request may have been executed, but the response is missing or inconclusive.
 */
export type Outcome = 'rejected' | 'notSent' | 'unknown';

export interface ApiErrorOptions {
  readonly code: Code;
  /** The problem as text. The text of the service, if it sent any. */
  readonly explanation: string;
  readonly method: string;
  /** The path without the query, and without a host that could contain credentials. */
  readonly url: string;
  /** Absent without a response. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly reason?: string | undefined;
  readonly domain?: string | undefined;
  readonly fieldViolations?: readonly FieldViolation[];
  readonly preconditionViolations?: readonly PreconditionViolation[];
  readonly resourceInfo?: ResourceInfo | undefined;
  readonly details?: readonly ErrorDetail[];
  readonly hasServiceBody?: boolean;
  readonly outcome: Outcome;
  readonly retryAfterMs?: number | undefined;
  readonly servedVersion?: ApiVersion | undefined;
  readonly cause?: unknown;
}

/**
 * A failed call: rejected by the service, failed on the network, or never sent. Switch on `code`. `outcome` shows if
 * the request may have been executed. The texts contain no secret, and control characters in them are escaped.
 *
 * @example
 * try { await client.delete(group, uid); }
 * catch (error) { if (ApiError.from(error).code !== 'FAILED_PRECONDITION') throw error; }
 */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly code: Code;
  /** The problem without the call, which `message` also contains. */
  readonly explanation: string;
  readonly method: string;
  /** The path without the query, and without a host that could contain credentials. */
  readonly url: string;
  /** The HTTP status, or `undefined` without a response. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** `ErrorInfo.reason`, such as `NOT_FOUND`. */
  readonly reason: string | undefined;
  /** `ErrorInfo.domain`, such as `iam.platform.internal`. */
  readonly domain: string | undefined;
  readonly fieldViolations: readonly FieldViolation[];
  readonly preconditionViolations: readonly PreconditionViolation[];
  readonly resourceInfo: ResourceInfo | undefined;
  /** All details of the response. */
  readonly details: readonly ErrorDetail[];
  /** True if the body has the form of the API: its gateway sends code and details, also `details: []`. */
  readonly hasServiceBody: boolean;
  readonly outcome: Outcome;
  /** The delay of `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The version of the API that answers, if the service lacks the selected one. */
  readonly servedVersion: ApiVersion | undefined;
  readonly #options: ApiErrorOptions;

  constructor({ cause, ...texts }: ApiErrorOptions) {
    const options: ApiErrorOptions = { ...printableIn(texts), cause };
    super(toMessage(options), cause === undefined ? undefined : { cause });
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
    this.hasServiceBody = options.hasServiceBody ?? this.details.length > 0;
    this.outcome = options.outcome;
    this.retryAfterMs = options.retryAfterMs;
    this.servedVersion = options.servedVersion;
  }

  /** Returns the same error with some of its properties replaced. */
  with(changes: Partial<ApiErrorOptions>): ApiError {
    return new ApiError({ ...this.#options, ...changes });
  }

  /**
   * Returns any thrown value as an `ApiError`. An error of another class becomes `UNKNOWN`, with the error as the
   * cause.
   */
  static from(error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    const explanation = error instanceof Error ? error.message : String(error);
    return new ApiError({ code: 'UNKNOWN', explanation, method: '', url: '', outcome: 'unknown', cause: error });
  }
}

/**
 * Returns true if the service itself reports that the object does not exist: NOT_FOUND with an ErrorInfo or a
 * ResourceInfo. A 404 of a wrong base URL or of a proxy contains neither, and proves nothing.
 */
export function isNotFound(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    error.code === 'NOT_FOUND' &&
    (error.reason !== undefined || error.resourceInfo !== undefined)
  );
}

function toMessage({ code, explanation, method, url, status, requestId }: ApiErrorOptions): string {
  const call = method === '' ? '' : `${method} ${url}: `;
  return `[${code}${status === undefined ? '' : `, HTTP ${status}`}] ${call}${explanation}${requestId === undefined ? '' : ` (request id ${requestId})`}`;
}
