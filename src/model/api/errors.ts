/**
 * Errors on the wire: the sixteen codes (AIP-193) with their numbers and HTTP statuses, the body, and its typed details
 * (contract E1, E2).
 */
import type { Domain } from './requests';

const table = {
  CANCELLED: { number: 1, status: 499 },
  UNKNOWN: { number: 2, status: 500 },
  INVALID_ARGUMENT: { number: 3, status: 400 },
  DEADLINE_EXCEEDED: { number: 4, status: 504 },
  NOT_FOUND: { number: 5, status: 404 },
  ALREADY_EXISTS: { number: 6, status: 409 },
  PERMISSION_DENIED: { number: 7, status: 403 },
  RESOURCE_EXHAUSTED: { number: 8, status: 429 },
  FAILED_PRECONDITION: { number: 9, status: 400 },
  ABORTED: { number: 10, status: 409 },
  OUT_OF_RANGE: { number: 11, status: 400 },
  UNIMPLEMENTED: { number: 12, status: 501 },
  INTERNAL: { number: 13, status: 500 },
  UNAVAILABLE: { number: 14, status: 503 },
  DATA_LOSS: { number: 15, status: 500 },
  UNAUTHENTICATED: { number: 16, status: 401 },
} as const;

export type Code = keyof typeof table;

/** The detail of an error whose reason another error of the same run gives. */
export const REASON_ELSEWHERE = 'Another error of this run gives the reason.';

/** All codes, in the order of their numbers. */
export const CODES = Object.keys(table) as readonly Code[];

/** The number in the `code` of an error body. */
export function codeNumber(code: Code): number {
  return table[code].number;
}

/** The HTTP status that accompanies a code. */
export function httpStatus(code: Code): number {
  return table[code].status;
}

/** Returns the code of a number in an error body. An unknown number is `UNKNOWN`, as in the RPC convention. */
export function codeOfNumber(number: number): Code {
  return CODES.find((code) => table[code].number === number) ?? 'UNKNOWN';
}

/**
 * Returns the likeliest code for an HTTP status without a code in the body, because a load balancer responded instead
 * of the service.
 */
export function codeOfStatus(status: number): Code {
  if (status === 502) return 'UNAVAILABLE';
  if (status === 400) return 'INVALID_ARGUMENT';
  if (status === 409) return 'ABORTED';
  if (status === 500) return 'INTERNAL';
  return CODES.find((code) => table[code].status === status) ?? 'UNKNOWN';
}

export const TYPE_URL_PREFIX = 'type.googleapis.com/google.rpc.';

export interface ErrorInfo {
  readonly reason: string;
  readonly domain: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface FieldViolation {
  /** The field by its name in the API, with dots for nesting: `claimMatch.issuer`. */
  readonly field: string;
  readonly description: string;
}

export interface PreconditionViolation {
  /** Such as `RESOURCE_NOT_EMPTY` or `RESOURCE_IN_USE`. */
  readonly type: string;
  readonly description: string;
  readonly subject?: string;
}

export interface ResourceInfo {
  readonly resourceType: string;
  readonly resourceName: string;
  readonly description: string;
}

/** A detail as in `details`. */
export type ErrorDetail = { readonly '@type': string } & Readonly<Record<string, unknown>>;

/** The whole body of an error response. */
export interface ErrorBody {
  readonly code: number;
  readonly message: string;
  readonly details: readonly ErrorDetail[];
}

export const errorInfo = (info: ErrorInfo): ErrorDetail => detail('ErrorInfo', { ...info });

export const badRequest = (fieldViolations: readonly FieldViolation[]): ErrorDetail =>
  detail('BadRequest', { fieldViolations });

export const preconditionFailure = (violations: readonly PreconditionViolation[]): ErrorDetail =>
  detail('PreconditionFailure', { violations });

export const resourceInfo = (info: ResourceInfo): ErrorDetail => detail('ResourceInfo', { ...info });

/** The `domain` of an ErrorInfo: `iam.platform.internal`. */
export function errorDomain(domain: Domain): string {
  return `${domain}.platform.internal`;
}

/**
 * Returns the type name of a detail: its last segment, so that a service with another type URL prefix is supported,
 * too.
 */
export function detailType(entry: { readonly '@type'?: unknown }): string {
  const url = typeof entry['@type'] === 'string' ? entry['@type'] : '';
  return url.slice(Math.max(url.lastIndexOf('.'), url.lastIndexOf('/')) + 1);
}

function detail(type: string, fields: Record<string, unknown>): ErrorDetail {
  return { '@type': `${TYPE_URL_PREFIX}${type}`, ...fields };
}
