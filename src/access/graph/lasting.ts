/**
 * The access that remains wherever an apply stops (see `early.ts`): that of grants that both versions have, by the
 * capabilities that each version of their roles has. It is the counterpart of the union in `early.ts`.
 */
import { createAccessGraph } from './graph';
import type { AccessGraph, BindingInput, GrantNode, RoleInput, RoleNode } from './nodes';

export interface LastingOptions {
  /** Selects the grants of interest. The graph has no others. */
  readonly isOfInterest: (grant: GrantNode) => boolean;
  /** The keys of objects that are created before the deletion of a former one, by the key of the former one. */
  readonly successors: ReadonlyMap<string, string>;
}

/** Returns undefined if no grant of interest ends or changes: the access before remains everywhere. */
export function createLastingGraph(
  before: AccessGraph,
  after: AccessGraph,
  { isOfInterest, successors }: LastingOptions,
): AccessGraph | undefined {
  if (before === after) return undefined;
  const [beforeRoles, afterRoles] = [byKey(before.roles), byKey(after.roles)];
  const getVersions = ({ key }: RoleNode) =>
    [beforeRoles.get(key), afterRoles.get(key)].filter((node) => node !== undefined);
  const afterGrants = byKey(after.grants);
  const roles = new Map<string, RoleInput>();
  const grants: BindingInput[] = [];
  let isChanged = false;
  for (const former of before.grants.filter(isOfInterest)) {
    const grant = afterGrants.get(former.key) ?? afterGrants.get(successors.get(former.key) ?? '');
    const isSame = grant?.group.key === former.group.key && grant.identity.path === former.identity.path;
    const versions = new Set([former.role, grant?.role ?? former.role].flatMap(getVersions));
    isChanged ||= !isSame || versions.size > 1;
    if (grant === undefined || !isSame) continue;
    const role = [...new Set([former.role.key, grant.role.key])].join(' ');
    roles.set(role, intersect(role, [...versions]));
    grants.push({ key: grant.key, identity: grant.identity.key, group: grant.group.key, role });
  }
  if (!isChanged) return undefined;
  const others = after.roles.filter(({ key }) => !roles.has(key)).map((role) => ({ ...role, group: role.group?.key }));
  return createAccessGraph({
    groups: after.groups.map((group) => ({ ...group, parent: group.parent?.key })),
    identities: after.identities.map((identity) => ({ ...identity, group: identity.group?.key })),
    roles: [...roles.values(), ...others],
    grants,
  });
}

function byKey<T extends { readonly key: string }>(nodes: readonly T[]): ReadonlyMap<string, T> {
  return new Map(nodes.map((node) => [node.key, node]));
}

/** Returns a role with what all of the roles have. */
function intersect(key: string, roles: readonly RoleNode[]): RoleInput {
  const names = new Set(roles.flatMap(({ capabilities }) => capabilities));
  return {
    ...{ key, name: roles[0]?.name ?? key },
    capabilities: [...names].filter((name) => roles.every(({ capabilities }) => capabilities.includes(name))),
    holdsUnknown: roles.every((role) => role.holdsUnknown),
  };
}
