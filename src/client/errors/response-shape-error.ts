/** `ResponseShapeError`: a successful response that is invalid. */
import { printable } from '../../text/printable';
import type { Outcome } from './api-error';
import { malformedInWords, type MalformedObject } from './malformed-object';

export interface ResponseShapeErrorOptions {
  readonly method: string;
  /** The path alone. */
  readonly url: string;
  readonly status: number;
  readonly requestId?: string | undefined;
  /** The problem of the response: `groups[3].name: expected a string`. Free of secrets. */
  readonly problem: string;
  /** The objects that are not what they should be, where the rest of the response can be read. */
  readonly malformed?: readonly MalformedObject[];
  /** The response to a list is something else than a list. @default false */
  readonly isNotAList?: boolean | undefined;
}

/**
 * The service answered with success, but the response is invalid. Not an `ApiError`: the call was executed, so
 * `outcome` is `unknown`.
 */
export class ResponseShapeError extends Error {
  override readonly name: string = 'ResponseShapeError';
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly problem: string;
  /** The objects that are not what they should be; empty where the response as a whole cannot be understood. */
  readonly malformed: readonly MalformedObject[];
  /** True if the response to a list is something else than a list, such as one object. */
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

/** For a list that was read to its end, except for these objects. */
export function malformedList(url: string, malformed: readonly MalformedObject[]): ResponseShapeError {
  const problem = `${malformedInWords(malformed)}. All other objects were read`;
  return new ResponseShapeError({ method: 'GET', url, status: 200, problem, malformed });
}
