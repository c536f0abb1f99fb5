/** Why a call failed; objects of a list that cannot be read; and how errors are kept free of secrets. */
import {
  type Code,
  type ErrorDetail,
  type FieldViolation,
  isUid,
  type PreconditionViolation,
  type ResourceInfo,
  type Values,
} from '../api';
import { type Declaration, identifierField, kindInWords } from '../schema';
import { printable, printableIn } from '../text/printable';

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

export interface ResponseShapeErrorOptions {
  readonly method: string;
  /** The path alone. */
  readonly url: string;
  readonly status: number;
  readonly requestId?: string | undefined;
  /** The problem of the response: `groups[3].name: expected a string`. Free of secrets. */
  readonly problem: string;
  /** The objects that are not what they should be, where the rest of the response can be read. */
  readonly malformed?: readonly MalformedObject[];
  /** The response to a list is something else than a list. @default false */
  readonly isNotAList?: boolean | undefined;
}

/**
 * The service answered with success, but the response is invalid. Not an `ApiError`: the call was executed, so
 * `outcome` is `unknown`.
 */
export class ResponseShapeError extends Error {
  override readonly name: string = 'ResponseShapeError';
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly problem: string;
  /** The objects that are not what they should be; empty where the response as a whole cannot be understood. */
  readonly malformed: readonly MalformedObject[];
  /** True if the response to a list is something else than a list, such as one object. */
  readonly isNotAList: boolean;
  readonly outcome: Outcome = 'unknown';

  constructor(options: ResponseShapeErrorOptions) {
    const { method, url, status, requestId, problem, malformed = [], isNotAList = false } = options;
    const request = requestId === undefined ? '' : ` (request id ${requestId})`;
    const text = printable(problem);
    super(`${method} ${url}: the response (HTTP ${status}) is invalid: ${text}${request}`);
    this.method = method;
    this.url = url;
    this.status = status;
    this.requestId = requestId;
    this.problem = text;
    this.malformed = malformed;
    this.isNotAList = isNotAList;
  }
}

/**
 * Returns true if the API has no list where one was requested (contract L9): the path does not exist, or leads to something
 * else. Such a list proves nothing.
 */
export function lacksList(error: unknown): boolean {
  if (error instanceof ResponseShapeError) return error.isNotAList;
  return error instanceof ApiError && ['NOT_FOUND', 'UNIMPLEMENTED'].includes(error.code);
}

/** For a list that was read to its end, except for these objects. */
export function malformedList(url: string, malformed: readonly MalformedObject[]): ResponseShapeError {
  const problem = `${malformedInWords(malformed)}. All other objects were read`;
  return new ResponseShapeError({ method: 'GET', url, status: 200, problem, malformed });
}

/** An object that contradicts its declaration, in a response whose other objects can be read. */
export interface MalformedObject {
  /** Its kind, as in `Group`. */
  readonly kind: string;
  /** Its uid, if that can be read. */
  readonly uid: string | undefined;
  /** Its name, if it has one that can be read. */
  readonly name: string | undefined;
  /** The name of the object in a message: `repo "shop" (uid …)`, or its place in the list. */
  readonly subject: string;
  /** The problem of the object: `catalogTier: expected a string`. Free of secrets. */
  readonly problem: string;
  /** Those of its fields that can be read. */
  readonly readable: Values;
}

/** `at`: its place in the response, for an object without a readable name or uid. */
export function malformedObject(
  declaration: Declaration,
  at: string,
  problem: string,
  readable: Values,
): MalformedObject {
  const { [identifierField(declaration)]: identifier, name: title } = readable;
  const uid = isUid(identifier) ? identifier : undefined;
  const name = typeof title === 'string' && title !== '' ? title : undefined;
  const words = [...(name === undefined ? [] : [JSON.stringify(name)]), ...(uid === undefined ? [] : [`(uid ${uid})`])];
  const subject = `${kindInWords(declaration)} ${words.length === 0 ? at : words.join(' ')}`.trim();
  return { kind: declaration.kind, uid, name, subject: printable(subject), problem: printable(problem), readable };
}

/** `repo "shop" (uid …): catalogTier: expected a string; …`, the first of them. */
export function malformedInWords(malformed: readonly MalformedObject[]): string {
  const named = malformed.slice(0, MAX_NAMED).map(({ subject, problem }) => `${subject}: ${problem}`);
  const more = malformed.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

const MAX_NAMED = 10;

// A response (a proxy's error page, a service's message) may repeat what was sent. Every text from a response passes
// through here before an error or a log shows it, so that neither contains a secret.

const bearer = /\b(Bearer|Basic)\s+[^\s"'<>,;]+/gi;
const jsonWebToken = /\beyJ[\w-]{5,}\.[\w-]+(\.[\w-]*)*/g;

/** Returns `text` without `secrets` and without everything else that looks like a token. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .reduce((clean, secret) => clean.replaceAll(secret, hidden), text)
    .replace(jsonWebToken, hidden)
    .replace(bearer, `$1 ${hidden}`);
}

/** A parsed response without them. Keys stay: they are names of fields, even where a secret happens to be the same text. */
export function withoutSecretsIn<T>(value: T, secrets: readonly string[]): T {
  if (typeof value === 'string') return withoutSecrets(value, secrets) as T;
  if (Array.isArray(value)) return value.map((element: unknown) => withoutSecretsIn(element, secrets)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutSecretsIn(inner, secrets)])) as T;
}

const hidden = '(secret)';
