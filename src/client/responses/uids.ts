/** Reads responses that contain uids without their objects. */
import { isObject, isUid } from '../../model/api';
import type { ApiResponse } from '../calls/call';
import { notAList, readObject, shapeError } from './json-response';

/** Returns the uids of a list of v1 (contract G2). Unlike in v2, the list is present if it is empty. */
export function readUidsOfV1(response: ApiResponse, name: string | undefined): string[] {
  const { items } = readObject(response);
  if (!Array.isArray(items)) throw notAList(response, 'items');
  // v1 ignores the name if it has no such filter. An item without a name may have it.
  const hasName = (item: unknown) => !isObject(item) || typeof item['name'] !== 'string' || item['name'] === name;
  const uids = items
    .filter((item) => name === undefined || hasName(item))
    .map((item: unknown) => (isObject(item) ? item['id'] : undefined));
  if (!uids.every(isUid)) throw shapeError(response, 'items: expected objects with a uid in "id"');
  return uids;
}

/** Reads the response of `identities:lookupIdentity` (contract O5). */
export function readUid(response: ApiResponse): string {
  const { uid } = readObject(response);
  if (!isUid(uid)) throw shapeError(response, 'uid: expected a uid');
  return uid;
}
