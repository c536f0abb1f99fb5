/**
 * Converts a failed call to diagnostics: the operation, its object, the reason, and the next step. Violations of fields are at
 * their attributes. A diagnostic never contains a token or a stack trace.
 */
import { type Code, type FieldViolation, isUid, REASON_ELSEWHERE, snakeCase } from '../../model/api';
import { ApiError, ResponseShapeError } from '../../client';
import { MAX_RETRY_AFTER_MS } from '../../client/internal';
import type { DiagnosticCode } from '../../model/kinds';
import { DiagError, type Diagnostic } from '../../plugin';
import type { Declaration } from '../../model/schema';
import { attributePath, inHcl } from '../convert/attribute-path';
import { parentAttribute } from '../convert/to-api';
import { CodedError, createError } from './severity';

/** The reason of an UNAUTHENTICATED beneath a root group of this run, whose token is older than the group (contract F1). */
export const OLD_TOKEN = 'TOKEN_OLDER_THAN_ROOT_GROUP';

export interface FailedOperation {
  /** The verb after "Cannot": `create`, `read`. */
  readonly verb: string;
  /** Absent if the operation has no object. */
  readonly declaration?: Declaration;
  /** The object: `group "payments" (uid …)`. */
  readonly subject: string;
  /** The next step, if the caller knows a better one than the advice for the error's code. */
  readonly advice?: string;
}

/** Returns the error of a call as diagnostics. An error that already contains diagnostics stays unchanged. */
export function userError(error: unknown, operation: FailedOperation): DiagError {
  return error instanceof DiagError ? error : new DiagError(toDiagnostics(error, operation));
}

/** The run, which reports a reason that every call has only once. */
interface Run {
  first(topic: string): boolean;
}

/** Returns true if an error is about everything, and this run has reported its reason. */
export function isReported(error: unknown, run: Run): boolean {
  return !(error instanceof DiagError) && isAboutEverything(error) && !run.first(ApiError.from(error).explanation);
}

/** Like `userError`, for handlers that must fail: one of them gives the reason, and the others refer to it. */
export function userErrorOnce(error: unknown, operation: FailedOperation, run: Run): DiagError {
  if (!isReported(error, run)) return userError(error, operation);
  return new CodedError(getCode(error), `Cannot ${operation.verb} ${operation.subject}`, REASON_ELSEWHERE);
}

function getCode(error: unknown): DiagnosticCode {
  return error instanceof ApiError ? `API_${error.code}` : 'UNEXPECTED_ERROR';
}

export function toDiagnostics(error: unknown, { verb, declaration, subject, advice }: FailedOperation): Diagnostic[] {
  const summary = `Cannot ${verb} ${subject}`;
  if (error instanceof ResponseShapeError) {
    const isAboutObjects = error.malformed.length > 0;
    const next = isAboutObjects
      ? 'Other objects are not affected. Report it to the operator of the service, or use a newer version of this provider.'
      : `Check that base_url is the API's own address and that no proxy responds instead.`;
    return [createError('INVALID_RESPONSE', summary, lines(inHcl(error.message), advice ?? next))];
  }
  const failure = ApiError.from(error);
  const code = getCode(error);
  const detail = (why: string): string =>
    lines(why, findCall(failure), advice ?? findPause(failure) ?? adviceFor(failure));
  if (failure.fieldViolations.length > 0) {
    return failure.fieldViolations.map((violation) => {
      const place = getPlace(declaration, toSteps(violation));
      const path = place.length === 0 ? undefined : place;
      return createError(code, summary, detail(violationText(declaration, violation)), path);
    });
  }
  const violations = failure.preconditionViolations.map(({ type, description }) => `${type}: ${description}`);
  return [createError(code, summary, detail(inHcl([failure.explanation, ...violations].join('\n'))))];
}

/** Returns true if the error is not about the object, so that every other call would fail with it, too. */
export function isAboutEverything(error: unknown): boolean {
  const failure = ApiError.from(error);
  return (
    isExchange(failure) ||
    failure.servedVersion !== undefined ||
    failure.code === 'UNAUTHENTICATED' ||
    failure.code === 'UNAVAILABLE'
  );
}

function isExchange({ url }: ApiError): boolean {
  return url.endsWith('/sts/exchange');
}

/** Returns the call: `POST /iam/v2beta1/groups returned 403 PERMISSION_DENIED (request id 42).` */
function findCall({ method, url, status, code, requestId }: ApiError): string | undefined {
  if (method === '') return undefined;
  const result = status === undefined ? `failed with ${code}` : `returned ${status} ${code}`;
  return `${method} ${url} ${result}${requestId === undefined ? '' : ` (request id ${requestId})`}.`;
}

