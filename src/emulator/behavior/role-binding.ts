/**
 * Role bindings: an identity of the same organization or a person, a role that can be granted there, each pair once in a
 * group (contract A7, A5, C1), and the objects that a response shows whole (K4).
 */
import { isWithin, rootUid } from '../../model/api';
import { group, identity, role, roleBinding } from '../../model/kinds';
import type { KindBehavior, PendingChange, BehaviorContext } from '../service/kind-behavior';
import { newUid, reference, mayList } from '../service/record';
import { equal } from '../store/selection';
import { alreadyExists, invalidArgument } from '../wire/errors';
import { identityReference } from './identity';
import { builtInRoleUid, checkMayGrant, roleProblem, type ScopedRoleGrant } from './role';

export const roleBindingBehavior: KindBehavior = {
  deleteIsIdempotent: true,
  check: (change, context) => {
    checkReferences(change, context);
    checkMayGrant(context, getGrant(change));
    checkUnique(change, context);
  },
  expand: ({ parent, values }, lookUp) => {
    const boundIdentity = lookUp(identity.kind, String(values['identityUid']));
    const grantedRole = lookUp(role.kind, String(values['roleUid']));
    const inGroup = lookUp(group.kind, String(parent));
    return {
      ...(boundIdentity !== undefined && { identity: identityReference(boundIdentity) }),
      ...(grantedRole !== undefined && { role: reference(grantedRole) }),
      ...(inGroup !== undefined && { group: reference(inGroup) }),
    };
  },
};

/** Binds an identity to `owner` in a root group. The binding is marked: it does not keep the group (contract D3). */
export function bindOwner(context: BehaviorContext, groupUid: string, identityUid: string, time: string): void {
  context.store.insert({
    kind: roleBinding.kind,
    uid: newUid(context, roleBinding, groupUid),
    parent: groupUid,
    name: '',
    values: { identityUid, roleUid: builtInRoleUid('owner'), automatic: true },
    createTime: time,
    updateTime: time,
  });
}

function getGrant({ caller, after }: PendingChange): ScopedRoleGrant {
  return { caller, field: 'roleUid', roleUid: String(after.values['roleUid']), scope: String(after.parent) };
}

function checkReferences(change: PendingChange, context: BehaviorContext): void {
  const { after } = change;
  const { identityUid } = after.values;
  const bound = context.store.get(identity.kind, String(identityUid));
  // A person belongs to no organization; any other identity only to its own.
  const isBindable = bound !== undefined && (bound.parent === undefined || isWithin(bound.uid, rootUid(after.uid)));
  const violations = [
    isBindable
      ? undefined
      : { field: 'identityUid', description: `identityUid names no identity: ${String(identityUid)}` },
    roleProblem(context, getGrant(change)),
  ].filter((violation) => violation !== undefined);
  if (violations.length > 0) throw invalidArgument(violations);
}

function checkUnique({ declaration, caller, after }: PendingChange, context: BehaviorContext): void {
  const { identityUid, roleUid } = after.values;
  const same = [
    equal('parent', String(after.parent)),
    equal('identityUid', String(identityUid)),
    equal('roleUid', String(roleUid)),
  ];
  const other = context.store.find(roleBinding.kind, same).find(({ uid }) => uid !== after.uid);
  if (other === undefined) return;
  const description = `identity ${String(identityUid)} has this role in ${String(after.parent)}`;
  throw mayList(context, caller, declaration, other.uid)
    ? alreadyExists(declaration, other.uid, `${description} by ${other.uid}`)
    : alreadyExists(declaration, '', description);
}
