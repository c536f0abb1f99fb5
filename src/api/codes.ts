/**
 * The sixteen error codes (AIP-193), their numbers in an error body and the HTTP statuses that go with them.
 * Clients switch on the body's code; the status only stands in where a load balancer answered for the service.
 * Contract E2.
 */

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

/** Every code there is, in the order of their numbers. */
export const CODES = Object.keys(table) as readonly Code[];

/** The number that stands in an error body's `code`. */
export function codeNumber(code: Code): number {
  return table[code].number;
}

/** The HTTP status that accompanies a code. */
export function httpStatus(code: Code): number {
  return table[code].status;
}

/** The code of a number in an error body; unknown numbers are `UNKNOWN`, as the RPC convention has it. */
export function codeOfNumber(number: number): Code {
  return CODES.find((code) => table[code].number === number) ?? 'UNKNOWN';
}

/** The likeliest code for an HTTP status whose body says none, such as a load balancer's page. */
export function codeOfStatus(status: number): Code {
  if (status === 502) return 'UNAVAILABLE';
  if (status === 400) return 'INVALID_ARGUMENT';
  if (status === 409) return 'ABORTED';
  if (status === 500) return 'INTERNAL';
  return CODES.find((code) => table[code].status === status) ?? 'UNKNOWN';
}
