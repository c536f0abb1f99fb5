/** Creates the tree of groups with their changes. If it has too many lines, groups are folded and counted. */
import { compareNames } from '../../base/text/compare-names';
import { CHANGE_TEXTS, type ChangeStatus } from '../words/change-texts';
import type { Report, ReportedChange } from '../report/types/report';
import { countsText, fieldsText, displayed } from './sentences/phrases';

export interface TreeLine {
  readonly depth: number;
  /** Absent for a group without its own change, and for a line with the count of folded groups. */
  readonly status?: ChangeStatus;
  /** A space without a status. */
  readonly sign: string;
  /** `role binding`; empty for a group. */
  readonly kind: string;
  readonly name: string;
  /** The changed fields, or the counts of folded changes. */
  readonly note: string;
}

/** Kinds of changes with a word, because the sign alone is not obvious. */
const inWords: ReadonlySet<ChangeStatus> = new Set(['recreated', 'replaced', 'adopted', 'imported', 'forgotten']);

type Counts = Partial<Record<ChangeStatus, number>>;

interface Node {
  readonly name: string;
  readonly children: Map<string, Node>;
  own: ReportedChange | undefined;
  readonly contents: ReportedChange[];
  /** The counts of the group and everything beneath it. */
  readonly counts: Counts;
}

/** The maximum depth of shown groups, and the maximum number of lines in each. */
interface Fold {
  readonly depth: number;
  readonly width: number;
}

/** Sorted: the first shows everything. Folding whole groups is better than omitting some lines of a group. */
const FOLDS: readonly Fold[] = [Infinity, 30, 12, 5, 2].flatMap((width) =>
  [Infinity, 12, 8, 6, 5, 4, 3, 2, 1].map((depth) => ({ depth, width })),
);

/** Returns the groups that contain changes and their parents, in about `most` lines. */
export function treeLines({ changes }: Pick<Report, 'changes'>, most = Infinity): TreeLine[] {
  const root = getTree(changes);
  for (const fold of FOLDS) {
    const lines = findLines(root, fold, most);
    if (lines !== undefined) return lines;
  }
  return findLines(root, { depth: 1, width: 1 }, Infinity) ?? [];
}

/** Returns a line as text, without its sign. */
export function treeLineText({ kind, name, note }: TreeLine): string {
  return [[kind, name].filter(Boolean).join(' '), note].filter(Boolean).join('  ');
}

function getTree(changes: readonly ReportedChange[]): Node {
  const root = emptyNode('');
  for (const change of changes) {
    const path = change.kind === 'group' ? change.path : change.group;
    let node = root;
    count(node.counts, change);
    for (const name of path === '' ? [] : path.split('/')) {
      const child = node.children.get(name) ?? emptyNode(name);
      node.children.set(name, child);
      count(child.counts, change);
      node = child;
    }
    if (change.kind === 'group') node.own = change;
    else node.contents.push(change);
  }
  return root;
}

function emptyNode(name: string): Node {
  return { name, children: new Map(), own: undefined, contents: [], counts: {} };
}

function count(counts: Counts, { status }: ReportedChange): void {
  counts[status] = (counts[status] ?? 0) + 1;
}

/** Returns the lines, or `undefined` if they are more than `most`. */
function findLines(root: Node, fold: Fold, most: number): TreeLine[] | undefined {
  const lines: TreeLine[] = [];
  // A list instead of recursion: a very deep tree would exceed the stack.
  const waiting: (TreeLine | { readonly node: Node; readonly depth: number })[] = [];
  const enter = ({ children, contents }: Node, depth: number) => {
    const all = [
      ...contents.toSorted(compareContents),
      ...[...children.values()].toSorted((a, b) => compareNames(a.name, b.name)),
    ];
    const seen = all.length <= fold.width ? all : worstFirst(all).slice(0, fold.width);
    const left = all.length <= fold.width ? [] : worstFirst(all).slice(fold.width);
    const below = seen.map((one) => ('contents' in one ? { node: one, depth } : contentLine(one, depth)));
    if (left.length > 0) below.push(foldedLine(left, depth));
    waiting.push(...below.toReversed());
  };
  enter(root, 0);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (lines.length >= most) return undefined;
    if (!('node' in next)) {
      lines.push(next);
      continue;
    }
    const { depth } = next;
    const { node, name } = unbranched(next.node);
    const isFolded = depth >= fold.depth && node.contents.length + node.children.size > 0;
    lines.push({
      depth,
      ...(node.own !== undefined && { status: node.own.status }),
      sign: node.own === undefined ? ' ' : CHANGE_TEXTS[node.own.status].sign,
      kind: '',
      name: `${displayed(name)}/`,
      note: [getNote(node.own), isFolded ? foldedText(node) : ''].filter(Boolean).join(' '),
    });
    if (!isFolded) enter(node, depth + 1);
  }
  return lines;
}

