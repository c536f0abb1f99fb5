/** Resolves the capabilities and groups in a question, and suggests similar names for unknown ones. */
import type { AccessGraph, GroupNode } from '../graph';
import { CAPABILITIES, canonicalCapability, isKnownCapability, nearest, nearestCapability } from '../../model/api';
import { pathPattern } from '../../base/text/path-pattern';
import { capabilityPattern } from './capability-pattern';
import { nearestPath, unknownName } from './unknown-name';

/**
 * Returns a function that tests if the text matches a capability.
 *
 * @param roleNames the names of roles that the caller accepts as well. @default none
 */
export function createCapabilityMatcher(
  { roles }: AccessGraph,
  text: string,
  roleNames: readonly string[] = [],
): (name: string) => boolean {
  const name = text.includes('*') ? text : canonicalCapability(text);
  const inRoles = new Set(roles.flatMap(({ capabilities }) => capabilities));
  if (!name.includes('*')) {
    if (isKnownCapability(name) || inRoles.has(name)) return (one) => one === name;
    throw unknownName(
      'capability',
      text,
      nearestCapability(text) ?? nearest(text, [...inRoles, ...CAPABILITIES, ...roleNames]),
      roleNames.length === 0
        ? 'No role has it.'
        : 'No role has it. Name a capability, a pattern such as role_bindings.*, or a role such as owner.',
    );
  }
  const { matches } = capabilityPattern(name);
  if ([...CAPABILITIES, ...inRoles].some(matches)) return matches;
  throw unknownName('capability', text, undefined, 'Patterns are like role_bindings.* or *.list.');
}

/** Returns the groups that match a path, a uid or a pattern, in the order of the tree. */
export function requireMatchingGroups({ groups }: AccessGraph, text: string): GroupNode[] {
  const path = text.replace(/\/+$/, '');
  const matches = pathPattern(path);
  const found = groups.filter((group) => group.key === path || matches(group.path));
  if (found.length > 0) return found;
  const paths = groups.map((group) => group.path);
  throw unknownName('group', text, nearestPath(path, paths), paths);
}
