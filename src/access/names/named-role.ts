/** Resolves the name of a built-in role, in a rule or a question, to its capabilities. */
import { BUILT_IN_ROLES, isKnownCapability } from '../../model/api';
import type { AccessGraph, GrantNode } from '../graph';
import { builtInCapabilities } from '../graph/built-in-roles';
import { includesCapability } from '../graph/questions';

/** The names of the roles that every organization has. */
export const ROLE_NAMES: readonly string[] = BUILT_IN_ROLES.map(({ name }) => name);

/** Returns the capabilities of the built-in role with this name. A holder has all of them, by any number of grants. */
export function builtInRoleCapabilities(graph: AccessGraph, name: string): readonly string[] | undefined {
  return isKnownCapability(name) ? undefined : builtInCapabilities(name, graph);
}

/** Returns true if the grants together give all of the capabilities. */
export function areHeld(needed: readonly string[], grants: readonly GrantNode[]): boolean {
  return needed.every((name) => grants.some(({ role }) => includesCapability(role, name)));
}
