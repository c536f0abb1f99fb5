/**
 * Why the service refuses, as its error model has it. Thrown anywhere beneath a request; the HTTP and gRPC edges each
 * write it in their own way. Source: specification §7; not-shown "NOT_FOUND, ALREADY_EXISTS" and the rows after it.
 */
import {
  badRequest,
  codeNumber,
  errorDomain,
  errorInfo,
  preconditionFailure,
  resourceInfo,
  type Code,
  type Domain,
  type ErrorBody,
  type ErrorDetail,
  type FieldViolation,
} from '../api';
import { kindInWords, type Declaration } from '../schema';
import { Refusal } from './refusal';

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: Code;
  /** What follows the ErrorInfo that every error carries. */
  readonly details: readonly ErrorDetail[];
  readonly metadata: Readonly<Record<string, string>> | undefined;

  constructor(
    code: Code,
    message: string,
    details: readonly ErrorDetail[] = [],
    metadata?: Readonly<Record<string, string>>,
  ) {
    super(message);
    this.code = code;
    this.details = details;
    this.metadata = metadata;
  }
}

/** Fields or parameters are wrong; the message quotes the first. */
export function invalidArgument(violations: readonly FieldViolation[]): ServiceError {
  const [first] = violations;
  const about = first === undefined ? 'the request' : `${first.field}: ${first.description}`;
  return new ServiceError('INVALID_ARGUMENT', `Invalid argument: ${about}`, [badRequest(violations)]);
}

/** One field or parameter is wrong. */
export const invalidField = (field: string, description: string): ServiceError =>
  invalidArgument([{ field, description }]);

export function notFound(declaration: Declaration, uid: string): ServiceError {
  const description = `there is no ${kindInWords(declaration)} ${uid}`;
  return new ServiceError('NOT_FOUND', `Not found: ${description}`, [
    resourceInfo({ resourceType: declaration.kind, resourceName: uid, description }),
  ]);
}

/** `existing` is the uid of the object that is in the way. */
export function alreadyExists(declaration: Declaration, existing: string, description: string): ServiceError {
  return new ServiceError('ALREADY_EXISTS', `Already exists: ${description}`, [
    resourceInfo({ resourceType: declaration.kind, resourceName: existing, description }),
  ]);
}

export function failedPrecondition(type: string, description: string, subject?: string): ServiceError {
  return new ServiceError('FAILED_PRECONDITION', `Precondition failed: ${description}`, [
    preconditionFailure([{ type, description, ...(subject !== undefined && { subject }) }]),
  ]);
}

/** The caller lacks `capabilities` at `uid`, whether that exists or not. */
export function permissionDenied(capabilities: readonly string[], uid: string, what = 'the call needs'): ServiceError {
  const names = capabilities.join(', ');
  return new ServiceError('PERMISSION_DENIED', `Permission denied: ${what} ${names} in ${uid}`, [], {
    capabilities: names,
    resource: uid,
  });
}

/** What is answered for an error of ours; `undefined` for one that nobody meant to throw. */
export function errorBody(error: unknown, domain: Domain): (ErrorBody & { readonly name: Code }) | undefined {
  if (!(error instanceof ServiceError) && !(error instanceof Refusal)) return undefined;
  const { code, message } = error;
  const metadata = error instanceof ServiceError ? error.metadata : undefined;
  const info = errorInfo({ reason: code, domain: errorDomain(domain), ...(metadata !== undefined && { metadata }) });
  return { name: code, code: codeNumber(code), message, details: [info, ...error.details] };
}
