/** Code in HCL as a tree of brackets and texts, with the code in templates. */
import { type HclPart, readHclParts } from './hcl-tokens';

export type HclNode =
  | { readonly is: 'word' | 'mark'; readonly text: string }
  | { readonly is: 'newline' }
  | { readonly is: 'group'; readonly open: string; readonly nodes: readonly HclNode[] }
  | HclText;

/** A text in quotes or a heredoc: characters as written, and code. */
export interface HclText {
  readonly is: 'text';
  readonly pieces: readonly (string | readonly HclNode[])[];
  /** True for a text in quotes, which has escapes with a backslash. */
  readonly isQuoted: boolean;
}

/**
 * Reads a file.
 *
 * @throws Error with the line if a bracket, a text or a comment has no end
 */
export function readHclTree(source: string): HclNode[] {
  return readNodes(startCursor(readHclParts(source, 'file')));
}

/** Reads a text of JSON syntax, or the file of a template. Throws as {@link readHclTree} does. */
export function readHclTemplate(source: string): HclText {
  return readText(startCursor(readHclParts(source, 'template')), false);
}

interface Cursor {
  readonly parts: readonly HclPart[];
  next: number;
}

function startCursor(parts: readonly HclPart[]): Cursor {
  return { parts, next: 0 };
}

/** Reads up to the bracket that closes the nodes, or to the end. */
function readNodes(cursor: Cursor): HclNode[] {
  const nodes: HclNode[] = [];
  for (let part = cursor.parts[cursor.next++]; part !== undefined; part = cursor.parts[cursor.next++]) {
    const { kind, text } = part;
    if (kind === 'mark' && '}])'.includes(text)) return nodes;
    if (kind === 'begin') nodes.push(readText(cursor, text === 'quoted'));
    else if (kind === 'newline') nodes.push({ is: kind });
    else if (kind === 'word') nodes.push({ is: kind, text });
    else if ('{[('.includes(text)) nodes.push({ is: 'group', open: text, nodes: readNodes(cursor) });
    else nodes.push({ is: 'mark', text });
  }
  return nodes;
}

function readText(cursor: Cursor, isQuoted: boolean): HclText {
  const pieces: HclText['pieces'][number][] = [];
  for (let part = cursor.parts[cursor.next++]; part !== undefined; part = cursor.parts[cursor.next++]) {
    const last = pieces.at(-1);
    if (part.kind === 'end') break;
    if (part.kind === 'template') pieces.push(readNodes(cursor));
    else if (typeof last === 'string') pieces[pieces.length - 1] = last + part.text;
    else pieces.push(part.text);
  }
  return { is: 'text', pieces, isQuoted };
}

/** An argument or a block of a body. */
export interface HclArgument {
  readonly name: string;
  readonly value: readonly HclNode[];
}
export interface HclBlock {
  readonly type: string;
  readonly labels: readonly string[];
  readonly body: HclBodyTree;
}
export interface HclBodyTree {
  readonly arguments: readonly HclArgument[];
  readonly blocks: readonly HclBlock[];
}

/**
 * Reads the arguments and blocks of a body.
 *
 * @throws Error if the nodes are none
 */
export function readHclBody(nodes: readonly HclNode[]): HclBodyTree {
  const found = { arguments: [] as HclArgument[], blocks: [] as HclBlock[] };
  let next = 0;
  while (next < nodes.length) {
    const first = nodes[next++];
    if (first?.is === 'newline') continue;
    if (first?.is !== 'word') throw new Error('an argument or a block expected');
    let node = nodes[next++];
    if (node?.is === 'mark' && node.text === '=') {
      const end = nodes.findIndex((hclNode, index) => index >= next && hclNode.is === 'newline');
      const value = nodes.slice(next, end < 0 ? undefined : end);
      found.arguments.push({ name: first.text, value });
      next = end < 0 ? nodes.length : end;
      continue;
    }
    const labels: string[] = [];
    for (; node !== undefined && node.is !== 'group'; node = nodes[next++]) labels.push(readLabel(node));
    if (node?.open !== '{') throw new Error(`the block ${first.text} has no body`);
    found.blocks.push({ type: first.text, labels, body: readHclBody(node.nodes) });
  }
  return found;
}

function readLabel(node: HclNode): string {
  if (node.is === 'word') return node.text;
  const [label = '', ...others] = node.is === 'text' ? node.pieces : [undefined];
  if (typeof label !== 'string' || others.length > 0) throw new Error('a label expected');
  return label;
}
