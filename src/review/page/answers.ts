/** Answers the questions of the page: any combination of who, what and where. `src/access/graph` answers for each side. */
import {
  capabilitiesAt,
  EVERY_OTHER_CAPABILITY,
  whereCan,
  whoCan,
  why,
  type AccessGraph,
  type GrantNode,
  type GroupNode,
  type IdentityNode,
  type Reason,
} from '../../access/graph';
import type { Model, PageNode, Side } from './model';

/** A question. The answer lists the values of the absent fields. */
export interface Question {
  readonly who?: PageNode | undefined;
  /** A dotted capability. */
  readonly what?: string | undefined;
  readonly where?: PageNode | undefined;
}

/** The grants on one side; empty for "no". `undefined` if the subject does not exist there. */
export type Cell = readonly Reason[] | undefined;

/** One subject of the answer, with its grants on each side. */
export interface AnswerRow {
  /** An identity, a group, or a capability. */
  readonly subject: PageNode | string;
  readonly cells: readonly Cell[];
  /** The kind of change; empty without a change. */
  readonly sign: '+' | '-' | '~' | '';
}

export interface Answer {
  /** The type of the subjects. */
  readonly about: 'Who' | 'Where' | 'What' | 'Whether';
  readonly rows: readonly AnswerRow[];
  /** The number of relevant grants of a role with unknown capabilities. */
  readonly unknown: number;
}

/** Returns the answer to a question, or `undefined` for an empty question. */
export function answer(model: Model, question: Question): Answer | undefined {
  const { who, what, where } = question;
  if (who === undefined && what === undefined && where === undefined) return undefined;
  const ask = { ...question, model };
  const rows = who === undefined ? rowsOfIdentities(ask) : getRows(ask, who);
  const about = who === undefined ? 'Who' : where === undefined ? 'Where' : what === undefined ? 'What' : 'Whether';
  return { about, rows: rows.sort(compareRows).map(withSign), unknown: unknownGrants(ask) };
}

type Asked = Question & { readonly model: Model };
type Row = Omit<AnswerRow, 'sign'>;

/** Returns one row for each identity with matching access on either side. */
function rowsOfIdentities({ model, what, where }: Asked): Row[] {
  const found = new Map<PageNode, readonly Cell[]>();
  model.sides.forEach((side, index) => {
    const scope = where && nodeIn(side, where, 'group');
    if (where !== undefined && scope === undefined) return;
    for (const identity of holders(side.graph, what, scope)) {
      const node = model.find(side.name, 'identity', identity.key);
      if (node === undefined) continue;
      const cells = [...(found.get(node) ?? model.sides.map((one) => absent(one, node, where)))];
      cells[index] = reasons(side.graph, identity, what, scope);
      found.set(node, cells);
    }
  });
  return [...found].map(([subject, cells]) => ({ subject, cells }));
}

function absent(side: Side, who: PageNode, where: PageNode | undefined): Cell {
  const isThere = nodeIn(side, who, 'identity') !== undefined;
  return isThere && (where === undefined || nodeIn(side, where, 'group') !== undefined) ? [] : undefined;
}

function holders(graph: AccessGraph, what: string | undefined, scope: GroupNode | undefined): Iterable<IdentityNode> {
  if (what !== undefined && scope !== undefined) return whoCan(graph, what, scope.key).map(({ identity }) => identity);
  return graph.identities.filter((identity) => reasons(graph, identity, what, scope).length > 0);
}

/** Returns the grants that match; for a capability and a group, those of `why`. */
function reasons(
  graph: AccessGraph,
  identity: IdentityNode,
  what: string | undefined,
  scope: GroupNode | undefined,
): Reason[] {
  if (what !== undefined && scope !== undefined) return why(graph, identity.key, what, scope.key);
  if (what !== undefined)
    return whereCan(graph, identity.key, what).flatMap((group) => why(graph, identity.key, what, group.key));
  return identity.grants.flatMap((grant) => getReason(grant, scope ?? grant.group)).sort(compareReasons);
}

