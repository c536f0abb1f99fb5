/** An organization as tests see it: its objects by path, and the access of identities. */
import { holds, whoCan, type AccessGraph, type GroupNode, type IdentityName } from '../../src/access/graph';
import { CAPABILITIES, canonicalCapability, nearest } from '../../src/model/api';
import {
  accessGraph,
  requireIdentity,
  isBuiltIn,
  type AccessObject,
  type AccessCollection,
} from '../../src/access/rules';

/** The fields of a group. */
export interface GroupFields {
  /** The description of the group. */
  readonly description?: string;
}

/** The fields of an identity: its description, and exactly one method to assume it. */
export interface IdentityFields {
  /** The description of the identity. */
  readonly description?: string;
  /** The tokens that the identity accepts, with the field names of the API. */
  readonly claimMatch?: {
    readonly [
      field in 'issuer' | 'issuerPattern' | 'subject' | 'subjectPattern' | 'audience' | 'audiencePattern'
    ]?: string;
  } & {
    readonly [field in 'claims' | 'claimPatterns']?: Readonly<Record<string, string>>;
  };
  /** The pinned keys that the identity accepts. */
  readonly staticKeys?: Readonly<Record<string, unknown>>;
  /** The AWS identity that the identity accepts. */
  readonly awsIdentity?: Readonly<Record<string, unknown>>;
  /** The service of the platform that acts as the identity. */
  readonly servicePrincipal?: string;
}

/** The fields of a custom role. */
export interface RoleFields {
  /** The description of the role. */
  readonly description?: string;
  /** The capabilities of the role: dotted names, sorted. */
  readonly capabilities: readonly string[];
}

/**
 * An organization with its access. The keys of groups, identities and roles are their paths, such as
 * `acme/payments/ci`.
 */
export interface Organization {
  /** The groups by path, such as `acme/payments`. */
  readonly groups: Readonly<Record<string, GroupFields>>;
  /** The identities by path, such as `acme/payments/ci`. */
  readonly identities: Readonly<Record<string, IdentityFields>>;
  /** The custom roles by path, such as `acme/auditor`. */
  readonly roles: Readonly<Record<string, RoleFields>>;
  /** The grants, sorted: `acme/payments/ci → viewer → acme/payments`. Invites and sign-ins are included. */
  readonly grants: readonly string[];
  /**
   * Returns the identities that have a role in a group, granted there or in a group above it, sorted.
   *
   * @param role the name of a built-in role, or the path of a custom role
   * @throws TypeError if the role or the group does not exist
   * @example expect(org.whoHas('viewer', 'acme/payments')).toEqual(['acme/payments/ci']);
   */
  whoHas(role: string, group: string): string[];
  /**
   * Returns the identities that hold a capability in a group, sorted.
   *
   * @throws TypeError if the group does not exist, or if no role names the capability
   * @example expect(org.whoCan('role_bindings.create', 'acme')).toEqual([]);
   */
  whoCan(capability: string, group: string): string[];
  /**
   * Returns true if the identity holds the capability in the group.
   *
   * @param identity its path or uid; for a person also the account, `subject at host`, the subject or the e-mail address
   * @throws TypeError if the identity or the group does not exist, if several people have the name, or if no role names
   *   the capability
   * @example expect(org.can('acme/payments/ci', 'groups.update', 'acme/payments')).toBe(false);
   */
  can(identity: IdentityName, capability: string, group: string): boolean;
  /** The graph of access, for the functions of `cdktf-provider-platform/access`. */
  readonly access: AccessGraph;
}

