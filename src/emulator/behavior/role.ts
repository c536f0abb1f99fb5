/** Roles: their capabilities, the built-in roles, and the permission to grant a role (contract K2, A4, A5). */
import { createHash } from 'node:crypto';
import { BUILT_IN_ROLES, builtInRoleDescription, isWithin, type FieldViolation } from '../../model/api';
import { role, roleBinding } from '../../model/kinds';
import { EVERY_UNKNOWN } from '../auth';
import type { KindBehavior, BehaviorContext } from '../service/kind-behavior';
import { mayList } from '../service/record';
import type { StoredRecord } from '../store/row';
import { equal } from '../store/selection';
import { failedPrecondition, invalidArgument, permissionDenied } from '../wire/errors';
import type { Caller } from '../wire/route';

export const roleBehavior: KindBehavior = {
  rootsArePublic: true,
  check: ({ caller, before, after }, { access }) => {
    const already = before === undefined ? [] : getCapabilities(before);
    const added = getCapabilities(after).filter((name) => !already.includes(name));
    const missing = access.missing(caller, added, after.uid);
    // A role that is refused has no uid that anybody knows.
    const scope = before === undefined ? String(after.parent) : after.uid;
    if (missing.length > 0)
      throw permissionDenied(missing, scope, 'a role cannot contain capabilities that its creator does not hold:');
  },
  checkDelete: ({ uid }, caller, context) => checkNotBound(context, caller, 'role', uid),
};

/** A bound role cannot be deleted (contract D4). The error names one of its bindings that the caller may list. */
export function checkNotBound(context: BehaviorContext, caller: Caller, what: 'identity' | 'role', uid: string): void {
  const bindings = context.store.find(roleBinding.kind, [equal(`${what}Uid`, uid)]);
  if (bindings.length === 0) return;
  const shown = bindings.find((binding) => mayList(context, caller, roleBinding, binding.uid));
  const by = shown === undefined ? 'a role binding that the caller may not list' : `role binding ${shown.uid}`;
  throw failedPrecondition('RESOURCE_IN_USE', `cannot delete ${what} bound by ${by}`, uid);
}

/** Returns the capabilities of a role. {@link EVERY_UNKNOWN} represents all that are not in our table. */
export function getCapabilities({ uid, values }: StoredRecord): readonly string[] {
  const named = (values['capabilities'] ?? []) as readonly string[];
  return holdingUnknown.has(uid) ? [...named, EVERY_UNKNOWN] : named;
}

/** A grant of a role in the group `scope`; `field` names the role. */
export interface ScopedRoleGrant {
  readonly caller: Caller;
  readonly field: string;
  readonly roleUid: string;
  readonly scope: string;
}

/** Returns the reason why the role cannot be granted there. */
export function roleProblem(
  context: BehaviorContext,
  { caller, field, roleUid, scope }: ScopedRoleGrant,
): FieldViolation | undefined {
  const found = context.store.get(role.kind, roleUid);
  // A custom role is valid in its group and beneath, and a built-in role everywhere.
  if (found !== undefined && (found.parent === undefined || isWithin(scope, found.parent))) return undefined;
  if (found === undefined || !mayList(context, caller, role, roleUid))
    return { field, description: `${field} names no role: ${roleUid}` };
  return { field, description: `${field} names a role of ${found.parent}, which can be granted only there` };
}

/** Throws PERMISSION_DENIED unless the caller holds all capabilities of the role in `scope`. */
export function checkMayGrant(
  context: BehaviorContext,
  { caller, roleUid, scope }: Omit<ScopedRoleGrant, 'field'>,
): void {
  const found = context.store.get(role.kind, roleUid);
  const missing = found === undefined ? [] : context.access.missing(caller, getCapabilities(found), scope);
  if (missing.length === 0) return;
  const isShown = found?.parent === undefined || mayList(context, caller, role, roleUid);
  throw permissionDenied(isShown ? missing : [], scope, 'callers can only grant capabilities that they hold:');
}

/**
 * Checks an object that grants a role without a role binding: the caller must be allowed to create such a role binding.
 */
export function checkGrant(context: BehaviorContext, grant: ScopedRoleGrant): void {
  const { caller, scope } = grant;
  const problem = roleProblem(context, grant);
  if (problem !== undefined) throw invalidArgument([problem]);
  const binding = `${roleBinding.capability}.create`;
  if (!context.access.holds(caller, binding, scope)) throw permissionDenied([binding], scope, 'giving a role needs');
  checkMayGrant(context, grant);
}

/**
 * Returns the uid of a built-in role, which is the same in every organization and every emulator.
 *
 * @example builtInRoleUid('viewer')
 */
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
