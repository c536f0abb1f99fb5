/** The only error class of the emulator. HTTP and gRPC write the same body (contract E1 to E4). */
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
} from '../../model/api';
import { kindInWords, type Declaration } from '../../model/schema';

/** `message` is for a person and never quotes a token. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: Code;
  /** The details after the ErrorInfo that every error contains. */
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

/** Nobody reads more of them, and a body can have half a million. */
const maxViolations = 100;

/** Fields or parameters are wrong; the message quotes the first. */
export function invalidArgument(violations: readonly FieldViolation[]): ServiceError {
  const [first] = violations;
  const about = first === undefined ? 'the request' : `${first.field}: ${first.description}`;
  return new ServiceError('INVALID_ARGUMENT', `Invalid argument: ${about}`, [
    badRequest(violations.slice(0, maxViolations)),
  ]);
}

/** No token, or one that is not accepted. Contract T1. */
export const unauthenticated = (problem: string): ServiceError =>
  new ServiceError('UNAUTHENTICATED', `Unauthenticated: ${problem}`);

/** One field or parameter is wrong. */
export const invalidField = (field: string, description: string): ServiceError =>
  invalidArgument([{ field, description }]);

export function notFound(declaration: Declaration, uid: string): ServiceError {
  const description = `there is no ${kindInWords(declaration)} ${uid}`;
  return new ServiceError('NOT_FOUND', `Not found: ${description}`, [
    resourceInfo({ resourceType: declaration.kind, resourceName: uid, description }),
  ]);
}

/** `existing` is the uid of the conflicting object; empty if the caller may not list it (contract A9). */
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

/**
 * The caller does not hold `capabilities` at `uid`, whether that exists or not (contract A3). Without `capabilities`
 * the error must not name them: they are those of a role that the caller may not list (contract A9).
 */
export function permissionDenied(capabilities: readonly string[], uid: string, what = 'the call needs'): ServiceError {
  const names = capabilities.join(', ');
  const missing = names === '' ? 'some that the caller cannot see' : `${names} in ${uid}`;
  return new ServiceError('PERMISSION_DENIED', `Permission denied: ${what} ${missing}`, [], {
    ...(names !== '' && { capabilities: names }),
    resource: uid,
  });
}

/** The body of the error's response; `undefined` for an error that nobody meant to throw. */
export function errorBody(error: unknown, domain: Domain): (ErrorBody & { readonly name: Code }) | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const { code, message, metadata } = error;
  const info = errorInfo({ reason: code, domain: errorDomain(domain), ...(metadata !== undefined && { metadata }) });
  return { name: code, code: codeNumber(code), message, details: [info, ...error.details] };
}
