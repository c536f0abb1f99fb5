/** Finds names in sentences. A sorted list of names needs a tenth of the memory that a tree of words needs. */
import { displayed } from '../../base/text/visible';

/** Words and single other characters: a name is never a part of a word. */
const TOKENS = /[\p{L}\p{N}\p{M}_]+|[^]/gu;
const FIRST_TOKEN = new RegExp(`^(?:${TOKENS.source})`, 'u');

interface SortedTexts {
  readonly texts: readonly string[];
  /** The first words of the texts. Most words of a sentence begin no name. */
  readonly firsts: ReadonlySet<string>;
}

export interface NameTree {
  readonly names: SortedTexts;
  /** Texts that are only names if the sentence has them in quotes. */
  readonly phrases: SortedTexts;
}

/** Returns a tree of names, and of phrases that are only names in quotes. */
export function createNameTree(names: Iterable<string>, phrases: Iterable<string> = []): NameTree {
  return { names: sortTexts(names), phrases: sortTexts(phrases) };
}

/** A word of letters, digits and hyphens: it cannot continue a sentence. */
const WORD = /^[\p{L}\p{N}_-]+$/u;

/**
 * Returns the single names of a path that are no words of sentences, and those that also are: a group can be called `platform`.
 * Sentences have those in quotes.
 */
export function splitPath(path: string): { readonly names: readonly string[]; readonly words: readonly string[] } {
  const all = path.split('/').filter((name) => name.trim() !== '');
  return {
    names: all.filter((name) => !WORD.test(name)),
    words: all.filter((name) => WORD.test(name)),
  };
}

/** Sorts texts with their whole uids, and with the shorter uids that formats display. */
function sortTexts(given: Iterable<string>): SortedTexts {
  const all = new Set<string>();
  for (const text of given) all.add(text).add(displayed(text));
  const texts = [...all].sort();
  return { texts, firsts: new Set(texts.map((text) => FIRST_TOKEN.exec(text)?.[0] ?? '')) };
}

/** Returns the position of the first text that is not less than `text`. */
function findPosition(texts: readonly string[], text: string, from: number): number {
  let [low, high] = [from, texts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((texts[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
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
    const place = { sentence, tokens, start, index };
    const length = Math.max(longestIn(root.names, place, false), longestIn(root.phrases, place, true));
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

interface Place {
  readonly sentence: string;
  readonly tokens: readonly string[];
  readonly start: number;
  /** The index of the token at the start. */
  readonly index: number;
}

/** Returns the length of the longest text that begins at a place, or 0. */
function longestIn({ texts, firsts }: SortedTexts, place: Place, inQuotes: boolean): number {
  const { sentence, tokens, start, index } = place;
  if (!firsts.has(tokens[index] ?? '')) return 0;
  let [end, position, longest] = [start, 0, 0];
  for (let next = index; next < tokens.length; next++) {
    end += tokens[next]?.length ?? 0;
    const beginning = sentence.slice(start, end);
    position = findPosition(texts, beginning, position);
    const text = texts[position];
    if (text?.startsWith(beginning) !== true) break;
    if (text === beginning && (!inQuotes || isInQuotes(sentence, start, end))) longest = end - start;
  }
  return longest;
}
