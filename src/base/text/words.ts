/** Nouns, numbers and lists in English sentences. */
import { wrapped } from './columns';

/** Returns the plural of a regular noun: `groups`, `identities`, `keys`. */
export function plural(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** Returns the noun for a number of objects: singular for one, otherwise plural. */
export function nounFor(count: number, one: string, several = plural(one)): string {
  return count === 1 ? one : several;
}

/** Returns a count with its noun: `1 group`, `2 groups`. */
export function counted(count: number, one: string, several?: string): string {
  return `${count} ${nounFor(count, one, several)}`;
}

/** Returns the noun with its article: `a group`, `an identity`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** Returns the text with a capital letter at its beginning. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns a list in words: `a`, `a and b`, `a, b and c`. */
export function listed(names: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1) ?? ''}`;
}

/** Returns the first names of a list and the number of the others: `a, b, c and 12 more`. */
export function few(names: readonly string[], most = 3): string {
  if (names.length <= most + 1) return names.join(', ');
  return `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}

/** The most lines about objects or differences on a terminal. */
const MOST_LINES = 20;

/** Returns the first lines, indented and wrapped, and the number of the others. */
export function fewLines(lines: readonly string[], width = 80): string {
  const shown = lines.slice(0, MOST_LINES).map((line) => `${wrapped(line, { width, indent: 4, first: 2 })}\n`);
  const rest = lines.length - shown.length;
  return `${shown.join('')}${rest > 0 ? `  … and ${rest} more\n` : ''}`;
}
