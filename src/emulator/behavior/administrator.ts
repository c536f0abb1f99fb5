/** The administrator: a person (contract U3) who is an owner of the root groups of a seed, and has no other access. */
import { identity, roleBinding } from '../../model/kinds';
import { personUid } from '../auth';
import type { BehaviorContext } from '../service/kind-behavior';
import { equal, within } from '../store/selection';
import { bindOwner } from './role-binding';

const name = 'administrator';
const email = 'administrator@platform.internal';

export const ADMINISTRATOR_UID = personUid('https://auth.platform.internal', email);

/** Adds the administrator, and grants them `owner` in all root groups where the seed has no role binding for them. */
export function installAdministrator(context: BehaviorContext, rootUids: readonly string[], time: string): void {
  const { store } = context;
  if (store.get(identity.kind, ADMINISTRATOR_UID) === undefined) {
    const values = { name, email, lastSeenTime: time };
    store.insert({ kind: identity.kind, uid: ADMINISTRATOR_UID, name, values, createTime: time, updateTime: time });
  }
  for (const uid of rootUids) {
    // Within its tree: a new store has no index of identities.
    const own = [within(uid), equal('parent', uid), equal('identityUid', ADMINISTRATOR_UID)];
    if (store.count(roleBinding.kind, own) === 0) bindOwner(context, uid, ADMINISTRATOR_UID, time);
  }
}
