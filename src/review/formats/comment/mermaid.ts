/** Draws gained and lost access as a Mermaid graph, for GitHub and GitLab. A large graph is merged to stay readable. */
import { compareNames } from '../../../base/text/compare-names';
import { counted } from '../../../base/text/words';
import type { Report, ReportedLine } from '../../report/types/report';
import { visible } from '../../../base/text/visible';
import { sortAccess } from '../../access/rights';
import { sortGained } from '../expanded';
import { isEffect, scopeText, displayed } from '../sentences/phrases';

/** A graph with more nodes than this is too small to read in a comment. */
const MOST_NODES = 15;
/** The maximum number of edges about findings that are not merged. */
const MOST_GRAVE = 4;

/** The maximum number of characters, so that the rest of a comment fits, too. A service draws 50,000. */
const LONGEST = 15_000;

interface Edge {
  readonly from: End;
  readonly to: End;
  readonly isGain: boolean;
}

/** A node. Two of them with one text have different members. */
interface End {
  readonly text: string;
  readonly members: readonly string[];
}

interface MermaidGraph {
  /** None if nobody gains or loses access. */
  readonly lines: readonly string[];
  /** The number of identities without a node of their own. */
  readonly merged: number;
}

/** Returns the graph. If it has too many nodes, those of the gravest findings have their own, and all others are merged. */
export function drawMermaid(report: Report): MermaidGraph {
  const { findings, access } = report;
  const gained = sortGained(report).filter(isEffect);
  const lost = sortAccess(access.lines.lost).filter(isEffect);
  const all = [...gained.map((line) => ({ line, isGain: true })), ...lost.map((line) => ({ line, isGain: false }))];
  if (all.length === 0) return { lines: [], merged: 0 };
  const drawn = chooseEdges(all, findGrave(findings));
  let shown = firstWithNodes(drawn, MOST_NODES);
  let lines = draw(shown, drawn.length);
  // An escaped character is longer, so names with many of them leave room for fewer edges.
  while (lines.join('\n').length > LONGEST && shown.length > 1) {
    shown = shown.slice(0, Math.floor(shown.length / 2));
    lines = draw(shown, drawn.length);
  }
  const own = new Set(shown.flatMap(({ from: { members } }) => (members.length === 1 ? members : [])));
  const merged = new Set(all.map(({ line }) => line.identity)).size - own.size;
  return { lines, merged };
}

/** Returns the identities of high findings. */
function findGrave(findings: Report['findings']): ReadonlySet<string> {
  const high = findings.filter(({ severity }) => severity === 'high');
  return new Set(high.flatMap((finding) => (finding.affected ?? [finding]).flatMap(({ identity }) => identity ?? [])));
}

/** Returns as many separate edges of grave lines as fit, with the least merged form of all others. */
function chooseEdges(all: readonly Line[], grave: ReadonlySet<string>): readonly Edge[] {
  const whole = distinct(all, each(all));
  if (isReadable(whole)) return whole;
  const separate = distinct(
    all.filter(({ line }) => grave.has(line.identity)),
    each(all),
  ).slice(0, MOST_GRAVE);
  let last = whole;
  for (let count = separate.length; count >= 0; count--) {
    const apart = separate.slice(0, count);
    const names = new Set(apart.flatMap(({ from }) => from.members));
    const others = all.filter(({ line }) => !names.has(line.identity));
    const own = distinct(
      all.filter(({ line }) => names.has(line.identity)),
      each(all),
    );
    for (const merge of [byGroup, byTop, byRoot]) {
      last = [...own, ...distinct(others, merge(others, names.size > 0 ? 'other ' : ''))];
      if (isReadable(last)) return last;
    }
  }
  return last;
}

/** Returns the first edges that have at most this many nodes. One of these nodes counts the others. */
function firstWithNodes(edges: readonly Edge[], most: number): readonly Edge[] {
  const fitting = countFitting(edges, most);
  return fitting === edges.length ? edges : edges.slice(0, Math.max(1, countFitting(edges, most - 1)));
}

/** Returns the number of first edges that have at most this many nodes. */
function countFitting(edges: readonly Edge[], most: number): number {
  const nodes = new Set<string>();
  const index = edges.findIndex(({ from, to }) => nodes.add(endKey(from, 'who')).add(endKey(to, 'where')).size > most);
  return index < 0 ? edges.length : index;
}

function isReadable(edges: readonly Edge[]): boolean {
  return countFitting(edges, MOST_NODES) === edges.length;
}

function endKey({ text, members }: End, side: 'who' | 'where'): string {
  return JSON.stringify([side, text, members]);
}

type Line = { readonly line: ReportedLine; readonly isGain: boolean };
/** `rest`: `other ` if the graph has separate nodes of more identities. */
type Drawing = (all: readonly Line[], rest?: string) => (line: Line) => Edge;

