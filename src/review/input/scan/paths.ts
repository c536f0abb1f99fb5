/** Reads the path of a file in an expression: a constant below the module, or one with a name from a constant list. */
import { join, normalize } from 'node:path';
import type { HclNode } from '../../../base/text/hcl-tree';
import type { ModuleScope } from './module-scope';

/** Names that are constant: texts, or those of the files below a folder. */
export type ConstantNames =
  | { readonly texts: readonly string[] }
  /** `below`: the folder that all names begin with. */
  | { readonly folder: string; readonly path: string; readonly below: string };

/** The variables around an expression. `undefined` for one without constant names. */
export interface ScanScope {
  readonly module: ModuleScope;
  readonly variables: ReadonlyMap<string, ConstantNames | undefined>;
  /** Those whose values only the apply knows. */
  readonly openVariables?: ReadonlySet<string>;
  /** The `for_each` of the block. */
  readonly each?: readonly HclNode[] | undefined;
}

/** A path of the folder and the texts, with at most one place for names. */
export interface FilePath {
  readonly folder: string;
  readonly before: string;
  readonly names?: ConstantNames | undefined;
  readonly after: string;
}

type Atom = string | { readonly folder: string } | { readonly names: ConstantNames };

/** Characters that mean the same in every syntax. A backslash or a dollar sign can be an escape. */
const SAFE = /^[\p{L}\p{N} ._/@+,=()#-]*$/u;
const PATTERN = /^[\p{L}\p{N} ._/@+,=()#*?[\]{}!^-]*$/u;
const MAX_DEPTH = 8;

/** Returns the path, or `undefined` for any other expression. */
export function readPath(nodes: readonly HclNode[], scope: ScanScope): FilePath | undefined {
  const atoms = readAtoms(nodes, scope, 0);
  if (atoms === undefined) return undefined;
  const [first, ...others] = atoms;
  const base = typeof first === 'object' && 'folder' in first ? first : undefined;
  const rest = base === undefined ? atoms : others;
  const path = { folder: base?.folder ?? '.', before: '', after: '' };
  let names: ConstantNames | undefined;
  for (const atom of rest) {
    if (typeof atom === 'string') path[names === undefined ? 'before' : 'after'] += atom;
    else if ('folder' in atom || names !== undefined) return undefined;
    else names = atom.names;
  }
  if (base !== undefined && path.before !== '' && !path.before.startsWith('/')) return undefined;
  if (base !== undefined) path.before = path.before.replace(/^\/+/, '');
  return { ...path, names };
}

function readAtoms(nodes: readonly HclNode[], scope: ScanScope, depth: number): Atom[] | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const { module, variables, each } = scope;
  const inner = unwrap(nodes);
  const [only] = inner;
  if (inner.length === 1 && only?.is === 'text') {
    const atoms = only.pieces.map((piece) =>
      typeof piece === 'string' ? (SAFE.test(piece) ? [piece] : undefined) : readAtoms(piece, scope, depth + 1),
    );
    return atoms.every((list) => list !== undefined) ? atoms.flat() : undefined;
  }
  if (inner.length === 1 && only?.is === 'word') return asAtoms(variables.get(only.text));
  const [root, name] = readMember(inner) ?? [];
  if (root === 'path')
    return name === 'module' || name === 'root' ? [{ folder: name === 'root' ? '.' : module.folder }] : undefined;
  if (root === 'local') return readAtoms(module.locals.get(name ?? '') ?? [], scope, depth + 1);
  if (root === 'each' && each !== undefined)
    return asAtoms(readNames(each, outside(scope), name === 'key' ? 'key' : 'value'));
  return undefined;
}

function asAtoms(names: ConstantNames | undefined): Atom[] | undefined {
  return names === undefined ? undefined : [{ names }];
}

/** Returns the constant names of a collection: those of its keys or of its values. */
export function readNames(
  nodes: readonly HclNode[],
  scope: ScanScope,
  part: 'key' | 'value',
  depth = 0,
): ConstantNames | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const inner = unwrap(nodes);
  const [first, second] = inner;
  const [root, name] = readMember(inner) ?? [];
  if (root === 'local') return readNames(scope.module.locals.get(name ?? '') ?? [], outside(scope), part, depth + 1);
  if (inner.length === 1 && first?.is === 'group') return readLiteral(first, scope, part);
  if (inner.length !== 2 || first?.is !== 'word' || second?.is !== 'group' || second.open !== '(') return undefined;
  const [argument = [], pattern = []] = splitArguments(second.nodes);
  if (['toset', 'tolist', 'sort'].includes(first.text)) return readNames(argument, scope, part, depth + 1);
  if (first.text === 'keys') return readNames(argument, scope, 'key', depth + 1);
  return first.text === 'fileset' ? readFileset(argument, pattern, scope) : undefined;
}

