/** Roles: what they hold, the built-in ones, and who may grant one (contract K2, A4, A5). */
import { createHash } from 'node:crypto';
import { BUILT_IN_ROLES, builtInRoleDescription, isWithin, type FieldViolation } from '../../api';
import { role, roleBinding } from '../../resources';
import { EVERY_UNKNOWN, type Caller } from '../auth';
import { failedPrecondition, invalidArgument, permissionDenied } from '../errors';
import type { Behaviour, Context } from '../service/behaviour';
import { equal } from '../store/conditions';
import type { StoredRecord } from '../store/row';

export const roleBehaviour: Behaviour = {
  rootsArePublic: true,
  check: ({ caller, before, after }, { access }) => {
    const already = before === undefined ? [] : capabilitiesOf(before);
    const added = capabilitiesOf(after).filter((name) => !already.includes(name));
    const missing = access.missing(caller, added, after.uid);
    if (missing.length > 0) throw permissionDenied(missing, after.uid, 'a role cannot hold what its maker lacks:');
  },
  checkDelete: ({ uid }, { store }) => {
    const [binding] = store.find(roleBinding.kind, [equal('roleUid', uid)]);
    if (binding !== undefined)
      throw failedPrecondition('RESOURCE_IN_USE', `cannot delete role bound by role binding ${binding.uid}`, uid);
  },
};

/** The capabilities of a role as access takes them: {@link EVERY_UNKNOWN} stands for all that are not in our table. */
export function capabilitiesOf({ uid, values }: StoredRecord): readonly string[] {
  const named = (values['capabilities'] ?? []) as readonly string[];
  return holdingUnknown.has(uid) ? [...named, EVERY_UNKNOWN] : named;
}

/** What is wrong with a role that `field` names, as one to be granted in the group `scope`. */
export function roleProblem({ store }: Context, field: string, uid: string, scope: string): FieldViolation | undefined {
  const found = store.get(role.kind, uid);
  if (found === undefined) return { field, description: `${field} names no role: ${uid}` };
  // A custom role holds in its group and beneath; a built-in one everywhere.
  if (found.parent === undefined || isWithin(scope, found.parent)) return undefined;
  return { field, description: `${field} names a role of ${found.parent}, which cannot be given outside of it` };
}

/** Throws PERMISSION_DENIED unless the caller holds in `scope` everything that the role would grant there. */
export function checkMayGrant({ store, access }: Context, caller: Caller, roleUid: string, scope: string): void {
  const found = store.get(role.kind, roleUid);
  const missing = found === undefined ? [] : access.missing(caller, capabilitiesOf(found), scope);
  if (missing.length > 0) throw permissionDenied(missing, scope, 'nobody can give what they lack:');
}

/** For what grants a role without being a role binding: the caller must be allowed to make such a binding. */
export function checkGrant(context: Context, caller: Caller, field: string, roleUid: string, scope: string): void {
  const problem = roleProblem(context, field, roleUid, scope);
  if (problem !== undefined) throw invalidArgument([problem]);
  const binding = `${roleBinding.capability}.create`;
  if (!context.access.holds(caller, binding, scope)) throw permissionDenied([binding], scope, 'giving a role needs');
  checkMayGrant(context, caller, roleUid, scope);
}

/** The uid of a built-in role: the same in every organization and every emulator. */
export function builtInRoleUid(name: string): string {
  return createHash('sha1').update(`built-in role ${name}`).digest('hex');
}

const holdingUnknown = new Set(
  BUILT_IN_ROLES.filter(({ holdsUnknown }) => holdsUnknown === true).map(({ name }) => builtInRoleUid(name)),
);

/** Before any organization was created. */
const builtInSince = '2024-01-01T00:00:00.000Z';

export function builtInRoleRecords(): StoredRecord[] {
  return BUILT_IN_ROLES.map(({ name, capabilities }) => ({
    kind: role.kind,
    uid: builtInRoleUid(name),
    name,
    values: { name, description: builtInRoleDescription(name), capabilities },
    createTime: builtInSince,
    updateTime: builtInSince,
  }));
}
