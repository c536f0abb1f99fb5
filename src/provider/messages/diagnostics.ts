/**
 * Diagnostics of a call that failed: what happened, to which object, why, and what to do next; a violation of a field at its
 * attribute. Never a token, never a stack trace.
 */
import { type Code, type FieldViolation, snakeCase } from '../../api';
import { ApiError, ResponseShapeError } from '../../client';
import { MAX_RETRY_AFTER_MS } from '../../client/calls/retry';
import { DiagError, type Diagnostic } from '../../plugin';
import type { Declaration } from '../../schema';
import { attributePath, inHcl } from '../convert/attribute-path';
import { parentAttribute } from '../convert/to-api';

/** What failed, as it reads after "Could not": `create`, `read`. */
export interface Operation {
  readonly verb: string;
  /** Absent where no object is concerned. */
  readonly declaration?: Declaration;
  /** The object: `group "payments" (uid …)`. */
  readonly subject: string;
  /** What to do next, where the caller knows better than the advice for the error's code. */
  readonly advice?: string;
}

/** The error of a call as diagnostics; an error that already has some stays as it is. */
export function userError(error: unknown, operation: Operation): DiagError {
  return error instanceof DiagError ? error : new DiagError(diagnosticsOf(error, operation));
}

export function diagnosticsOf(error: unknown, { verb, declaration, subject, advice }: Operation): Diagnostic[] {
  const summary = `Could not ${verb} ${subject}`;
  if (error instanceof ResponseShapeError) {
    const isAboutObjects = error.malformed.length > 0;
    const next = isAboutObjects
      ? 'Other objects are not concerned. Report it to those who run the service, or use a newer version of this provider.'
      : `Check that base_url is the API's own address and that no proxy answers in its place.`;
    return [{ severity: 'error', summary, detail: lines(inHcl(error.message), advice ?? next) }];
  }
  const failure = ApiError.from(error);
  const detail = (why: string): string => lines(why, callOf(failure), advice ?? pauseOf(failure) ?? adviceFor(failure));
  if (failure.fieldViolations.length > 0) {
    return failure.fieldViolations.map((violation) => {
      const place = placeOf(declaration, stepsOf(violation));
      const path = place.length === 0 ? undefined : place;
      return { severity: 'error', summary, detail: detail(violationText(declaration, violation)), path };
    });
  }
  const violations = failure.preconditionViolations.map(({ type, description }) => `${type}: ${description}`);
  return [{ severity: 'error', summary, detail: detail(inHcl([failure.explanation, ...violations].join('\n'))) }];
}

/** Whether the error is not about the object: every other call would fail like this. */
export function isAboutEverything(error: unknown): boolean {
  const failure = ApiError.from(error);
  return isExchange(failure) || failure.code === 'UNAUTHENTICATED' || failure.code === 'UNAVAILABLE';
}

function isExchange({ url }: ApiError): boolean {
  return url.endsWith('/sts/exchange');
}

/** `POST /iam/v2beta1/groups answered 403 PERMISSION_DENIED (request id 42).` */
function callOf({ method, url, status, code, requestId }: ApiError): string | undefined {
  if (method === '') return undefined;
  const result = status === undefined ? `failed with ${code}` : `answered ${status} ${code}`;
  return `${method} ${url} ${result}${requestId === undefined ? '' : ` (request id ${requestId})`}.`;
}

/** In the configuration's words: the API says `identityUid names no identity`. */
function violationText(declaration: Declaration | undefined, violation: FieldViolation): string {
  const steps = stepsOf(violation);
  const place = placeOf(declaration, steps);
  const attribute = [...place, ...steps.slice(place.length).map(snakeCase)].join('.');
  const description = inHcl(violation.description);
  const named = [attribute, snakeCase(steps.at(-1) ?? '')].find(
    (name) => name !== '' && description.startsWith(`${name} `),
  );
  return named === undefined ? `${attribute}: ${description}` : `${attribute}${description.slice(named.length)}`;
}

function stepsOf({ field }: FieldViolation): string[] {
  return field.split(/[.[\]]/).filter((step) => step !== '');
}

/** The parent, too, is an attribute, though the API has it in the path. */
function placeOf(declaration: Declaration | undefined, steps: readonly string[]): NonNullable<Diagnostic['path']> {
  if (declaration === undefined) return [];
  const parent = parentAttribute(declaration);
  if (parent !== undefined && steps.length === 1 && snakeCase(steps[0] ?? '') === parent) return [parent];
  return attributePath(declaration.fields, steps);
}

/** What the service itself asks for (`Retry-After`). */
function pauseOf({ retryAfterMs = 0 }: ApiError): string | undefined {
  if (retryAfterMs <= MAX_RETRY_AFTER_MS) return undefined;
  const [asked, most] = [retryAfterMs, MAX_RETRY_AFTER_MS].map((ms) => Math.ceil(ms / 1000));
  return `The service asks to wait ${asked} seconds, and this provider waits ${most} at most: run again after that time.`;
}

const advices: Partial<Record<Code, string>> = {
  UNAUTHENTICATED: 'The token is missing, expired or made for another address: give the provider a valid one.',
  PERMISSION_DENIED:
    'The token may not do this here. Either its identity lacks a role in this group, or the token belongs to another organization: check token, identity_uid and base_url of the provider.',
  NOT_FOUND: 'What is meant is not there, or not any more: run again, and it is planned from what exists.',
  RESOURCE_EXHAUSTED: 'Wait a little and run again, or lower requests_per_second of the provider.',
  ALREADY_EXISTS: 'Import the object that exists instead of creating it.',
  UNIMPLEMENTED: 'This service does not offer the operation: check api_version and base_url of the provider.',
  UNAVAILABLE: 'The service could not be reached: check base_url, the network and HTTPS_PROXY, and run again.',
  DEADLINE_EXCEEDED: 'The service took too long: run again, or raise request_timeout_seconds of the provider.',
  CANCELLED: 'Nothing more was done, because the run was interrupted or its time was up: run again.',
  INTERNAL: 'The service failed: run again; if it persists, report the request to those who run the service.',
};

function adviceFor(failure: ApiError): string | undefined {
  if (isExchange(failure) && failure.code === 'PERMISSION_DENIED')
    return 'The identity does not accept the token that was presented: compare its claim_match with what the token says, and check identity_uid.';
  // The API's own errors have details; a status alone comes from another address or a proxy.
  const isWordless = failure.status !== undefined && failure.details.length === 0;
  if (isWordless && ['NOT_FOUND', 'INVALID_ARGUMENT', 'UNKNOWN'].includes(failure.code))
    return `This is not how the API answers: check that base_url is its own address and that no proxy answers in its place.`;
  return advices[failure.code];
}

function lines(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n');
}
