/** Answers the questions of the page: any combination of who, what and where. `src/access/graph` answers for each side. */
import {
  capabilitiesAt,
  EVERY_OTHER_CAPABILITY,
  why,
  type GrantNode,
  type GroupNode,
  type IdentityNode,
  type Reason,
} from '../../access/graph';
import { findGivingGrants, findObtainablePaths, type AskedCapabilities } from '../../access/names';
import { compareNames } from '../../base/text/compare-names';
import { isWithinGroup, topmost } from '../../access/graph/questions';
import { describeObtainable, type ObtainableAccess } from '../words/obtainable-access';
import { askedOnSides } from './named';
import type { Model, PageNode } from './model';
import { getGrants, type PageSide } from './labels';

/** A question. The answer lists the values of the absent fields. */
export interface PageQuestion {
  readonly who?: PageNode | undefined;
  /** A capability, a pattern, or a role. */
  readonly what?: string | undefined;
  readonly where?: PageNode | undefined;
}

/** The grants on one side; empty for "no". `undefined` if the subject does not exist there. */
export type Cell = readonly Reason[] | undefined;

/** All capabilities of a role. */
export interface AskedRole {
  readonly role: string;
}

/** One subject of the answer, with its grants on each side. */
export interface PageAnswerRow {
  /** An identity, a group, a capability, or those of a role. */
  readonly subject: PageNode | string | AskedRole;
  readonly cells: readonly Cell[];
  /** The kind of change; empty without a change. */
  readonly sign: '+' | '-' | '~' | '';
}

export interface PageAnswer {
  /** The type of the subjects. */
  readonly about: 'Who' | 'Where' | 'What' | 'Whether';
  readonly rows: readonly PageAnswerRow[];
  /** The number of relevant grants of a role with unknown capabilities. */
  readonly unknown: number;
  /** Identities that do not have the access after the change, and can obtain it in several steps. */
  readonly obtainable: readonly ObtainableAccess[];
}

/** Returns the answer to a question, or `undefined` for an empty question. Throws a `QuestionError` for an unknown capability. */
export function answerQuestion(model: Model, question: PageQuestion): PageAnswer | undefined {
  const { who, what, where } = question;
  if (who === undefined && what === undefined && where === undefined) return undefined;
  const asked = what === undefined ? undefined : askedOnSides(model, what);
  const ask = { ...question, model, asked };
  const rows = who === undefined ? rowsOfIdentities(ask) : getRows(ask, who);
  const isOne = asked !== undefined && !isPattern(asked);
  const about = who === undefined ? 'Who' : where === undefined ? 'Where' : isOne ? 'Whether' : 'What';
  const order = createOrder(model);
  return {
    about,
    rows: rows.sort((a, b) => order(a.subject, b.subject)).map(withSign),
    unknown: unknownGrants(ask),
    obtainable: listObtainable(ask, rows),
  };
}

/** Returns the path of an identity. That of the people behind an invite or an identity provider describes them, and no grant. */
export function getIdentityPath({ sides }: Pick<Model, 'sides'>, { node, keys, path, label }: PageNode): string {
  const grants = node === 'grant' ? sides.toReversed() : [];
  const found = grants.map(({ name, graph }) => getGrants(graph).get(keys[name] ?? '')?.identity.path);
  return found.find((identity) => identity !== undefined) ?? (path || label);
}

/** Returns who can obtain the access. A question about any capability asks for the grants themselves. */
function listObtainable({ model, asked, who, what, where }: Asked, rows: readonly Row[]) {
  const [side, capabilities] = [model.sides.at(-1), asked?.at(-1)];
  if (side === undefined || capabilities === undefined || what === '*') return [];
  const scope = where && nodeIn(side, where, 'group');
  const identity = who && nodeIn(side, who, 'identity');
  if ((where !== undefined && scope === undefined) || (who !== undefined && identity === undefined)) return [];
  const holding = new Set(rows.flatMap(({ cells }) => (cells.at(-1) ?? []).map(({ grant }) => grant.identity.path)));
  const paths = findObtainablePaths(
    side.graph,
    capabilities,
    scope === undefined ? side.graph.groups : [scope],
    (name) => !holding.has(name) && (identity === undefined || identity.path === name),
  );
  return describeObtainable(side.graph, paths);
}

interface Asked extends PageQuestion {
  readonly model: Model;
  /** The capabilities on each side; undefined for any. */
  readonly asked: readonly AskedCapabilities[] | undefined;
}

type Row = Omit<PageAnswerRow, 'sign'>;

/** Returns one row for each identity with matching access on either side. */
function rowsOfIdentities({ model, asked, where }: Asked): Row[] {
  const found = new Map<PageNode, readonly Cell[]>();
  model.sides.forEach((side, index) => {
    const scope = where && nodeIn(side, where, 'group');
    if (where !== undefined && scope === undefined) return;
    for (const identity of side.graph.identities) {
      const held = reasons(identity, asked?.[index], scope);
      const node = held.length === 0 ? undefined : model.find(side.name, 'identity', identity.key);
      if (node === undefined) continue;
      const cells = [...(found.get(node) ?? model.sides.map((one) => absent(one, node, where)))];
      cells[index] = held;
      found.set(node, cells);
    }
  });
  return [...found].map(([subject, cells]) => ({ subject, cells }));
}

