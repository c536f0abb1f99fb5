/**
 * The body of an error and its typed details. Types are matched by their last segment, so that a service with another
 * type URL prefix is understood too. Contract E1.
 */

export const TYPE_URL_PREFIX = 'type.googleapis.com/google.rpc.';

export interface ErrorInfo {
  readonly reason: string;
  readonly domain: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface FieldViolation {
  /** The field in the API's spelling, with dots for nesting: `claimMatch.issuer`. */
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

/** A detail as it stands in `details`. */
export type ErrorDetail = { readonly '@type': string } & Readonly<Record<string, unknown>>;

/** The whole body of an error answer. */
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

/** The type name of a detail, without whatever prefix the service puts before it. */
export function detailType(entry: { readonly '@type'?: unknown }): string {
  const url = typeof entry['@type'] === 'string' ? entry['@type'] : '';
  return url.slice(Math.max(url.lastIndexOf('.'), url.lastIndexOf('/')) + 1);
}

function detail(type: string, fields: Record<string, unknown>): ErrorDetail {
  return { '@type': `${TYPE_URL_PREFIX}${type}`, ...fields };
}
