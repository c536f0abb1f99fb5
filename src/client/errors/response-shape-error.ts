/** `ResponseShapeError`: a successful response that is invalid. */
import { printable } from '../../base/text/printable';
import type { Outcome } from './api-error';
import { malformedInWords, type MalformedObject } from './malformed-object';

export interface ResponseShapeErrorOptions {
  readonly method: string;
  /** The path without the query. */
  readonly url: string;
  readonly status: number;
  readonly requestId?: string | undefined;
  /** The problem of the response: `groups[3].name: expected a string`. Contains no secret. */
  readonly problem: string;
  /** The malformed objects, if the rest of the response is readable. */
  readonly malformed?: readonly MalformedObject[];
  /** True if the response to a list is not a list. @default false */
  readonly isNotAList?: boolean | undefined;
}

/**
 * An invalid response of a successful call. It is not an `ApiError`: the call was executed, so `outcome` is `unknown`.
 */
export class ResponseShapeError extends Error {
  override readonly name: string = 'ResponseShapeError';
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly problem: string;
  /** The malformed objects. Empty if the response as a whole is invalid. */
  readonly malformed: readonly MalformedObject[];
  /** True if the response to a list is not a list, for example a single object. */
  readonly isNotAList: boolean;
  readonly outcome: Outcome = 'unknown';

  constructor(options: ResponseShapeErrorOptions) {
    const { method, url, status, requestId, problem, malformed = [], isNotAList = false } = options;
    const request = requestId === undefined ? '' : ` (request id ${requestId})`;
    const text = printable(problem);
    super(`${method} ${url}: the response (HTTP ${status}) is invalid: ${text}${request}`);
    this.method = method;
    this.url = url;
    this.status = status;
    this.requestId = requestId;
    this.problem = text;
    this.malformed = malformed;
    this.isNotAList = isNotAList;
  }
}

/** Returns the error for a list that was read to its end, except for these objects. */
export function malformedList(url: string, malformed: readonly MalformedObject[]): ResponseShapeError {
  const problem = `${malformedInWords(malformed)}. All other objects were read`;
  return new ResponseShapeError({ method: 'GET', url, status: 200, problem, malformed });
}
