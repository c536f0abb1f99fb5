/** Finds the privilege escalation paths to the access of a question. */
import { escalationPaths, type AccessGraph, type EscalationPath, type GroupNode } from '../graph';
import { identitiesByPath } from '../graph/paths';
import { isWithinGroup } from '../graph/questions';
import { onceFor } from '../../base/cache/once-for';
import type { AskedCapabilities } from './asked-capabilities';

/** Returns the paths of the organization. Several answers about it share them. */
export const listPaths = onceFor((graph: AccessGraph) => escalationPaths(graph));

/**
 * Returns the paths to the capabilities in one of the groups.
 *
 * @param isAsked returns true for the identities of the question that do not have the access
 */
export function findObtainablePaths(
  graph: AccessGraph,
  asked: AskedCapabilities,
  groups: readonly GroupNode[],
  isAsked: (identity: string) => boolean,
): EscalationPath[] {
  return listPaths(graph).filter(
    (path) => isAsked(path.identity) && groups.some((group) => gives(graph, path, asked, group)),
  );
}

/** Returns true if the path, with the access that the identity has, gives the capabilities in the group. */
function gives(graph: AccessGraph, path: EscalationPath, asked: AskedCapabilities, group: GroupNode): boolean {
  const gained = path.gains.filter((gain) => isWithinGroup(group, graph.group(gain.group)));
  const capabilities = gained.flatMap((gain) => gain.capabilities);
  if (asked.role === undefined) return capabilities.some(asked.matches);
  const grants = identitiesByPath(graph).get(path.identity)?.grants ?? [];
  const held = grants.filter((grant) => isWithinGroup(group, grant.group)).flatMap(({ role }) => role.capabilities);
  const all = new Set([...capabilities, ...held]);
  return capabilities.length > 0 && asked.role.every((name) => all.has(name));
}
