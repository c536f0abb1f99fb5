/** Reads the JSON of a successful response. */
import { isObject, type Values } from '../../model/api';
import type { ApiResponse } from '../calls/call';
import { getExcerpt, findRequestId } from '../calls/error-response';
import type { MalformedObject } from '../errors/malformed-object';
import { ResponseShapeError } from '../errors/response-shape-error';
import { withoutSecretsIn } from '../errors/secrets';
import { isNestedTooDeeply, nestingProblem } from '../transport/response-limits';

/** Returns the JSON object of a response. */
export function readObject(response: ApiResponse): Values {
  if (isNestedTooDeeply(response.text)) throw shapeError(response, nestingProblem);
  let parsed: unknown;
  try {
    parsed = JSON.parse(response.text);
  } catch {
    const place = `Is ${response.baseUrl} the API's base URL?`;
    throw shapeError(response, `expected JSON, found ${getExcerpt(response, response.secrets)}. ${place}`);
  }
  if (!isObject(parsed)) throw shapeError(response, 'expected a JSON object');
  return parsed;
}

/** Throws unless the response is empty or a JSON object (contract D1): an HTML page with status 200 is not the service. */
export function expectEmpty(response: ApiResponse): void {
  if (response.text.trim() !== '') readObject(response);
}

export function shapeError(
  response: ApiResponse,
  problem: string,
  malformed: readonly MalformedObject[] = [],
  isNotAList = false,
): ResponseShapeError {
  const { method, url, status } = response;
  const requestId = findRequestId(response, response.secrets);
  const clean = withoutSecretsIn({ problem, malformed }, response.secrets);
  return new ResponseShapeError({ method, url, status, requestId, ...clean, isNotAList });
}

/** Returns the error for a response to a list that is not a list. */
export function notAList(response: ApiResponse, name: string): ResponseShapeError {
  return shapeError(response, `expected a list ${JSON.stringify(name)}`, [], true);
}