/** Returns the folder of a call of `fileset` with constants. */
export function readFileset(
  path: readonly HclNode[],
  pattern: readonly HclNode[],
  scope: ScanScope,
): ConstantNames | undefined {
  const [text] = unwrap(pattern);
  const literal = text?.is === 'text' && text.pieces.length <= 1 ? (text.pieces[0] ?? '') : undefined;
  if (typeof literal !== 'string' || !PATTERN.test(literal) || /(^|[/{,])\.\./.test(literal)) return undefined;
  const { folder, before, names, after } = readPath(path, scope) ?? {};
  if (folder === undefined || before === undefined || names !== undefined || after !== '') return undefined;
  const below = /^(?:[^*?[\]{}!^/]+\/)*/.exec(literal)?.[0] ?? '';
  return { folder, path: before === '' ? '.' : before, below };
}

/**
 * Returns true if a file that is written between plan and apply can match the pattern: the engine and the commands write plans, states and
 * reports to the folder of the root module. They write no file with data of these kinds.
 */
export function canGrow(
  { folder, path, below }: Extract<ConstantNames, { readonly folder: string }>,
  pattern: readonly HclNode[],
): boolean {
  const [text] = unwrap(pattern);
  const end = text?.is === 'text' ? text.pieces.at(-1) : undefined;
  const isData = typeof end === 'string' && /\.(ya?ml|csv)$/.test(end);
  return !isData && normalize(join(folder, path, below, '.')) === '.';
}

function readLiteral(
  group: HclNode & { is: 'group' },
  scope: ScanScope,
  part: 'key' | 'value',
): ConstantNames | undefined {
  const nodes = group.nodes.filter((node) => node.is !== 'newline');
  if (isWord(nodes[0], 'for')) return readLoop(nodes, scope, group.open === '{' ? part : 'value');
  if (group.open === '[') {
    const texts = splitArguments(group.nodes).map((element) => toText(unwrap(element)));
    return texts.every((text) => text !== undefined) ? { texts } : undefined;
  }
  if (group.open !== '{' || part !== 'key') return undefined;
  const texts = splitEntries(group.nodes).map(([key, mark]) =>
    mark?.is === 'mark' && (mark.text === '=' || mark.text === ':')
      ? key?.is === 'word'
        ? key.text
        : toText([key])
      : undefined,
  );
  return texts.every((text) => text !== undefined && SAFE.test(text))
    ? { texts: texts.filter((text) => text !== undefined) }
    : undefined;
}

/** Reads `for NAME in NAMES : …`: the names, if the key or the value is the variable alone. */
function readLoop(nodes: readonly HclNode[], scope: ScanScope, part: 'key' | 'value'): ConstantNames | undefined {
  const loop = readFor(nodes);
  if (loop === undefined) return undefined;
  const arrow = loop.rest.findIndex((node, index) => isMark(node, '=') && isMark(loop.rest[index + 1], '>'));
  const condition = loop.rest.findIndex((node) => isWord(node, 'if'));
  const end = condition < 0 ? loop.rest.length : condition;
  const wanted =
    arrow < 0 ? loop.rest.slice(0, end) : part === 'key' ? loop.rest.slice(0, arrow) : loop.rest.slice(arrow + 2, end);
  const [variable, ...others] = wanted;
  const isVariable = others.length === 0 && variable?.is === 'word' && variable.text === loop.names.at(-1);
  return isVariable ? readNames(loop.collection, scope, 'value') : undefined;
}

export interface Loop {
  readonly names: readonly string[];
  readonly collection: readonly HclNode[];
  readonly rest: readonly HclNode[];
}

/** Reads the head of a loop: `for KEY, VALUE in COLLECTION :`. */
export function readFor(nodes: readonly HclNode[]): Loop | undefined {
  const start = nodes.findIndex((node) => node.is !== 'newline' && !isMark(node, '~'));
  if (!isWord(nodes[start], 'for')) return undefined;
  const head = nodes.slice(start + 1);
  const middle = head.findIndex((node) => isWord(node, 'in'));
  const colon = head.findIndex((node, index) => index > middle && isMark(node, ':'));
  const names = head.slice(0, middle).flatMap((node) => (node.is === 'word' ? [node.text] : []));
  const end = colon < 0 ? head.length : colon;
  return { names, collection: head.slice(middle + 1, end), rest: head.slice(end + 1) };
}

/** Returns the arguments of a call, or the elements of a list. */
export function splitArguments(nodes: readonly HclNode[]): HclNode[][] {
  return split(nodes, (node) => isMark(node, ','));
}

/** Returns the entries of an object. */
export function splitEntries(nodes: readonly HclNode[]): HclNode[][] {
  return split(nodes, (node) => isMark(node, ',') || node.is === 'newline');
}

function split(nodes: readonly HclNode[], isEnd: (node: HclNode) => boolean): HclNode[][] {
  const parts: HclNode[][] = [[]];
  for (const node of nodes) {
    if (isEnd(node)) parts.push([]);
    else if (node.is !== 'newline') parts.at(-1)?.push(node);
  }
  return parts.filter((part) => part.length > 0);
}

/** Variables of loops are not visible in the `for_each` of a block, and not in a local value. */
function outside({ module }: ScanScope): ScanScope {
  return { module, variables: new Map() };
}

/** Removes parentheses, line breaks, and the quotes of a text that is one expression. */
export function unwrap(nodes: readonly HclNode[]): readonly HclNode[] {
  const inner = nodes.filter((node) => node.is !== 'newline');
  const [only] = inner;
  if (inner.length !== 1) return inner;
  if (only?.is === 'group' && only.open === '(') return unwrap(only.nodes);
  const [piece] = only?.is === 'text' && only.pieces.length === 1 ? only.pieces : [];
  return typeof piece === 'object' ? unwrap(piece) : inner;
}

/** Returns the two words of `ROOT.NAME`. */
export function readMember(nodes: readonly HclNode[]): [string, string] | undefined {
  const [root, dot, name] = nodes;
  const isMember = nodes.length === 3 && root?.is === 'word' && isMark(dot, '.') && name?.is === 'word';
  return isMember ? [root.text, name.text] : undefined;
}

function toText(nodes: readonly (HclNode | undefined)[]): string | undefined {
  const [only] = nodes;
  if (nodes.length !== 1 || only?.is !== 'text' || only.pieces.length > 1) return undefined;
  const [piece = ''] = only.pieces;
  return typeof piece === 'string' && SAFE.test(piece) ? piece : undefined;
}

function isWord(node: HclNode | undefined, text: string): boolean {
  return node?.is === 'word' && node.text === text;
}

export function isMark(node: HclNode | undefined, text: string): boolean {
  return node?.is === 'mark' && node.text === text;
}

/** Returns the index of the next node that is no line break, in a direction. */
export function stepOver(nodes: readonly HclNode[], from: number, step: 1 | -1): number {
  let index = from + step;
  while (nodes[index]?.is === 'newline') index += step;
  return index;
}

/** Returns the name at a word, with its namespaces, and the index of its last word. */
export function readFunctionName(
  nodes: readonly HclNode[],
  start: number,
): { readonly name: string; readonly last: number } {
  const first = nodes[start];
  let [name, last] = [first?.is === 'word' ? first.text : '', start];
  for (;;) {
    const colon = stepOver(nodes, last, 1);
    const second = stepOver(nodes, colon, 1);
    const next = stepOver(nodes, second, 1);
    const word = nodes[next];
    if (!isMark(nodes[colon], ':') || !isMark(nodes[second], ':') || word?.is !== 'word') return { name, last };
    name += `::${word.text}`;
    last = next;
  }
}

/** Returns the words of a name. */
export function readWords(nodes: readonly HclNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.is === 'word') return [node.text];
    // JSON syntax writes a name as a text.
    return node.is === 'text' ? node.pieces.filter((piece) => typeof piece === 'string') : [];
  });
}