/** Returns the violation with the names of the configuration. The API reports `identityUid names no identity`. */
function violationText(declaration: Declaration | undefined, violation: FieldViolation): string {
  const steps = toSteps(violation);
  const place = getPlace(declaration, steps);
  const attribute = [...place, ...steps.slice(place.length).map(snakeCase)].join('.');
  const description = inHcl(violation.description);
  const named = [attribute, snakeCase(steps.at(-1) ?? '')].find(
    (name) => name !== '' && description.startsWith(`${name} `),
  );
  return named === undefined ? `${attribute}: ${description}` : `${attribute}${description.slice(named.length)}`;
}

function toSteps({ field }: FieldViolation): string[] {
  return field.split(/[.[\]]/).filter((step) => step !== '');
}

/** Returns the path of the attribute. The parent is an attribute, too, although the API has it in the URL. */
function getPlace(declaration: Declaration | undefined, steps: readonly string[]): NonNullable<Diagnostic['path']> {
  if (declaration === undefined) return [];
  const parent = parentAttribute(declaration);
  if (parent !== undefined && steps.length === 1 && snakeCase(steps[0] ?? '') === parent) return [parent];
  return attributePath(declaration.fields, steps);
}

/** Returns the advice to wait as long as the service requests (`Retry-After`). */
function findPause({ retryAfterMs = 0 }: ApiError): string | undefined {
  if (retryAfterMs <= MAX_RETRY_AFTER_MS) return undefined;
  const [asked, most] = [retryAfterMs, MAX_RETRY_AFTER_MS].map((ms) => Math.ceil(ms / 1000));
  return `The service asks to wait ${asked} seconds, but this provider waits at most ${most}. Run again after that time.`;
}

export const advices: Partial<Record<Code, string>> = {
  UNAUTHENTICATED:
    'The token is missing, expired, issued for another address or older than its root group. Configure a new one in the provider.',
  PERMISSION_DENIED:
    'The token is not allowed to do this. Either its identity lacks a role in this group, or the token belongs to another organization. Check token, identity_uid and base_url of the provider.',
  NOT_FOUND: 'The object does not exist. Run terraform plan again.',
  RESOURCE_EXHAUSTED:
    'If a quota is used up, raise it or delete objects. If the service limits requests, set or lower requests_per_second of the provider. Then run again.',
  ALREADY_EXISTS: 'Import the existing object instead of creating it.',
  UNIMPLEMENTED: 'This service does not support the operation. Check api_version and base_url of the provider.',
  UNAVAILABLE: 'The service is unreachable. Check base_url, the network and HTTPS_PROXY, and run again.',
  DEADLINE_EXCEEDED: 'The service took too long. Run again, or raise request_timeout_seconds of the provider.',
  CANCELLED: 'The run was interrupted or exceeded its time limit, so nothing more was done. Run again.',
  INTERNAL: 'The service failed. Run again. If the error persists, report the request to the operator of the service.',
};

function adviceFor(failure: ApiError): string | undefined {
  if (isExchange(failure) && failure.code === 'PERMISSION_DENIED')
    return 'The identity does not accept the presented token. Compare its claim_match with the claims of the token, and check identity_uid.';
  // The explanation names the next step.
  if (failure.servedVersion !== undefined) return undefined;
  const { code, details, hasServiceBody, method, status, url } = failure;
  const isForeign = code === 'NOT_FOUND' ? details.length === 0 : !hasServiceBody;
  if (status !== undefined && isForeign && ['NOT_FOUND', 'INVALID_ARGUMENT', 'UNKNOWN'].includes(code))
    return `The response does not come from the API. Check that base_url is the API's own address and that no proxy responds instead.`;
  if (failure.reason === OLD_TOKEN)
    return 'The token is older than the root group, and the API rejects it there. Get a new token, and run again.';
  const isOfList = method === 'GET' && !url.split('/').some(isUid);
  if (code === 'NOT_FOUND' && isOfList)
    return 'The service has no such list, so it is unknown which objects exist. Check api_version and base_url of the provider.';
  if (code === 'INVALID_ARGUMENT' && details.length === 0)
    return 'The gateway of the API cannot read the request. Check whether this service supports the values, and use the newest version of this provider.';
  return advices[failure.code];
}

function lines(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n');
}
