/** Finds names in sentences. Its time depends on the length of the sentence, and not on the number of names. */
import { displayed } from '../../base/text/visible';

/** Words and single other characters: a name is never a part of a word. */
const TOKENS = /[\p{L}\p{N}\p{M}_]+|[^]/gu;
const FIRST_TOKEN = new RegExp(`^(?:${TOKENS.source})`, 'u');

export interface NameTree {
  /** The rest of the only name from here on: most names differ from all others in their last words, and need no node for each. */
  rest: string;
  /** A name ends here, after the rest. A phrase is only a name if the sentence has it in quotes. */
  end: 'name' | 'phrase' | undefined;
  /** The first token that follows, and its node. Most nodes have no other. */
  token: string | undefined;
  node: NameTree | undefined;
  others: Map<string, NameTree> | undefined;
}

function createNode(rest: string, end: NameTree['end']): NameTree {
  return { rest, end, token: undefined, node: undefined, others: undefined };
}

function follow({ token, node, others }: NameTree, next: string): NameTree | undefined {
  return token === next ? node : others?.get(next);
}

function firstToken(text: string): string {
  return FIRST_TOKEN.exec(text)?.[0] ?? '';
}

/** Adds a text that no node begins. */
function extend(tree: NameTree, text: string, end: NameTree['end']): void {
  const token = firstToken(text);
  const node = createNode(text.slice(token.length), end);
  if (tree.token === undefined) [tree.token, tree.node] = [token, node];
  else (tree.others ??= new Map()).set(token, node);
}

/** Returns a tree of names, and of phrases that are only names in quotes. */
export function createNameTree(names: Iterable<string>, phrases: Iterable<string> = []): NameTree {
  const root = createNode('', undefined);
  for (const phrase of phrases) addName(root, phrase, 'phrase');
  for (const name of names) addName(root, name, 'name');
  return root;
}

/** Adds a name with its whole uids, and with the shorter uids that formats display. */
function addName(root: NameTree, name: string, end: 'name' | 'phrase'): void {
  const shown = displayed(name);
  addText(root, name, end);
  if (shown !== name) addText(root, shown, end);
}

function addText(root: NameTree, text: string, end: 'name' | 'phrase'): void {
  let [tree, left] = [root, text];
  while (left !== tree.rest) {
    const { rest } = tree;
    if (rest !== '') {
      const former = tree.end;
      [tree.rest, tree.end] = ['', undefined];
      extend(tree, rest, former);
      continue;
    }
    const token = firstToken(left);
    const next = follow(tree, token);
    if (next === undefined) {
      extend(tree, left, end);
      return;
    }
    left = left.slice(token.length);
    tree = next;
  }
  tree.end = end;
}

export interface NameRange {
  readonly start: number;
  end: number;
  isQuoted: boolean;
}

/** Returns the union of all names: with only the longest, a name could hide the beginning of the next one. */
export function findNames(sentence: string, root: NameTree): NameRange[] {
  const tokens = sentence.match(TOKENS) ?? [];
  const ranges: NameRange[] = [];
  let start = 0;
  tokens.forEach((token, index) => {
    const length = longestName(tokens, index, root, { sentence, start });
    if (length > 0) {
      const end = start + length;
      const isQuoted = isInQuotes(sentence, start, end);
      addRange(ranges, isQuoted ? { start: start - 1, end: end + 1, isQuoted } : { start, end, isQuoted });
    }
    start += token.length;
  });
  return ranges;
}

/** Adds a range. Ranges that touch are one. */
export function addRange(ranges: NameRange[], range: NameRange): void {
  const last = ranges.at(-1);
  if (last === undefined || last.end < range.start) ranges.push(range);
  else if (range.end > last.end) Object.assign(last, { end: range.end, isQuoted: false });
}

function isInQuotes(sentence: string, start: number, end: number): boolean {
  return sentence[start - 1] === '"' && sentence[end] === '"';
}

function longestName(
  tokens: readonly string[],
  from: number,
  root: NameTree,
  { sentence, start }: { readonly sentence: string; readonly start: number },
): number {
  let [node, length, longest]: [NameTree | undefined, number, number] = [root, 0, 0];
  let index = from;
  while (index < tokens.length) {
    const token = tokens[index++] ?? '';
    node = follow(node, token);
    if (node === undefined) break;
    length += token.length;
    let { rest } = node;
    for (let next = tokens[index]; rest !== '' && next !== undefined && rest.startsWith(next); next = tokens[index]) {
      rest = rest.slice(next.length);
      length += next.length;
      index += 1;
    }
    if (rest !== '') break;
    if (node.end === 'name' || (node.end === 'phrase' && isInQuotes(sentence, start, start + length))) longest = length;
  }
  return longest;
}
