/** Source: specification §2 and §4 RoleBindings; not-shown "Capabilities and built-in roles". */
import { isWithin, rootUid } from '../../api';
import { group, identity, role, roleBinding } from '../../resources';
import { alreadyExists, invalidArgument } from '../errors';
import type { Behaviour, Change, Context, Values } from '../service';
import { equal, type StoredRecord } from '../store';
import { checkMayGive, roleProblem } from './granting';
import { reference } from '../service/response';

export const roleBindingBehaviour: Behaviour = {
  deleteIsIdempotent: true,
  check: (change, context) => {
    checkReferences(change, context);
    checkUnique(change, context);
    checkMayGive(context, change.caller, String(change.after.values['roleUid']), String(change.after.parent));
  },
  expand: ({ parent, values }, lookUp) => {
    const bound = lookUp(identity.kind, String(values['identityUid']));
    const given = lookUp(role.kind, String(values['roleUid']));
    const held = lookUp(group.kind, String(parent));
    return {
      ...(bound !== undefined && { identity: identityReference(bound) }),
      ...(given !== undefined && { role: reference(given) }),
      ...(held !== undefined && { group: reference(held) }),
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

/** Of an identity also whom it trusts; of a person who has not signed in yet, the account. */
function identityReference(record: StoredRecord): Values {
  const trusted = (record.values['claimMatch'] ??
    record.values['staticKeys'] ??
    record.values['account'] ??
    {}) as Values;
  const { issuer, subject } = trusted;
  return { ...reference(record), issuer, subject, email: record.values['email'] };
}