/** Returns the organization of these objects. */
export function toOrganization(objects: readonly AccessObject[]): Organization {
  const access = accessGraph(objects);
  const undescribed = new Set(
    objects
      .filter((object) => object.collection === 'roles' && object.isReferredTo === true && !isBuiltIn(object))
      .map(({ key }) => key),
  );
  const found = lookUps(access);

  /** The capabilities of a role that is only referred to are unknown. An error is better than a wrong answer. */
  const requireDescribed = (group: GroupNode, identity?: string): void => {
    for (let scope: GroupNode | undefined = group; scope !== undefined; scope = scope.parent)
      for (const grant of scope.grants)
        if (undescribed.has(grant.role.key) && (identity === undefined || grant.identity.key === identity))
          throw new TypeError(
            `Cannot evaluate access in ${group.path}: the stack does not declare the role ${grant.role.path}, so its capabilities are unknown. Call applied() with a seed that contains the role.`,
          );
  };

  return {
    groups: fieldsByPath(objects, 'groups', (key) => access.group(key).path),
    identities: fieldsByPath(objects, 'identities', (key) => access.identity(key).path),
    roles: fieldsByPath(
      objects,
      'roles',
      (key) => access.role(key).path,
      (key) => ({
        capabilities: access.role(key).capabilities,
      }),
    ),
    grants: access.grants.map(({ identity, role, group }) => `${identity.path} → ${role.path} → ${group.path}`).sort(),
    whoHas: (role, group) => {
      const { key } = found.role(role);
      const holders = new Set<string>();
      for (let scope: GroupNode | undefined = found.group(group); scope !== undefined; scope = scope.parent)
        for (const grant of scope.grants) if (grant.role.key === key) holders.add(grant.identity.path);
      return [...holders].sort();
    },
    whoCan: (capability, group) => {
      found.capability(capability);
      const scope = found.group(group);
      requireDescribed(scope);
      return whoCan(access, capability, scope.key).map(({ identity }) => identity.path);
    },
    can: (identity, capability, group) => {
      found.capability(capability);
      const [{ key }, scope] = [found.identity(identity), found.group(group)];
      requireDescribed(scope, key);
      return holds(access, key, capability, scope.key);
    },
    access,
  };
}

function fieldsByPath<T extends object>(
  objects: readonly AccessObject[],
  collection: AccessCollection,
  toPath: (key: string) => string,
  more: (key: string) => object = () => ({}),
): Record<string, T> {
  const own = objects.filter((object) => object.collection === collection && object.isReferredTo !== true);
  return Object.fromEntries(
    own
      .map(({ key, fields }) => [toPath(key), { ...fields, ...more(key) } as T] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Returns functions that find an object by its path. They throw a `TypeError` with the most similar path. */
function lookUps(access: AccessGraph) {
  const find =
    <T extends { readonly path: string }>(what: string, nodes: readonly T[]) =>
    (path: string): T => {
      const node = nodes.find((candidate) => candidate.path === path);
      if (node !== undefined) return node;
      const paths = nodes.map((candidate) => candidate.path);
      throw new TypeError(`Cannot find the ${what} ${JSON.stringify(path)}: ${hint(path, paths)}`);
    };
  const named = new Set(access.roles.flatMap(({ capabilities }) => capabilities));
  return {
    group: find('group', access.groups),
    identity: (name: IdentityName) => requireIdentity(access.identities, name),
    role: find('role', access.roles),
    capability: (name: string): void => {
      const known = [...new Set([...CAPABILITIES, ...named])];
      if (known.includes(canonicalCapability(name))) return;
      throw new TypeError(
        `Cannot evaluate the capability ${JSON.stringify(name)}: no role names it. ${similar(name, known)}`,
      );
    },
  };
}

function hint(path: string, paths: readonly string[]): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  const complete = paths.filter((one) => one.endsWith(`/${last}`));
  if (complete.length === 1) return `it does not exist. Use its whole path, ${JSON.stringify(complete[0])}.`;
  return `it does not exist. ${similar(path, paths)}`;
}

function similar(text: string, candidates: readonly string[]): string {
  const meant = nearest(text, candidates);
  if (meant !== undefined) return `Did you mean ${JSON.stringify(meant)}?`;
  const shown = candidates.slice(0, 8).join(', ');
  return candidates.length === 0
    ? 'The organization contains none.'
    : `Use one of these: ${shown}${candidates.length > 8 ? ', …' : ''}.`;
}
