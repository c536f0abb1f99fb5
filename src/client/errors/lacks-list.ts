/** Recognizes an API that has no list of a kind. */
import { isUid } from '../../model/api';
import { ApiError } from './api-error';
import { ResponseShapeError } from './response-shape-error';

/**
 * Returns true if the API has no list at the requested path (contract L9): the path does not exist, or leads to
 * something else. Such a response proves nothing. A service without the selected version of the API lacks more than a list.
 */
export function lacksList(error: unknown): boolean {
  if (error instanceof ResponseShapeError) return error.isNotAList;
  if (!(error instanceof ApiError) || error.servedVersion !== undefined) return false;
  // A list has no parameter `uid`: the router reads the path as that of an object with an empty uid.
  if (error.code === 'INVALID_ARGUMENT') return error.fieldViolations.some(({ field }) => field === 'uid');
  return ['NOT_FOUND', 'UNIMPLEMENTED'].includes(error.code) || isDeniedList(error);
}

/**
 * Returns true if the service itself denies a list. A list leaves out what the caller may not see and is never denied (contract
 * L8): this is the check of an empty uid, or of a service that has no empty list. It shows as much as an empty list.
 */
export function isDeniedList(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 'PERMISSION_DENIED') return false;
  return error.method === 'GET' && error.hasServiceBody && !error.url.split('/').some(isUid);
}