/** Returns the path from a grant's group to a group, or nothing if the grant does not apply there. */
function getReason(grant: GrantNode, scope: GroupNode): Reason[] {
  const path: GroupNode[] = [];
  for (let group: GroupNode | undefined = scope; group !== undefined; group = group.parent) {
    path.unshift(group);
    if (group === grant.group) return [{ grant, role: grant.role, path }];
  }
  return [];
}

function compareReasons(one: Reason, other: Reason): number {
  return one.path.length - other.path.length || (one.grant.group.path < other.grant.group.path ? -1 : 1);
}

/** Returns the rows of one identity: groups, capabilities, or yes and no. */
function getRows(asked: Asked, who: PageNode): Row[] {
  const { model, what, where } = asked;
  const perSide = model.sides.map((side) => ({
    side,
    identity: nodeIn(side, who, 'identity'),
    scope: where && nodeIn(side, where, 'group'),
  }));
  if (where !== undefined) {
    const cell = (capability: string) =>
      perSide.map(({ side, identity, scope }) =>
        identity && scope ? why(side.graph, identity.key, capability, scope.key) : undefined,
      );
    if (what !== undefined) return [{ subject: what, cells: cell(what) }];
    const names = perSide.flatMap(({ side, identity, scope }) =>
      identity && scope ? capabilitiesAt(side.graph, identity.key, scope.key) : [],
    );
    return [...new Set(names)].map((name) => ({ subject: name, cells: cell(name) }));
  }
  const groups = new Map<PageNode, true>();
  for (const { side, identity } of perSide) {
    if (identity === undefined) continue;
    const scopes =
      what === undefined ? identity.grants.map(({ group }) => group) : whereCan(side.graph, identity.key, what);
    for (const { key } of scopes) {
      const node = model.find(side.name, 'group', key);
      if (node !== undefined) groups.set(node, true);
    }
  }
  return [...groups.keys()].map((subject) => ({
    subject,
    cells: perSide.map(({ side, identity }) => {
      const scope = nodeIn(side, subject, 'group');
      return identity && scope && reasons(side.graph, identity, what, scope);
    }),
  }));
}

/** Returns the identity or group of a page node in the graph of a side. */
function nodeIn(side: Side, node: PageNode, what: 'identity'): IdentityNode | undefined;
function nodeIn(side: Side, node: PageNode, what: 'group'): GroupNode | undefined;
function nodeIn({ graph, name }: Side, node: PageNode, what: 'identity' | 'group') {
  const key = node.keys[name];
  if (key === undefined) return undefined;
  try {
    return what === 'group' ? graph.group(key) : graph.identity(key);
  } catch {
    return undefined; // It exists, but its group is unknown.
  }
}

function compareRows({ subject: one }: Row, { subject: other }: Row): number {
  const text = (subject: Row['subject']) => (typeof subject === 'string' ? subject : subject.path);
  const last = (subject: Row['subject']) => (subject === EVERY_OTHER_CAPABILITY ? 1 : 0);
  return last(one) - last(other) || (text(one) < text(other) ? -1 : 1);
}

function withSign(row: Row): AnswerRow {
  const [before, after] = row.cells.length === 1 ? [row.cells[0], row.cells[0]] : row.cells;
  const [had, has] = [(before ?? []).length > 0, (after ?? []).length > 0];
  if (had !== has) return { ...row, sign: has ? '+' : '-' };
  return { ...row, sign: toText(before) === toText(after) ? '' : '~' };
}

/** Compares grants by names, so that a recreated grant counts as unchanged. */
function toText(cell: Cell): string {
  const grants = (cell ?? []).map(({ role, grant }) => `${role.path} ${grant.group.path} ${grant.source}`);
  return [...new Set(grants)].sort().join('\n');
}

/** Counts grants with unknown capabilities, because an unknown result must not look like "no". */
function unknownGrants({ model, who, where }: Asked): number {
  const grants = model.sides.flatMap((side) => {
    const scope = where && nodeIn(side, where, 'group');
    const identity = who && nodeIn(side, who, 'identity');
    return side.graph.grants.filter(
      (grant) =>
        model.isUnknown(grant.role) &&
        (who === undefined || grant.identity === identity) &&
        (where === undefined || (scope !== undefined && getReason(grant, scope).length > 0)),
    );
  });
  return new Set(grants.map(({ key }) => key)).size;
}
