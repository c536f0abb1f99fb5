/** Finds names in sentences. Its time depends on the length of the sentence, and not on the number of names. */
import { displayed } from '../../base/text/visible';

/** Words and single other characters: a name is never a part of a word. */
const TOKENS = /[\p{L}\p{N}\p{M}_]+|[^]/gu;

export interface NameTree {
  /** A name ends here. A phrase is only a name if the sentence has it in quotes. */
  end: 'name' | 'phrase' | undefined;
  /** The first token that follows, and its node. Most nodes have no other. */
  token: string | undefined;
  node: NameTree | undefined;
  others: Map<string, NameTree> | undefined;
}

function emptyNode(): NameTree {
  return { end: undefined, token: undefined, node: undefined, others: undefined };
}

function follow({ token, node, others }: NameTree, next: string): NameTree | undefined {
  return token === next ? node : others?.get(next);
}

function extend(tree: NameTree, token: string): NameTree {
  const node = emptyNode();
  if (tree.token === undefined) [tree.token, tree.node] = [token, node];
  else (tree.others ??= new Map()).set(token, node);
  return node;
}

/** Returns a tree of names, and of phrases that are only names in quotes. */
export function createNameTree(names: Iterable<string>, phrases: Iterable<string> = []): NameTree {
  const root = emptyNode();
  for (const phrase of phrases) addName(root, phrase, 'phrase');
  for (const name of names) addName(root, name, 'name');
  return root;
}

/** Adds a name with its whole uids, and with the shorter uids that formats display. */
function addName(root: NameTree, name: string, end: 'name' | 'phrase'): void {
  const shown = displayed(name);
  for (const text of shown === name ? [name] : [name, shown]) {
    let node = root;
    for (const token of text.match(TOKENS) ?? []) node = follow(node, token) ?? extend(node, token);
    node.end = end;
  }
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
    const length = longestName(tokens, index, root, (end) => isInQuotes(sentence, start, start + end));
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

/** @param isPhrase decides whether a phrase of this length is in quotes */
function longestName(
  tokens: readonly string[],
  from: number,
  root: NameTree,
  isPhrase: (length: number) => boolean,
): number {
  let [node, length, longest]: [NameTree | undefined, number, number] = [root, 0, 0];
  for (let index = from; index < tokens.length; index++) {
    const token = tokens[index] ?? '';
    node = follow(node, token);
    if (node === undefined) break;
    length += token.length;
    if (node.end === 'name' || (node.end === 'phrase' && isPhrase(length))) longest = length;
  }
  return longest;
}
