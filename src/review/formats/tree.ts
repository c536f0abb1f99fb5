/** The structure with what changes in it: groups as a tree, and in each what lies there. */
import type { ChangeStatus } from '../changes';
import type { Report, ReportedChange } from '../report';
import { fieldsText, shown } from './phrases';

export interface TreeLine {
  readonly depth: number;
  /** `+`, `-`, `~`, or nothing for a group that is only on the way. */
  readonly sign: '+' | '-' | '~' | ' ';
  readonly text: string;
}

const signs: Readonly<Record<ChangeStatus, TreeLine['sign']>> = {
  added: '+',
  removed: '-',
  recreated: '~',
  replaced: '~',
  changed: '~',
  imported: '~',
  forgotten: '-',
};

const words: Readonly<Partial<Record<ChangeStatus, string>>> = {
  recreated: 're-created',
  replaced: 'replaced',
  imported: 'imported',
  forgotten: 'no longer managed',
};

interface Node {
  readonly name: string;
  readonly children: Map<string, Node>;
  own: ReportedChange | undefined;
  readonly contents: ReportedChange[];
}

/** Only groups in which something changes, and those above them. */
export function treeLines({ changes }: Report): TreeLine[] {
  const root: Node = { name: '', children: new Map(), own: undefined, contents: [] };
  for (const change of changes) {
    if (change.kind === 'group') nodeAt(root, change.path).own = change;
    else nodeAt(root, change.group).contents.push(change);
  }
  const lines: TreeLine[] = [];
  // With a list and not by recursion: how deep a tree is, is not ours to decide.
  const waiting = [...root.children.values()].toReversed().map((node) => ({ node, depth: 0 }));
  if (root.contents.length > 0)
    waiting.unshift({ node: { ...root, name: '(no group)', children: new Map() }, depth: 0 });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    const sign = node.own === undefined ? ' ' : signs[node.own.status];
    lines.push({ depth, sign, text: [`${shown(node.name)}/`, noteOf(node.own)].filter(Boolean).join('  ') });
    for (const change of node.contents)
      lines.push({
        depth: depth + 1,
        sign: signs[change.status],
        text: [`${change.kind} ${nameWithin(change)}`, noteOf(change)].filter(Boolean).join('  '),
      });
    waiting.push(...[...node.children.values()].toReversed().map((child) => ({ node: child, depth: depth + 1 })));
  }
  return lines;
}

/** An identity or a role lies where it stands in the tree; what has no path of its own tells where. */
function nameWithin({ path, group }: ReportedChange): string {
  const name = path.startsWith(`${group}/`) ? path.slice(group.length + 1) : path;
  const end = ` in ${group}`;
  return shown(name.endsWith(end) ? name.slice(0, -end.length) : name);
}

function noteOf(change: ReportedChange | undefined): string {
  if (change === undefined) return '';
  const word = words[change.status];
  const fields = fieldsText(change);
  return [word === undefined ? '' : `(${word})`, fields === '' ? '' : `[${fields}]`].filter(Boolean).join(' ');
}

function nodeAt(root: Node, path: string): Node {
  let node = root;
  for (const name of path === '' ? [] : path.split('/')) {
    const child = node.children.get(name) ?? { name, children: new Map(), own: undefined, contents: [] };
    node.children.set(name, child);
    node = child;
  }
  return node;
}
