/** Reads the response of `GET /auth/v1/ok`: the identity of the token, and its capabilities. */
import { canonicalCapability, isObject, isWithin, type Values } from '../../model/api';
import type { ApiResponse } from '../calls/call';
import { readObject, shapeError } from './json-response';

/** The subject of the token. */
export interface Whoami {
  /** The uid of the identity. */
  readonly subject: string;
  /** The capabilities of the token, one entry for each role that it holds in a group. */
  readonly capabilities: readonly Grant[];
}

/** The capabilities that a role gives to the subject of the token, in a group and all groups under it. */
export interface Grant {
  /** The uid of the group. */
  readonly group: string;
  /** The uid of the role, or `undefined` if the service names none. */
  readonly role?: string | undefined;
  /** Dotted names, such as `groups.list`. */
  readonly capabilities: readonly string[];
}

/** Returns true if the token holds the capability (dotted) in the group or above. */
export function holdsCapability({ capabilities }: Whoami, capability: string, groupUid: string): boolean {
  return capabilities.some((grant) => isWithin(groupUid, grant.group) && grant.capabilities.includes(capability));
}

/** The response of `GET /auth/v1/ok` (contract T9). */
export function readWhoami(response: ApiResponse): Whoami {
  const { subject, capabilities } = readObject(response);
  if (typeof subject !== 'string') throw shapeError(response, 'subject: expected a string');
  const granted = capabilities ?? [];
  if (!Array.isArray(granted)) throw shapeError(response, 'capabilities: expected a list');
  return { subject, capabilities: granted.map((entry: unknown, index) => readGrant(response, entry, index)) };
}

function readGrant(response: ApiResponse, entry: unknown, index: number): Grant {
  const at = `capabilities[${index}]`;
  const { group, role, capabilities } = (entry ?? {}) as Values;
  const groupUid = referredUid(group);
  if (groupUid === undefined) throw shapeError(response, `${at}.group: expected a uid, or an object with one`);
  // A service lists the capabilities of the role. An entry without a role has its own list.
  const names = [isObject(role) ? role['capabilities'] : undefined, capabilities].map((list) => list ?? []);
  if (!names.every((list) => Array.isArray(list))) throw shapeError(response, `${at}.capabilities: expected a list`);
  return {
    group: groupUid,
    role: referredUid(role),
    capabilities: [...new Set(names.flat().map((name: unknown) => canonicalCapability(String(name))))],
  };
}

/** Returns the uid of a reference: a text, or an object with `uid` or `id`. */
function referredUid(reference: unknown): string | undefined {
  const { uid, id } = isObject(reference) ? reference : { uid: reference };
  return [uid, id].find((value): value is string => typeof value === 'string' && value !== '');
}
