import type { Outcome } from './api-error';
import { malformedInWords, type MalformedObject } from './malformed';

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
