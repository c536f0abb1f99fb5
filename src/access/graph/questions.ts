/** Questions about a graph. Arguments name groups and identities by key or by path. */
import { onceFor } from '../../base/cache/once-for';
import { canonicalCapability, isKnownCapability } from '../../model/api';
import type { AccessGraph, GrantNode, GroupNode, IdentityNode, RoleNode } from './nodes';
import { compareNames } from '../../base/text/compare-names';
import { groupBy } from './paths';

/**
 * Represents all capabilities that neither this package nor any role of the graph names. `owner` holds them in addition
 * to the known ones.
 */
export const EVERY_OTHER_CAPABILITY = '*';

/** A reason for a capability in a group: a grant, its role, and the groups from the grant down to that group. */
export interface Reason {
  readonly grant: GrantNode;
  readonly role: RoleNode;
  /** The groups from that of the grant to the requested one, both included. */
  readonly path: readonly GroupNode[];
}

/** Returns the identities that hold a capability in a group, with their grants. */
export interface Holder {
  readonly identity: IdentityNode;
  readonly grants: readonly GrantNode[];
}

/** Returns true if the identity holds the capability in the group. */
export function holds(graph: AccessGraph, identity: string, capability: string, group: string): boolean {
  const scope = graph.group(group);
  return graph.identity(identity).grants.some((grant) => grantsThere(grant, capability, scope));
}

/**
 * Returns the capabilities of the identity in the group, as sorted dotted names. {@link EVERY_OTHER_CAPABILITY} is last
 * if the identity also holds capabilities that this package does not know.
 */
export function capabilitiesAt(graph: AccessGraph, identity: string, group: string): string[] {
  const scope = graph.group(group);
  const roles = graph
    .identity(identity)
    .grants.filter((grant) => isWithinGroup(scope, grant.group))
    .map(({ role }) => role);
  const held = new Set(roles.flatMap(({ capabilities }) => capabilities));
  const holdsUnknown = roles.some((role) => role.holdsUnknown);
  if (holdsUnknown) for (const name of unknownNames(graph)) held.add(name);
  return [...[...held].sort(compareNames), ...(holdsUnknown ? [EVERY_OTHER_CAPABILITY] : [])];
}

/** Returns all identities that hold the capability in the group, by path. */
export function whoCan(graph: AccessGraph, capability: string, group: string): Holder[] {
  const scope = graph.group(group);
  const grants = upwards(scope).flatMap((above) =>
    above.grants.filter((grant) => includesCapability(grant.role, capability)),
  );
  return [...groupBy(grants, ({ identity }) => identity)]
    .map(([identity, held]) => ({ identity, grants: held }))
    .sort((a, b) => compareNames(a.identity.path, b.identity.path));
}

/**
 * Returns the topmost groups where the identity holds the capability, by path. It also holds the capability in all
 * groups under them.
 */
export function whereCan(graph: AccessGraph, identity: string, capability: string): GroupNode[] {
  const groups = graph
    .identity(identity)
    .grants.filter(({ role }) => includesCapability(role, capability))
    .map(({ group }) => group);
  return topmost(groups).sort((a, b) => compareNames(a.path, b.path));
}

/**
 * Returns every chain that gives the identity the capability in the group, the nearest grant first. Empty if the
 * identity does not hold it.
 */
export function why(graph: AccessGraph, identity: string, capability: string, group: string): Reason[] {
  const scope = graph.group(group);
  const above = upwards(scope);
  return graph
    .identity(identity)
    .grants.filter((grant) => grantsThere(grant, capability, scope))
    .map((grant) => ({
      grant,
      role: grant.role,
      path: above.slice(0, above.indexOf(grant.group) + 1).reverse(),
    }))
    .sort((a, b) => a.path.length - b.path.length || compareNames(a.grant.key, b.grant.key));
}

/** Returns true if the grant is redundant: the identity would have the same access without it. */
export function isRedundant(graph: AccessGraph, { identity, role, group, key }: GrantNode): boolean {
  const others = identity.grants.filter((grant) => grant.key !== key && isWithinGroup(group, grant.group));
  const names = role.holdsUnknown ? [...role.capabilities, ...unknownNames(graph)] : role.capabilities;
  return (
    names.every((name) => others.some((other) => includesCapability(other.role, name))) &&
    (!role.holdsUnknown || others.some((other) => other.role.holdsUnknown))
  );
}

/** Returns true if `group` is `scope` or beneath it. */
export function isWithinGroup(group: GroupNode, scope: GroupNode): boolean {
  return scope.order <= group.order && group.order <= scope.end;
}

/** Returns the group and the groups above it, the nearest first. */
export function upwards(group: GroupNode): GroupNode[] {
  const groups: GroupNode[] = [];
  for (let next: GroupNode | undefined = group; next !== undefined; next = next.parent) groups.push(next);
  return groups;
}

/** Returns the groups that are not beneath another one, in the order of the tree. */
export function topmost(groups: Iterable<GroupNode>): GroupNode[] {
  const found: GroupNode[] = [];
  for (const group of [...groups].sort((a, b) => a.order - b.order)) {
    const last = found.at(-1);
    if (last === undefined || !isWithinGroup(group, last)) found.push(group);
  }
  return found;
}

function grantsThere({ role, group }: GrantNode, capability: string, scope: GroupNode): boolean {
  return isWithinGroup(scope, group) && includesCapability(role, capability);
}

/** Returns true if the role contains the capability. */
export function includesCapability(role: RoleNode, capability: string): boolean {
  const name = canonicalCapability(capability);
  return getRoleNames(role).has(name) || (role.holdsUnknown && !isKnownCapability(name));
}

/** Computed once: one question reads the capabilities of a role thousands of times. */
const getRoleNames = onceFor((role: RoleNode): ReadonlySet<string> => new Set(role.capabilities));

/** The capabilities that the roles of the graph name and that this package does not know. */
function unknownNames({ roles }: AccessGraph): Set<string> {
  return new Set(roles.flatMap(({ capabilities }) => capabilities.filter((name) => !isKnownCapability(name))));
}
