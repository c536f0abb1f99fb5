import {
  badRequest,
  codeNumber,
  errorDomain,
  errorInfo,
  httpStatus,
  type Code,
  type ErrorBody,
  type ErrorDetail,
} from '../api';

/**
 * Why a caller was turned away, as an error of the model (specification §7). `message` is for a person and never quotes
 * a token; `details` come after the ErrorInfo that every error has.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: Code;
  readonly details: readonly ErrorDetail[];

  constructor(code: Code, message: string, details: readonly ErrorDetail[] = []) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** A parameter that is not as it must be. */
export function invalidParameter(field: string, description: string): Refusal {
  return new Refusal('INVALID_ARGUMENT', `Invalid argument: ${field}: ${description}`, [
    badRequest([{ field, description }]),
  ]);
}

/** The answer that says so. Anything but a {@link Refusal} is thrown on: it is a defect of ours. */
export function refusalResponse(error: unknown): Response {
  if (!(error instanceof Refusal)) throw error;
  const info = errorInfo({ reason: error.code, domain: errorDomain('iam') });
  const body: ErrorBody = { code: codeNumber(error.code), message: error.message, details: [info, ...error.details] };
  return Response.json(body, {
    status: httpStatus(error.code),
    headers: error.code === 'UNAUTHENTICATED' ? { 'www-authenticate': 'Bearer' } : {},
  });
}
