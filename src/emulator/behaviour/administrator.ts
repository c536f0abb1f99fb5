/**
 * The administrator: a person with a single-segment uid, bound to `owner` in every root group of a seed, and nothing more
 * than that. Source: specification §5; not-shown "Identity" (people).
 */
import { group, identity, roleBinding } from '../../resources';
import { personUid } from '../auth';
import { equal, isRoot, type StoredRecord } from '../store';
import { nameOf, newUid } from '../service/record';
import type { Context } from '../service';
import { builtInRoleUid } from './built-in-roles';

const email = 'administrator@platform.internal';

export const ADMINISTRATOR_UID = personUid('https://auth.platform.internal', email);

/** Sees to it that the administrator is there and owns every root group in which nobody made a binding for them. */
export function installAdministrator(context: Context, time: string): void {
  const { store } = context;
  const record = (kind: string, uid: string, parent: string | undefined, values: StoredRecord['values']): void =>
    store.insert({ kind, uid, parent, name: nameOf(values), values, createTime: time, updateTime: time });
  if (store.get(identity.kind, ADMINISTRATOR_UID) === undefined)
    record(identity.kind, ADMINISTRATOR_UID, undefined, { name: 'administrator', email, lastSeenTime: time });
  for (const { uid } of store.find(group.kind, [isRoot])) {
    const own = [equal('parent', uid), equal('identityUid', ADMINISTRATOR_UID)];
    if (store.count(roleBinding.kind, own) > 0) continue;
    const values = { identityUid: ADMINISTRATOR_UID, roleUid: builtInRoleUid('owner'), automatic: true };
    record(roleBinding.kind, newUid(context, roleBinding, uid), uid, values);
  }
}
