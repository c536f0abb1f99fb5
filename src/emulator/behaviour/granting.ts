/** What invites and identity providers share with role bindings: they give roles. Source: not-shown "Capabilities and built-in roles". */
import { isWithin, type FieldViolation } from '../../api';
import { role, roleBinding } from '../../resources';
import { EVERY_UNKNOWN, type Caller } from '../auth';
import { invalidArgument, permissionDenied } from '../errors';
import type { Context } from '../service';
import type { StoredRecord } from '../store';
import { holdsUnknown } from './built-in-roles';

/** The capabilities of a role as access takes them: {@link EVERY_UNKNOWN} stands for all that are not in our table. */
export function capabilitiesOf({ uid, values }: StoredRecord): readonly string[] {
  const named = (values['capabilities'] ?? []) as readonly string[];
  return holdsUnknown(uid) ? [...named, EVERY_UNKNOWN] : named;
}

/** What is wrong with a role that `field` names, as one to be given in the group `scope`. */
export function roleProblem({ store }: Context, field: string, uid: string, scope: string): FieldViolation | undefined {
  const found = store.get(role.kind, uid);
  if (found === undefined) return { field, description: `${field} names no role: ${uid}` };
  // A custom role holds in its group and beneath; a built-in one everywhere.
  if (found.parent === undefined || isWithin(scope, found.parent)) return undefined;
  return { field, description: `${field} names a role of ${found.parent}, which cannot be given outside of it` };
}

/** Throws PERMISSION_DENIED unless the caller holds in `scope` everything that the role would give there. */
export function checkMayGive({ store, access }: Context, caller: Caller, roleUid: string, scope: string): void {
  const found = store.get(role.kind, roleUid);
  const missing = found === undefined ? [] : access.missing(caller, capabilitiesOf(found), scope);
  if (missing.length > 0) throw permissionDenied(missing, scope, 'nobody can give what they lack:');
}

/** For what gives a role in a group without being a role binding: as if the caller made one. */
export function checkGiving(context: Context, caller: Caller, field: string, roleUid: string, scope: string): void {
  const problem = roleProblem(context, field, roleUid, scope);
  if (problem !== undefined) throw invalidArgument([problem]);
  const binding = `${roleBinding.capability}.create`;
  if (!context.access.holds(caller, binding, scope)) throw permissionDenied([binding], scope, 'giving a role needs');
  checkMayGive(context, caller, roleUid, scope);
}
