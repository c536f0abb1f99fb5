/**
 * Patterns of claims are regular expressions of RE2, so matching takes linear time. The JavaScript port of RE2 checks them. It
 * is loaded for the first pattern. Contract V8.
 */
import type { RE2JS } from 're2js';

/** Returns the reason why `text` is not a regular expression of RE2, with the position, or `undefined` if it is one. */
export function patternProblem(text: string): string | undefined {
  try {
    re2().compile(text);
    return undefined;
  } catch (error) {
    return `is not a regular expression in the syntax of RE2: ${getReason(error, text)}`;
  }
}

/**
 * Returns true if the pattern matches the whole text, from its first character to its last, also with the flag `(?m)`.
 * An invalid pattern matches nothing.
 */
export function matchesWhole(pattern: string, text: string): boolean {
  try {
    return re2().compile(pattern).testExact(text);
  } catch (error) {
    if (isSyntaxError(error)) return false;
    throw error;
  }
}

/**
 * Flags, a quotation, a class of characters by its name or number, an escape, a set, a repetition, or one character.
 */
const TOKEN =
  /\(\?[imsU-]+\)|\\Q[^]*?(?:\\E|$)|\\[pPx]\{[^}]*(?:\}|$)|\\[^]|\[\^?\]?(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*(?:\]|$)|\{(\d+)(?:,(\d*))?\}|[^]/g;

/**
 * Returns the length of the pattern with every counted repetition written out, because RE2 compiles it like that and
 * takes time and memory in proportion. The estimate is rather too large than too small.
 */
export function patternSize(pattern: string): number {
  let group = { size: 0, last: 0 };
  const outer: (typeof group)[] = [];
  for (const [token, least, most] of pattern.matchAll(TOKEN)) {
    // Parts that match nothing: a repetition after them applies to the part before them.
    if (token === '\\Q\\E' || token.startsWith('(?')) continue;
    if (least !== undefined) {
      const times = Math.max(1, Number(least) + (most === '' ? 1 : 0), Number(most ?? 0));
      group = { size: group.size + group.last * (times - 1), last: group.last * times };
    } else if (token === '(') {
      outer.push(group);
      group = { size: 0, last: 0 };
    } else if (/^[*+?]$/.test(token)) {
      // Belongs to the part before it, and so does a repetition after it.
      group = { size: group.size + 1, last: group.last + 1 };
    } else {
      const last = token === ')' ? group.size + 2 : token.startsWith('\\Q') ? token.length : 1;
      if (token === ')') group = outer.pop() ?? { size: 0, last: 0 };
      group = { size: group.size + last, last };
    }
  }
  return outer.reduce((size, open) => size + open.size, pattern.length + group.size);
}

interface SyntaxProblem {
  /** The problem: `invalid escape sequence`. */
  readonly error: string;
  /** The invalid part of the pattern, or the whole pattern if no part can be named. */
  readonly input: string | null;
}

/** `invalid escape sequence "\1" at character 4 (RE2 has no back-references)`. */
function getReason(error: unknown, text: string): string {
  if (!isSyntaxError(error)) throw error;
  const part = error.input ?? '';
  if (part === '' || part === text) return error.error;
  const at = text.indexOf(part);
  const isCertain = at >= 0 && text.indexOf(part, at + 1) < 0;
  // Counted in characters, not UTF-16 units: an emoji is one.
  const place = isCertain ? ` at character ${Array.from(text.slice(0, at)).length + 1}` : '';
  const missing = missingFeatures.find(([syntax]) => syntax.test(part))?.[1];
  return `${error.error} ${JSON.stringify(part)}${place}${missing === undefined ? '' : ` (RE2 has no ${missing})`}`;
}

/** Features of other engines that RE2 lacks, by their syntax. */
const missingFeatures: readonly (readonly [RegExp, string])[] = [
  [/^\(\?<?[=!]/, 'look-around'],
  [/^(\\[1-9k]|\(\?P=)/, 'back-references'],
  [/^\(\?>/, 'atomic groups'],
  [/^[*+?}]\+$/, 'possessive repetition'],
  [/^\\Z/, '\\Z; \\z is the end of the text'],
];

function isSyntaxError(error: unknown): error is SyntaxProblem {
  return (error as { readonly name?: unknown }).name === 'RE2JSSyntaxException';
}

function re2(): typeof RE2JS {
  // Required here and not imported: a provider that starts, and a configuration without patterns, never load it.
  // oxlint-disable-next-line typescript/no-require-imports -- a dynamic import would not load under Jest
  return (require('re2js') as { RE2JS: typeof RE2JS }).RE2JS;
}
