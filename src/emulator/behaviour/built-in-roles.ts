/** The roles of every organization as records. Source: not-shown "Capabilities and built-in roles". */
import { createHash } from 'node:crypto';
import { BUILT_IN_ROLES, builtInRoleDescription } from '../../api';
import { role } from '../../resources';
import type { StoredRecord } from '../store';

// They were there before any organization.
const since = '2024-01-01T00:00:00.000Z';

/** The uid of a built-in role: the same everywhere and always. */
export function builtInRoleUid(name: string): string {
  return createHash('sha1').update(`built-in role ${name}`).digest('hex');
}

/** Whether the role holds every capability that is not in our table. */
export function holdsUnknown(uid: string): boolean {
  return allHolding.has(uid);
}

const allHolding = new Set(
  BUILT_IN_ROLES.filter((role) => role.holdsUnknown === true).map(({ name }) => builtInRoleUid(name)),
);

export function builtInRoleRecords(): StoredRecord[] {
  return BUILT_IN_ROLES.map(({ name, capabilities }) => ({
    kind: role.kind,
    uid: builtInRoleUid(name),
    name,
    values: { name, description: builtInRoleDescription(name), capabilities },
    createTime: since,
    updateTime: since,
  }));
}