/** The order of kinds in a group, as in the tree of a page. Grants follow, then all others. */
const KINDS = ['identity', 'role'];
const GRANTS = ['external group role mapping', 'group invite', 'identity provider', 'role binding'];

function compareContents(a: ReportedChange, b: ReportedChange): number {
  return getOrder(a) - getOrder(b) || compareNames(a.kind, b.kind) || compareNames(nameWithin(a), nameWithin(b));
}

function getOrder({ kind }: ReportedChange): number {
  const index = KINDS.indexOf(kind);
  if (index >= 0) return index;
  return GRANTS.includes(kind) ? KINDS.length : KINDS.length + 1;
}

/** Merges a group with its only child, if that is a group: they share a line. */
function unbranched(node: Node): { readonly node: Node; readonly name: string } {
  const names = [node.name];
  let last = node;
  for (;;) {
    const [child] = last.children.values();
    const isOnTheWay = last.own === undefined && last.contents.length === 0 && last.children.size === 1;
    if (!isOnTheWay || child?.own !== undefined || child === undefined) break;
    names.push(child.name);
    last = child;
  }
  return { node: last, name: names.join('/') };
}

/** Sorts deletions and replacements first, so that other changes are folded before them. */
function worstFirst(all: readonly (Node | ReportedChange)[]): (Node | ReportedChange)[] {
  const isBad = (one: Node | ReportedChange) =>
    bad.some((status) => ('counts' in one ? one.counts[status] !== undefined : one.status === status));
  return [...all.filter(isBad), ...all.filter((one) => !isBad(one))];
}
const bad: readonly ChangeStatus[] = ['removed', 'recreated', 'replaced', 'adopted', 'forgotten'];

function foldedText({ own, counts }: Node): string {
  const beneath = { ...counts };
  if (own !== undefined) beneath[own.status] = (beneath[own.status] ?? 1) - 1;
  return `(contains ${countsText(beneath)})`;
}

function foldedLine(left: readonly (Node | ReportedChange)[], depth: number): TreeLine {
  const counts: Counts = {};
  for (const one of left) {
    const inIt = 'counts' in one ? one.counts : { [one.status]: 1 };
    for (const [status, number] of Object.entries(inIt))
      counts[status as ChangeStatus] = (counts[status as ChangeStatus] ?? 0) + number;
  }
  return { depth, sign: ' ', kind: '', name: `… and ${left.length} more`, note: `(${countsText(counts)})` };
}

function contentLine(change: ReportedChange, depth: number): TreeLine {
  const { kind, status } = change;
  return { depth, status, sign: CHANGE_TEXTS[status].sign, kind, name: nameWithin(change), note: getNote(change) };
}

/** Returns the name without the group, which the position in the tree shows. */
function nameWithin({ path, group, kind, connects }: ReportedChange): string {
  const within = (text: string) => (text.startsWith(`${group}/`) ? text.slice(group.length + 1) : text);
  if (connects !== undefined) return displayed(`${within(connects.role)} ← ${within(connects.identity)}`);
  const inGroup = within(path);
  const end = ` in ${group}`;
  const name = inGroup.endsWith(end) ? inGroup.slice(0, -end.length) : inGroup;
  return displayed(name.startsWith(`${kind} `) ? name.slice(kind.length + 1) : name);
}

/** The note of an object whose deletion the API refuses. */
const STAYS = '(stays: unmanaged objects need it)';

function getNote(change: ReportedChange | undefined): string {
  if (change === undefined) return '';
  const { status, stays = false } = change;
  const fields = fieldsText(change);
  const word = inWords.has(status) ? `(${CHANGE_TEXTS[status].word})` : '';
  return [word, stays ? STAYS : '', fields === '' ? '' : `[${fields}]`].filter(Boolean).join(' ');
}
