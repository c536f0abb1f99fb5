/** Matches the groups and identities of two graphs. */
import type { AccessGraph, GroupNode, IdentityNode } from './nodes';
import { compareNames } from '../../base/text/compare-names';
import { groupBy, joinPath, keyEnd, segments } from './paths';

/** The property that matches a node of one graph with a node of the other. */
export type MatchBy = 'path' | 'key';

/** A group of one graph or of both. */
export interface JointGroup {
  /** The path in both graphs. For a renamed group, the path afterwards. */
  readonly path: string;
  readonly before: GroupNode | undefined;
  readonly after: GroupNode | undefined;
  readonly parent: JointGroup | undefined;
  /** Its position in a walk of both trees, parents first, and the last position under it. */
  readonly order: number;
  readonly end: number;
}

/** An identity of one graph or of both. */
export interface JointIdentity {
  readonly path: string;
  readonly before: IdentityNode | undefined;
  readonly after: IdentityNode | undefined;
}

export interface JointGraph {
  /** Parents before the groups beneath them. */
  readonly groups: readonly JointGroup[];
  /** By path. */
  readonly identities: readonly JointIdentity[];
  /** Returns a group of either graph. */
  findGroup(group: GroupNode): JointGroup;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Matches nodes from the roots downwards, so that matched nodes are in matched groups. By path, a recreated object
 * matches and a renamed one does not. By key, a renamed object matches as well.
 */
export function joinGraphs(before: AccessGraph, after: AccessGraph, matchBy: MatchBy): JointGraph {
  const joint = new Map<GroupNode, JointGroup>();
  const groups: Mutable<JointGroup>[] = [];
  const roots = ({ groups: all }: AccessGraph) => all.filter(({ parent }) => parent === undefined);
  const getPairs = (parent: JointGroup | undefined, a: readonly GroupNode[], b: readonly GroupNode[]) =>
    pair(a, b, parent?.path, matchBy)
      .map((matched) => ({ parent, order: 0, end: 0, ...matched }))
      .reverse();
  const waiting: Mutable<JointGroup>[] = getPairs(undefined, roots(before), roots(after));
  for (let group = waiting.pop(); group !== undefined; group = waiting.pop()) {
    group.order = groups.length;
    group.end = group.order;
    groups.push(group);
    for (const node of [group.before, group.after]) if (node !== undefined) joint.set(node, group);
    waiting.push(...getPairs(group, group.before?.children ?? [], group.after?.children ?? []));
  }
  for (const group of groups.toReversed())
    if (group.parent !== undefined) (group.parent as Mutable<JointGroup>).end = Math.max(group.parent.end, group.end);
  const people = ({ identities }: AccessGraph) => identities.filter(({ group }) => group === undefined);
  const pairs = [
    ...pair(people(before), people(after), undefined, matchBy),
    ...groups.flatMap((group) =>
      pair(group.before?.identities ?? [], group.after?.identities ?? [], group.path, matchBy),
    ),
  ];
  const identities = withIncluded(pairs);
  return {
    groups,
    identities: identities.sort((a, b) => compareNames(a.path, b.path)),
    findGroup: (node) => {
      const group = joint.get(node);
      if (group === undefined) throw new TypeError(`group ${node.path} is in neither graph`);
      return group;
    },
  };
}

/**
 * People in an external group that only one graph has are among those who sign in through the provider in the other graph, and
 * have their access there.
 */
function withIncluded(pairs: readonly JointIdentity[]): JointIdentity[] {
  const pairsByGroup = new Map(
    pairs.flatMap((matched) =>
      [matched.before, matched.after].flatMap((node) => (node ? [[node, matched] as const] : [])),
    ),
  );
  return pairs.map((matched) => {
    const { before, after } = matched;
    const all = pairsByGroup.get((after ?? before)?.includedIn as IdentityNode);
    return { path: matched.path, before: before ?? all?.before, after: after ?? all?.after };
  });
}

interface Matched<T> {
  readonly path: string;
  readonly before: T | undefined;
  readonly after: T | undefined;
}

interface Named {
  readonly key: string;
  readonly name: string;
  readonly people?: string | undefined;
}

/** Returns the matched siblings of two matched groups, by path. */
function pair<T extends Named>(
  before: readonly T[],
  after: readonly T[],
  parentPath: string | undefined,
  matchBy: MatchBy,
): Matched<T>[] {
  const segment = segments([before, after]);
  // Other people have the same name and key, for example after a change of the issuer.
  const getId = ({ people = '' }: Named, name: string) => `${people}\0${name}`;
  const kept = new Map(matchBy === 'key' ? before.map((node) => [getId(node, node.key), node]) : []);
  const isKept = new Set(after.map((node) => kept.get(getId(node, node.key))).filter((node) => node !== undefined));
  const renewed = groupBy(
    before.filter((node) => !isKept.has(node)),
    (node) => getId(node, segment(node)),
  );
  const matched: Matched<T>[] = after.map((node) => {
    const same = kept.get(getId(node, node.key)) ?? renewed.get(getId(node, segment(node)))?.pop();
    return { path: joinPath(parentPath, segment(node)), before: same, after: node };
  });
  // A renamed object can have the name of a deleted one.
  const taken = new Set(matched.map(({ path }) => path));
  const gone = [...renewed.values()].flat().map((node) => {
    const path = joinPath(parentPath, segment(node));
    const end = node.people === undefined ? `#${keyEnd(node.key)}` : ' before this change';
    return { path: taken.has(path) ? `${path}${end}` : path, before: node, after: undefined };
  });
  return [...matched, ...gone].sort((a, b) => compareNames(a.path, b.path));
}