function absent(side: PageSide, who: PageNode, where: PageNode | undefined): Cell {
  const isThere = nodeIn(side, who, 'identity') !== undefined;
  return isThere && (where === undefined || nodeIn(side, where, 'group') !== undefined) ? [] : undefined;
}

/** Returns the grants that match, the nearest first; without a group, those in each of the topmost groups. */
function reasons(identity: IdentityNode, asked: AskedCapabilities | undefined, scope: GroupNode | undefined): Reason[] {
  if (asked === undefined)
    return identity.grants.flatMap((grant) => getReason(grant, scope ?? grant.group)).sort(compareReasons);
  return (scope === undefined ? groupsWith(identity, asked) : [scope]).flatMap((group) =>
    giving(identity, asked, group)
      .flatMap((grant) => getReason(grant, group))
      .sort((a, b) => a.path.length - b.path.length || compareNames(a.grant.key, b.grant.key)),
  );
}

function giving(identity: IdentityNode, asked: AskedCapabilities, scope: GroupNode): readonly GrantNode[] {
  return findGivingGrants(
    asked,
    identity.grants.filter(({ group }) => isWithinGroup(scope, group)),
  );
}

/** Returns the topmost groups where the identity has the capabilities. */
function groupsWith(identity: IdentityNode, asked: AskedCapabilities): GroupNode[] {
  const groups = identity.grants.map(({ group }) => group);
  return topmost(groups.filter((group) => giving(identity, asked, group).length > 0)).sort((a, b) =>
    compareNames(a.path, b.path),
  );
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

function compareReasons(a: Reason, b: Reason): number {
  return a.path.length - b.path.length || compareNames(a.grant.group.path, b.grant.group.path);
}

/** Returns the rows of one identity: groups, capabilities, or yes and no. */
function getRows({ model, asked, where }: Asked, who: PageNode): Row[] {
  const perSide = model.sides.map((side, index) => ({
    side,
    capabilities: asked?.[index],
    identity: nodeIn(side, who, 'identity'),
    scope: where && nodeIn(side, where, 'group'),
  }));
  if (where !== undefined && asked !== undefined && !isPattern(asked)) {
    const cells = perSide.map(({ identity, scope, capabilities }) =>
      identity && scope ? reasons(identity, capabilities, scope) : undefined,
    );
    return asked.slice(-1).map(({ kind, name }) => ({ subject: kind === 'role' ? { role: name } : name, cells }));
  }
  if (where !== undefined) {
    const names = perSide.flatMap(({ side, identity, scope, capabilities }) =>
      identity && scope
        ? capabilitiesAt(side.graph, identity.key, scope.key).filter((name) => capabilities?.matches(name) ?? true)
        : [],
    );
    return [...new Set(names)].map((name) => ({
      subject: name,
      cells: perSide.map(({ side, identity, scope }) =>
        identity && scope ? why(side.graph, identity.key, name, scope.key) : undefined,
      ),
    }));
  }
  const groups = new Map<PageNode, true>();
  for (const { side, identity, capabilities } of perSide) {
    if (identity === undefined) continue;
    const scopes =
      capabilities === undefined ? identity.grants.map(({ group }) => group) : groupsWith(identity, capabilities);
    for (const { key } of scopes) {
      const node = model.find(side.name, 'group', key);
      if (node !== undefined) groups.set(node, true);
    }
  }
  return [...groups.keys()].map((subject) => ({
    subject,
    cells: perSide.map(({ side, identity, capabilities }) => {
      const scope = nodeIn(side, subject, 'group');
      return identity && scope && reasons(identity, capabilities, scope);
    }),
  }));
}

function isPattern(asked: readonly AskedCapabilities[]): boolean {
  return asked.some(({ kind }) => kind === 'pattern');
}

/** Returns the identity or group of a page node in the graph of a side. */
function nodeIn(side: PageSide, node: PageNode, what: 'identity'): IdentityNode | undefined;
function nodeIn(side: PageSide, node: PageNode, what: 'group'): GroupNode | undefined;
function nodeIn({ graph, name }: PageSide, node: PageNode, what: 'identity' | 'group') {
  const key = node.keys[name];
  if (key === undefined) return undefined;
  try {
    return what === 'group' ? graph.group(key) : graph.identity(key);
  } catch {
    return undefined; // It exists, but its group is unknown.
  }
}

/** Creates the order of subjects: identities that others can assume first, then names. */
function createOrder(model: Model): (a: Row['subject'], b: Row['subject']) => number {
  const text = (subject: Row['subject']) =>
    typeof subject === 'string' ? subject : 'role' in subject ? subject.role : getIdentityPath(model, subject);
  const last = (subject: Row['subject']) => (subject === EVERY_OTHER_CAPABILITY ? 1 : 0);
  const risk = (subject: Row['subject']) =>
    typeof subject === 'string' || 'role' in subject ? -1 : EXPOSED.indexOf(subject.object?.after?.exposure?.to);
  return (a, b) => last(a) - last(b) || risk(b) - risk(a) || (text(a) < text(b) ? -1 : 1);
}

const EXPOSED = [undefined, 'unknown', 'unreviewed code', 'possibly outsiders', 'outsiders'] as const;

function withSign(row: Row): PageAnswerRow {
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
