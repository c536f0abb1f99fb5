/** The questions of the page: any of who, what and where, asked of each side by `src/access` itself. */
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
} from '../access';
import type { Model, PageNode, Side } from './model';

/** What is asked; what is left open is what the answer tells. */
export interface Question {
  readonly who?: PageNode | undefined;
  /** A dotted capability. */
  readonly what?: string | undefined;
  readonly where?: PageNode | undefined;
}

/** What holds on one side: reasons, none for *no*; `undefined` where what was asked about is not there. */
export type Cell = readonly Reason[] | undefined;

/** One of those that the question was about, on each side. */
export interface AnswerRow {
  /** Somebody, somewhere, or a capability. */
  readonly subject: PageNode | string;
  readonly cells: readonly Cell[];
  /** What becomes of it; empty if nothing does. */
  readonly sign: '+' | '-' | '~' | '';
}

export interface Answer {
  /** What the rows are about. */
  readonly about: 'Who' | 'Where' | 'What' | 'Whether';
  readonly rows: readonly AnswerRow[];
  /** Grants that could bear on it, and give a role of which nothing is known. */
  readonly unknown: number;
}

/** `undefined` if nothing is asked. */
export function answer(model: Model, question: Question): Answer | undefined {
  const { who, what, where } = question;
  if (who === undefined && what === undefined && where === undefined) return undefined;
  const ask = { ...question, model };
  const rows = who === undefined ? rowsOfIdentities(ask) : rowsOf(ask, who);
  const about = who === undefined ? 'Who' : where === undefined ? 'Where' : what === undefined ? 'What' : 'Whether';
  return { about, rows: rows.sort(compareRows).map(withSign), unknown: unknownGrants(ask) };
}

type Asked = Question & { readonly model: Model };
type Row = Omit<AnswerRow, 'sign'>;

/** One row for each identity that has, on either side, what was asked about. */
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

/** The grants that bear on it; those of a capability and a group as `why` tells them. */
function reasons(
  graph: AccessGraph,
  identity: IdentityNode,
  what: string | undefined,
  scope: GroupNode | undefined,
): Reason[] {
  if (what !== undefined && scope !== undefined) return why(graph, identity.key, what, scope.key);
  if (what !== undefined)
    return whereCan(graph, identity.key, what).flatMap((group) => why(graph, identity.key, what, group.key));
  return identity.grants.flatMap((grant) => reasonOf(grant, scope ?? grant.group)).sort(compareReasons);
}

/** Why a grant holds in a group, if it does. */
function reasonOf(grant: GrantNode, scope: GroupNode): Reason[] {
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

/** Of one identity: where, what, or whether. */
function rowsOf(asked: Asked, who: PageNode): Row[] {
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

/** What somebody or something is on a side. */
function nodeIn(side: Side, node: PageNode, what: 'identity'): IdentityNode | undefined;
function nodeIn(side: Side, node: PageNode, what: 'group'): GroupNode | undefined;
function nodeIn({ graph, name }: Side, node: PageNode, what: 'identity' | 'group') {
  const key = node.keys[name];
  if (key === undefined) return undefined;
  try {
    return what === 'group' ? graph.group(key) : graph.identity(key);
  } catch {
    return undefined; // It is there, and could not be placed.
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
  return { ...row, sign: toldOf(before) === toldOf(after) ? '' : '~' };
}

/** By names, so that what was made again in the same way is the same. */
function toldOf(cell: Cell): string {
  const told = (cell ?? []).map(({ role, grant }) => `${role.path} ${grant.group.path} ${grant.source}`);
  return [...new Set(told)].sort().join('\n');
}

/** What cannot be told must not look like *no*. */
function unknownGrants({ model, who, where }: Asked): number {
  const grants = model.sides.flatMap((side) => {
    const scope = where && nodeIn(side, where, 'group');
    const identity = who && nodeIn(side, who, 'identity');
    return side.graph.grants.filter(
      (grant) =>
        model.isUnknown(grant.role) &&
        (who === undefined || grant.identity === identity) &&
        (where === undefined || (scope !== undefined && reasonOf(grant, scope).length > 0)),
    );
  });
  return new Set(grants.map(({ key }) => key)).size;
}
