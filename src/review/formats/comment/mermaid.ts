/** Draws gained and lost access as a Mermaid graph, for GitHub and GitLab. A large graph is grouped to stay readable. */
import { compareNames } from '../../../base/text/compare-names';
import { counted } from '../../../base/text/words';
import type { Report, ReportedLine } from '../../report/types/report';
import { visible } from '../../../base/text/visible';
import { isEffect, scopeText, displayed } from '../sentences/phrases';

/** With more edges than this, identities and groups are drawn together by parent group. */
const READABLE = 24;
/** The maximum number of edges. A service draws 500, but nobody can read them. */
const MOST_EDGES = 60;

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

/** Returns the lines of the graph; none if nobody gains or loses access. */
export function mermaidLines({ access }: Report): string[] {
  const gained = access.lines.gained.filter(isEffect).map((line) => ({ line, isGain: true }));
  const lost = access.lines.lost.filter(isEffect).map((line) => ({ line, isGain: false }));
  const all = [...gained, ...lost];
  if (all.length === 0) return [];
  const edges = [each, byGroup, byTop]
    .map((draw) => distinct(all, draw(all), READABLE + 1))
    .find((found) => found.length <= READABLE);
  const drawn = edges ?? distinct(all, byRoot(all), Infinity);
  let most = MOST_EDGES;
  let lines = draw(drawn.slice(0, most), drawn.length);
  // An escaped character is longer, so names with many of them leave room for fewer edges.
  while (lines.join('\n').length > LONGEST && most > 1) {
    most = Math.floor(most / 2);
    lines = draw(drawn.slice(0, most), drawn.length);
  }
  return lines;
}

type Line = { readonly line: ReportedLine; readonly isGain: boolean };
type Drawing = (all: readonly Line[]) => (line: Line) => Edge;

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
const byGroup: Drawing = (all) =>
  together(
    all,
    ({ identity }) => parent(identity),
    ({ group }) => parent(group),
  );

/** Merges by the topmost group beneath the root. */
const byTop: Drawing = (all) =>
  together(
    all,
    ({ identity }) => top(identity, 2),
    ({ group }) => top(group, 2),
  );

/** Merges everything of an organization. */
const byRoot: Drawing = (all) =>
  together(
    all,
    ({ identity }) => top(identity, 1),
    ({ group }) => top(group, 1),
  );

function together(all: readonly Line[], place: (line: ReportedLine) => string, scope: (line: ReportedLine) => string) {
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
  const end = (id: string, only: string, one: string, several: string, at: string): End => {
    const own = [...(members.get(id) ?? [])].sort(compareNames);
    const text = own.length === 1 ? only : `${counted(own.length, one, several)} of ${displayed(at) || 'people'}`;
    return { text, members: own };
  };
  return remembering(edgeId, (one) => {
    const { line, isGain } = one;
    const to = end(whereId(one), scopeText(line), 'group', 'groups', scope(line));
    return {
      from: end(whoId(one), displayed(line.identity), 'identity', 'identities', place(line)),
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

function distinct(lines: readonly Line[], draw: (line: Line) => Edge, most: number): Edge[] {
  const edges = new Set<Edge>();
  for (const line of lines) {
    edges.add(draw(line));
    if (edges.size === most) break;
  }
  return [...edges];
}

function draw(edges: readonly Edge[], all: number): string[] {
  const ids = new Map<string, string>();
  const nodes: string[] = [];
  const node = ({ text, members }: End, side: 'who' | 'where') => {
    const key = JSON.stringify([side, text, members]);
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
