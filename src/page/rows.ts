/** Which rows of the tree are to be seen: what is unfolded, or what a search leaves. */
import { visible } from '../text/visible';
import type { Model, PageNode } from './model';

export interface TreeRow {
  readonly node: PageNode;
  readonly level: number;
  /** Its place among those beside it, from 1, and how many these are. */
  readonly position: number;
  readonly count: number;
  readonly isOpen: boolean;
  readonly hasChildren: boolean;
  /** Whether the search has found it, and not only something beneath it. */
  readonly isMatch: boolean;
}

export interface TreeFilter {
  /** Words that must all be in a path, label or kind. */
  readonly text: string;
  /** Only what changes, or has a finding, and what leads there. */
  readonly onlyChanges: boolean;
}

export interface VisibleRows {
  readonly rows: readonly TreeRow[];
  /** How many the search has found; `undefined` if nothing is sought. */
  readonly matches: number | undefined;
}

export function visibleRows(model: Model, open: ReadonlySet<PageNode>, filter: TreeFilter): VisibleRows {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const isRelevant = filter.onlyChanges ? hasChanges : () => true;
  const matched = words.length === 0 ? undefined : search(model, words, isRelevant);
  const isKept = (node: PageNode) => isRelevant(node) && (matched === undefined || matched.kept.has(node));
  const rows: TreeRow[] = [];
  // With a list and not by recursion: how deep a tree is, is not ours to decide.
  const waiting: { nodes: readonly PageNode[]; index: number; level: number }[] = [];
  const enter = (nodes: readonly PageNode[], level: number) =>
    waiting.push({ nodes: nodes.filter(isKept), index: 0, level });
  enter(model.roots, 1);
  for (let family = waiting.at(-1); family !== undefined; family = waiting.at(-1)) {
    const node = family.nodes[family.index++];
    if (node === undefined) {
      waiting.pop();
      continue;
    }
    const hasChildren = node.children.some(isKept);
    // A search unfolds what leads to what it finds.
    const isOpen = hasChildren && (open.has(node) || (matched?.leading.has(node) ?? false));
    const { level, index: position, nodes } = family;
    const isMatch = matched?.found.has(node) ?? false;
    rows.push({ node, level, position, count: nodes.length, isOpen, hasChildren, isMatch });
    if (isOpen) enter(node.children, level + 1);
  }
  return { rows, matches: matched?.found.size };
}

interface Matched {
  readonly found: ReadonlySet<PageNode>;
  /** What lies above what was found. */
  readonly leading: ReadonlySet<PageNode>;
  /** Both, and what lies in what was found. */
  readonly kept: { has(node: PageNode): boolean };
}

function search({ nodes }: Model, words: readonly string[], isRelevant: (node: PageNode) => boolean): Matched {
  const found = new Set<PageNode>();
  const leading = new Set<PageNode>();
  for (const node of nodes) {
    const text = searchText(node);
    if (!words.every((word) => text.includes(word)) || node.kind === '' || !isRelevant(node)) continue;
    found.add(node);
    for (let above = node.parent; above !== undefined && !leading.has(above); above = above.parent) leading.add(above);
  }
  return { found, leading, kept: { has: (node) => found.has(node) || leading.has(node) } };
}

const searchTexts = new WeakMap<PageNode, string>();

/** What a search looks at, as people see it. */
function searchText(node: PageNode): string {
  const { kind, label, path, object, keys } = node;
  const known = searchTexts.get(node);
  if (known !== undefined) return known;
  const uid = Object.values(keys).join(' ');
  const description = (object?.after ?? object?.before)?.fields['description'] ?? '';
  const parts = [kind, label, path, object?.from ?? '', object?.address ?? '', uid, description];
  const text = visible(parts.join('\u0000')).toLowerCase();
  searchTexts.set(node, text);
  return text;
}

export function hasChanges({ total }: PageNode): boolean {
  return total.added + total.removed + total.changed + total.findings > 0;
}

/** What is unfolded at first: what leads to what changes, as far as it fits; else the roots. */
export function firstOpen(model: Model, fits: number): Set<PageNode> {
  const open = new Set<PageNode>(model.roots.filter(({ kind }) => kind !== ''));
  let count = model.roots.length + [...open].reduce((sum, { children }) => sum + children.length, 0);
  if (count > fits) return model.roots.length === 1 ? open : new Set();
  let level = [...open];
  while (level.length > 0) {
    const next: PageNode[] = [];
    for (const node of level)
      for (const child of node.children) {
        const isWorth = child.children.length > 0 && child.children.some(hasChanges);
        if (!isWorth || count + child.children.length > fits) continue;
        count += child.children.length;
        open.add(child);
        next.push(child);
      }
    level = next;
  }
  return open;
}
