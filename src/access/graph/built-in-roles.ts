/** The built-in roles of a service, and the roles that can write. The table decides if no graph read them from the service. */
import { BUILT_IN_ROLES, isReadCapability, isUid, parentUid } from '../../model/api';
import { onceFor } from '../../base/cache/once-for';
import type { AccessGraph, RoleInput, RoleNode } from './nodes';
import { EVERY_OTHER_CAPABILITY } from './questions';

/** Returns a built-in role by its name. Throws a `TypeError` if it does not exist. Contract A4. */
export function builtInRole(name: string, key: string = name): RoleInput {
  const role = BUILT_IN_ROLES.find((candidate) => candidate.name === name);
  if (role === undefined) throw new TypeError(`there is no built-in role ${JSON.stringify(name)}`);
  const { capabilities, holdsUnknown } = role;
  return { key, name, capabilities, holdsUnknown };
}

/** Returns true for a role of the service. A custom role can have the name of a built-in one, but its uid names its group. */
export function isBuiltInRole({ key, group }: Pick<RoleNode, 'key' | 'group'>): boolean {
  return group === undefined && isUid(key) && parentUid(key) === undefined;
}

/**
 * Returns the capabilities of a built-in role: those that the first of these graphs read from the service, or those of
 * the table. Undefined if neither has the role.
 */
export function builtInCapabilities(name: string, ...graphs: readonly AccessGraph[]): readonly string[] | undefined {
  for (const graph of graphs) {
    const read = builtInRolesIn(graph).get(name);
    if (read !== undefined) return read;
  }
  return BUILT_IN_ROLES.find((role) => role.name === name)?.capabilities;
}

/** A role without capabilities was not read. */
const builtInRolesIn = onceFor(({ roles }: AccessGraph): ReadonlyMap<string, readonly string[]> => {
  const found = roles.filter((role) => isBuiltInRole(role) && role.capabilities.length > 0);
  return new Map(found.map(({ name, capabilities }) => [name, capabilities]));
});

/** Returns a function that tests if the built-in `owner` holds a capability, and the built-in `editor` does not. */
export function createOwnerLevel(...graphs: readonly AccessGraph[]): (capability: string) => boolean {
  const of = (name: string) => new Set(builtInCapabilities(name, ...graphs));
  const [owner, editor] = [of('owner'), of('editor')];
  return (capability) => capability === EVERY_OTHER_CAPABILITY || (owner.has(capability) && !editor.has(capability));
}

const viewer: ReadonlySet<string> = new Set(BUILT_IN_ROLES.find(({ name }) => name === 'viewer')?.capabilities);

/** Returns true if a role gives more than read-only access, or has unknown capabilities that may write. */
export function canWrite(role: Pick<RoleNode, 'key' | 'group' | 'capabilities' | 'holdsUnknown'>): boolean {
  return role.holdsUnknown || hasWrites(role.capabilities, isBuiltInRole(role));
}

/**
 * Returns true if the capabilities give more than read-only access. The service calls its own viewer read-only, so the public
 * set of `viewer` counts as reading in a built-in role.
 */
export function hasWrites(capabilities: readonly string[], isBuiltIn: boolean): boolean {
  return !capabilities.every((name) => isReadCapability(name) || (isBuiltIn && viewer.has(name)));
}
