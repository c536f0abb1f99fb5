/** Source: specification §2 and §4 RoleBindings; not-shown "Capabilities and built-in roles". */
import { isWithin, rootUid } from '../../api';
import { group, identity, role, roleBinding } from '../../resources';
import { alreadyExists, invalidArgument } from '../errors';
import type { Behaviour, Change, Context } from '../service';
import { equal } from '../store';
import { checkMayGive, roleProblem } from './granting';
import { referred, referredIdentity } from './referred';

export const roleBindingBehaviour: Behaviour = {
  deleteIsIdempotent: true,
  check: (change, context) => {
    checkReferences(change, context);
    checkUnique(change, context);
    checkMayGive(context, change.caller, String(change.after.values['roleUid']), String(change.after.parent));
  },
  hydrate: ({ parent, values }, lookUp) => {
    const bound = lookUp(identity.kind, String(values['identityUid']));
    const given = lookUp(role.kind, String(values['roleUid']));
    const held = lookUp(group.kind, String(parent));
    return {
      ...(bound !== undefined && { identity: referredIdentity(bound) }),
      ...(given !== undefined && { role: referred(given) }),
      ...(held !== undefined && { group: referred(held) }),
    };
  },
};

function checkReferences({ after }: Change, context: Context): void {
  const { identityUid, roleUid } = after.values;
  const bound = context.store.get(identity.kind, String(identityUid));
  // A person belongs to no organization; any other identity only to its own.
  const isBindable = bound?.parent === undefined || isWithin(bound.uid, rootUid(after.uid));
  const violations = [
    bound === undefined || !isBindable
      ? { field: 'identityUid', description: `identityUid names no identity: ${String(identityUid)}` }
      : undefined,
    roleProblem(context, 'roleUid', String(roleUid), String(after.parent)),
  ].filter((violation) => violation !== undefined);
  if (violations.length > 0) throw invalidArgument(violations);
}

function checkUnique({ declaration, after }: Change, { store }: Context): void {
  const { identityUid, roleUid } = after.values;
  const same = [
    equal('parent', String(after.parent)),
    equal('identityUid', String(identityUid)),
    equal('roleUid', String(roleUid)),
  ];
  const other = store.find(roleBinding.kind, same).find(({ uid }) => uid !== after.uid);
  if (other === undefined) return;
  const description = `identity ${String(identityUid)} has this role in ${String(after.parent)} by ${other.uid}`;
  throw alreadyExists(declaration, other.uid, description);
}