const each: Drawing = () =>
  remembering(
    ({ line, isGain }) => JSON.stringify([isGain, line.identity, getRoles(line), scopeText(line)]),
    ({ line, isGain }) => ({
      from: { text: displayed(line.identity), members: [line.identity] },
      to: { text: `${getRoles(line)} in ${scopeText(line)}`, members: [line.group] },
      isGain,
    }),
  );

/** Returns one edge for all lines with one id. */
function remembering(getId: (line: Line) => string, create: (line: Line) => Edge): (line: Line) => Edge {
  const known = new Map<string, Edge>();
  return (line) => {
    const id = getId(line);
    const edge = known.get(id) ?? create(line);
    known.set(id, edge);
    return edge;
  };
}

/** Merges identities of one group, and groups with one parent. */
const byGroup: Drawing = (all, rest) =>
  together(
    { all, rest },
    ({ identity }) => parent(identity),
    ({ group }) => parent(group),
  );

/** Merges by the topmost group beneath the root. */
const byTop: Drawing = (all, rest) =>
  together(
    { all, rest },
    ({ identity }) => top(parent(identity), 2),
    ({ group }) => top(group, 2),
  );

/** Merges everything of an organization. */
const byRoot: Drawing = (all, rest) =>
  together(
    { all, rest },
    ({ identity }) => top(parent(identity), 1),
    ({ group }) => top(group, 1),
  );

function together(
  { all, rest = '' }: { readonly all: readonly Line[]; readonly rest: string | undefined },
  place: (line: ReportedLine) => string,
  scope: (line: ReportedLine) => string,
) {
  const members = new Map<string, Set<string>>();
  const add = (id: string, member: string) => members.set(id, (members.get(id) ?? new Set()).add(member));
  // A merged end counts only the members of its own edge: the others do not gain that role there.
  const edgeId = ({ line, isGain }: Line) => `${isGain} ${getRoles(line)} ${place(line)} ${scope(line)}`;
  const whoId = (line: Line) => `who ${edgeId(line)}`;
  const whereId = (line: Line) => `where ${edgeId(line)}`;
  for (const line of all) {
    add(whoId(line), line.line.identity);
    add(whereId(line), line.line.group);
  }
  const end = (id: string, only: string, toText: (count: number) => string): End => {
    const own = [...(members.get(id) ?? [])].sort(compareNames);
    return { text: own.length === 1 ? only : toText(own.length), members: own };
  };
  // People are in no group.
  const createCounter = (at: string) => (count: number) =>
    at === ''
      ? counted(count, `${rest}person`, `${rest}people`)
      : `${counted(count, `${rest}identity`, `${rest}identities`)} of ${displayed(at)}`;
  return remembering(edgeId, (one) => {
    const { line, isGain } = one;
    const at = displayed(scope(line));
    const to = end(
      whereId(one),
      scopeText(line),
      (count) => `${counted(count, 'group')}${at === '' ? '' : ` of ${at}`}`,
    );
    return {
      from: end(whoId(one), displayed(line.identity), createCounter(place(line))),
      to: { ...to, text: `${getRoles(line)} in ${to.text}` },
      isGain,
    };
  });
}

function getRoles({ roles }: ReportedLine): string {
  return roles.map((role) => displayed(role.slice(role.lastIndexOf('/') + 1))).join(', ');
}

function parent(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function top(path: string, names: number): string {
  return path.split('/').slice(0, names).join('/');
}

function distinct(lines: readonly Line[], create: (line: Line) => Edge): readonly Edge[] {
  return [...new Set(lines.map(create))];
}

function draw(edges: readonly Edge[], all: number): string[] {
  const ids = new Map<string, string>();
  const nodes: string[] = [];
  const node = (end: End, side: 'who' | 'where') => {
    const { text } = end;
    const key = endKey(end, side);
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = `n${ids.size}`;
    ids.set(key, id);
    nodes.push(side === 'who' ? `  ${id}(["${label(text)}"])` : `  ${id}["${label(text)}"]`);
    return id;
  };
  const lines = edges.map(
    ({ from, to, isGain }) => `  ${node(from, 'who')} ${isGain ? '==>' : '-.->'} ${node(to, 'where')}`,
  );
  const gains = edges.flatMap(({ isGain }, index) => (isGain ? [index] : []));
  const losses = edges.flatMap(({ isGain }, index) => (isGain ? [] : [index]));
  return [
    'flowchart LR',
    ...nodes,
    ...lines,
    ...(gains.length > 0 ? [`  linkStyle ${gains.join(',')} stroke:#2da44e,stroke-width:3px`] : []),
    ...(losses.length > 0 ? [`  linkStyle ${losses.join(',')} stroke:#cf222e,stroke-width:2px`] : []),
    ...(all > edges.length ? [`  more["and ${all - edges.length} more"]`] : []),
  ];
}

/** Escapes characters with a special meaning in labels as character numbers. */
function label(text: string): string {
  return visible(text).replace(/[^\p{L}\p{N} ./_,:()+\u2026-]/gu, (character) => `#${character.codePointAt(0) ?? 32};`);
}
