import type { Code, ErrorDetail, FieldViolation, PreconditionViolation, ResourceInfo } from '../api';
import { malformedInWords, type MalformedObject } from './malformed';

/**
 * What a failed call has done to the service: `rejected` nothing, and the service says so; `notSent` nothing, the
 * request never left; `unknown` the request may have been executed, only the answer is missing or says nothing.
 */
export type Outcome = 'rejected' | 'notSent' | 'unknown';

export interface ApiErrorOptions {
  readonly code: Code;
  /** What went wrong, for a person: the service's own words where it answered. */
  readonly explanation: string;
  readonly method: string;
  /** The path alone: no query, and never a host with credentials. */
  readonly url: string;
  /** Absent when there was no answer. */
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
 * whether the request may have been executed. Its texts hold no secret.
 *
 * @example
 * try { await client.delete(group, uid); }
 * catch (error) { if (ApiError.from(error).code !== 'FAILED_PRECONDITION') throw error; }
 */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly code: Code;
  /** What went wrong, without the call; `message` names the call as well. */
  readonly explanation: string;
  readonly method: string;
  /** The path alone: no query, and never a host with credentials. */
  readonly url: string;
  /** The HTTP status; `undefined` when there was no answer. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** `ErrorInfo.reason`, such as `NOT_FOUND`. */
  readonly reason: string | undefined;
  /** `ErrorInfo.domain`, such as `iam.platform.internal`. */
  readonly domain: string | undefined;
  readonly fieldViolations: readonly FieldViolation[];
  readonly preconditionViolations: readonly PreconditionViolation[];
  readonly resourceInfo: ResourceInfo | undefined;
  /** Every detail of the answer, as it came. */
  readonly details: readonly ErrorDetail[];
  readonly outcome: Outcome;
  /** What the service asks for in `Retry-After`. Milliseconds. */
  readonly retryAfterMs: number | undefined;
  readonly #options: ApiErrorOptions;

  constructor(options: ApiErrorOptions) {
    super(messageOf(options), options.cause === undefined ? undefined : { cause: options.cause });
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

  /** The same error, part of it said otherwise. */
  with(changes: Partial<ApiErrorOptions>): ApiError {
    return new ApiError({ ...this.#options, ...changes });
  }

  /** Any thrown value as an `ApiError`; what is none becomes `UNKNOWN` and is kept as the cause. */
  static from(error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    const explanation = error instanceof Error ? error.message : String(error);
    return new ApiError({ code: 'UNKNOWN', explanation, method: '', url: '', outcome: 'unknown', cause: error });
  }
}

/**
 * Whether the service itself says that the object does not exist: NOT_FOUND with an ErrorInfo or a ResourceInfo. A 404
 * of a wrong base URL or of a proxy carries neither and proves nothing.
 */
export function isNotFound(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    error.code === 'NOT_FOUND' &&
    (error.reason !== undefined || error.resourceInfo !== undefined)
  );
}

function messageOf({ code, explanation, method, url, requestId }: ApiErrorOptions): string {
  const call = method === '' ? '' : `${method} ${url}: `;
  return `[${code}] ${call}${explanation}${requestId === undefined ? '' : ` (request id ${requestId})`}`;
}

export interface ResponseShapeErrorOptions {
  readonly method: string;
  /** The path alone. */
  readonly url: string;
  readonly status: number;
  readonly requestId?: string | undefined;
  /** What is wrong with the answer: `groups[3].name: expected a string`. Free of secrets. */
  readonly problem: string;
  /** The objects that are not what they should be, where the rest of the answer is. */
  readonly malformed?: readonly MalformedObject[];
}

/**
 * The service answered with success, and the answer cannot be understood. Not an `ApiError`: the call was executed,
 * so `outcome` is `unknown` for whoever must find out what it did.
 */
export class ResponseShapeError extends Error {
  override readonly name: string = 'ResponseShapeError';
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly problem: string;
  /** The objects that are not what they should be; empty where the answer as a whole cannot be understood. */
  readonly malformed: readonly MalformedObject[];
  readonly outcome: Outcome = 'unknown';

  constructor({ method, url, status, requestId, problem, malformed = [] }: ResponseShapeErrorOptions) {
    const request = requestId === undefined ? '' : ` (request id ${requestId})`;
    super(`${method} ${url}: the answer (HTTP ${status}) cannot be understood: ${problem}${request}`);
    this.method = method;
    this.url = url;
    this.status = status;
    this.requestId = requestId;
    this.problem = problem;
    this.malformed = malformed;
  }
}

/** For a list that was read to its end, and in which these could not be. */
export function malformedList(url: string, malformed: readonly MalformedObject[]): ResponseShapeError {
  const problem = `${malformedInWords(malformed)}. All other objects were read`;
  return new ResponseShapeError({ method: 'GET', url, status: 200, problem, malformed });
}
