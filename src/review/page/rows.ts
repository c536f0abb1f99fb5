/** Returns the visible rows of the tree: unfolded nodes, or the matches of a search. */
import { onceFor } from '../../base/cache/once-for';
import { visible } from '../../base/text/visible';
import type { Model, PageNode } from './model';

export interface TreeRow {
  readonly node: PageNode;
  readonly level: number;
  /** The index among its siblings, from 1. */
  readonly position: number;
  /** The number of siblings, including this row. */
  readonly count: number;
  readonly isOpen: boolean;
  readonly hasChildren: boolean;
  /** True if the row itself matches the search, not only a row beneath it. */
  readonly isMatch: boolean;
}

export interface TreeFilter {
  /** Words. Each must be in the path, label or kind. */
  readonly text: string;
  /** If true, only objects with changes or findings and their parents are visible. */
  readonly onlyChanges: boolean;
}

export interface VisibleRows {
  readonly rows: readonly TreeRow[];
  /** The number of matches; `undefined` without a search. */
  readonly matches: number | undefined;
}

export function visibleRows(model: Model, open: ReadonlySet<PageNode>, filter: TreeFilter): VisibleRows {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const isRelevant = filter.onlyChanges ? hasChanges : () => true;
  const matched = words.length === 0 ? undefined : search(model, words, isRelevant);
  const isKept = (node: PageNode) => isRelevant(node) && (matched === undefined || matched.kept.has(node));
  const rows: TreeRow[] = [];
  // A list instead of recursion: a very deep tree would exceed the stack.
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
    // A search unfolds the parents of its matches.
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
  /** The ancestors of the matches. */
  readonly leading: ReadonlySet<PageNode>;
  /** The matches and their ancestors. */
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

/** Returns the text that a search reads, with escaped control characters. */
const searchText = onceFor(({ kind, label, path, object, keys }: PageNode): string => {
  const uid = Object.values(keys).join(' ');
  const description = (object?.after ?? object?.before)?.fields['description'] ?? '';
  const parts = [kind, label, path, object?.from ?? '', object?.address ?? '', uid, description];
  return visible(parts.join('\u0000')).toLowerCase();
});

function hasChanges({ total, stays = false }: PageNode): boolean {
  return stays || total.added + total.removed + total.changed + total.findings > 0;
}

/** Returns the groups to unfold at first: parents of changes, until `fits` rows are reached; otherwise the roots. */
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
