/** The texts of a node in the tree: its label, and a warning about strangers. */
import { onceFor } from '../../base/cache/once-for';
import { displayed } from '../../base/text/visible';
import type { AccessGraph, GrantNode } from '../../access/graph';
import type { PageObject, SideName } from './data';

/** The organization before or after the change. */
export interface PageSide {
  readonly name: SideName;
  /** The heading of its column. */
  readonly title: string;
  readonly graph: AccessGraph;
}

/** A role binding shows its role first: `owner ← ada`. So do an invite and a mapping of an external group: `auditor ← anyone in security`. Its place in the tree shows the group. */
export function getNodeLabel(
  { node, name, before, after }: PageObject,
  sides: readonly PageSide[],
): { label: string; note?: string } {
  for (const side of node === 'grant' ? sides.toReversed() : []) {
    const key = (side.name === 'after' ? after : before)?.key;
    const grant = key === undefined ? undefined : getGrants(side.graph).get(key);
    if (grant === undefined || grant.source === 'identity_provider') continue;
    const { identity, role, group } = grant;
    const from = identity.group === undefined || identity.group === group ? undefined : identity.group.path;
    return {
      label: displayed(
        `${role.name} ← ${identity.name.replace(/^\((anyone .*)\)$/, '$1').replace(/^anyone in the external group /, 'anyone in ')}`,
      ),
      ...(from !== undefined && { note: `from ${displayed(from)}` }),
    };
  }
  return { label: displayed(name) };
}

/** Returns the grants of a graph by key. */
export const getGrants = onceFor(
  (graph: AccessGraph): ReadonlyMap<string, GrantNode> => new Map(graph.grants.map((grant) => [grant.key, grant])),
);

/** Returns who can assume an identity, or use a grant to it: outsiders, or an owner that nobody declared. */
export function getWarning(
  { node, path, before, after }: PageObject,
  sides: readonly PageSide[],
  strangers: ReadonlyMap<string, string>,
): string | undefined {
  if ((after ?? before)?.exposure?.to === 'outsiders') return 'outsiders';
  if (node !== 'grant') return strangers.get(path);
  const paths = sides.flatMap(({ name, graph }) => {
    const key = (name === 'after' ? after : before)?.key;
    return (key === undefined ? undefined : getGrants(graph).get(key)?.identity.path) ?? [];
  });
  return paths.map((path) => strangers.get(path)).find((warning) => warning !== undefined);
}
