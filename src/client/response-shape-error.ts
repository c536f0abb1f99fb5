import type { Outcome } from './api-error';

export interface ResponseShapeErrorOptions {
  readonly method: string;
  /** The path alone. */
  readonly url: string;
  readonly status: number;
  readonly requestId?: string | undefined;
  /** What is wrong with the answer: `groups[3].name: expected a string`. Free of secrets. */
  readonly problem: string;
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
  readonly outcome: Outcome = 'unknown';

  constructor({ method, url, status, requestId, problem }: ResponseShapeErrorOptions) {
    const request = requestId === undefined ? '' : ` (request id ${requestId})`;
    super(`${method} ${url}: the answer (HTTP ${status}) cannot be understood: ${problem}${request}`);
    this.method = method;
    this.url = url;
    this.status = status;
    this.requestId = requestId;
    this.problem = problem;
  }
}
