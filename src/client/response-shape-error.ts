import type { Outcome } from './api-error';

export interface ResponseShapeErrorOptions {
  readonly method: string;
  /** The path alone. */
  readonly url: string;
  readonly status: number;
  readonly requestId?: string | undefined;
  /** What is wrong with the answer: `uid: expected a uid, found nothing`. */
  readonly problem: string;
  /** The beginning of the answer, free of secrets; at most 200 characters are shown. */
  readonly excerpt: string;
  readonly cause?: unknown;
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

  constructor({ method, url, status, requestId, problem, excerpt, cause }: ResponseShapeErrorOptions) {
    const shown = excerpt.length > 200 ? `${excerpt.slice(0, 200)}…` : excerpt;
    super(
      `${method} ${url} answered ${status} with something unexpected: ${problem}${requestId === undefined ? '' : ` (request id ${requestId})`}${shown === '' ? '' : `; the answer begins: ${shown}`}`,
      cause === undefined ? undefined : { cause },
    );
    this.method = method;
    this.url = url;
    this.status = status;
    this.requestId = requestId;
    this.problem = problem;
  }
}
