/**
 * Texts in the columns of a terminal. Chinese characters and emoji take two columns, combining characters none. Names are
 * external text, so wrapping never changes a character: `wrap-ansi` would replace some by their composed form.
 */
import type StringWidth from 'string-width';
import { splitGraphemes } from './graphemes';

/** Returns the number of columns of a text. */
export function countColumns(text: string): number {
  return /^[ -~]*$/.test(text) ? text.length : stringWidth()(text);
}

let loaded: typeof StringWidth | undefined;

/** Loads `string-width` late: it takes 10 ms, and most texts are ASCII. */
function stringWidth(): typeof StringWidth {
  // oxlint-disable-next-line typescript/no-require-imports -- an import would load it at the start
  return (loaded ??= (require('string-width') as { readonly default: typeof StringWidth }).default);
}

interface WrapOptions {
  /** The most columns of a line. */
  readonly width: number;
  /** Blanks before each line after the first. */
  readonly indent: number;
  /** Blanks before the first line. @default `indent` */
  readonly first?: number;
  /** Breaks words that are longer than a line, except uids. Without it all stay whole, so that they can be copied. @default false */
  readonly breaksWords?: boolean;
}

/** A uid, with the comma of a sentence. */
const UID = /^[0-9a-f]{16,}(\/[0-9a-f]{16,})*,?$/;

/** Breaks one line of text at blanks. */
export function wrapped(text: string, { width, indent, first = indent, breaksWords = false }: WrapOptions): string {
  const lines: string[] = [];
  let line = ' '.repeat(first);
  let used = first;
  let isEmpty = true;
  for (const word of text.split(' '))
    for (const [index, part] of (breaksWords && !UID.test(word) ? wordParts(word, width - indent) : [word]).entries()) {
      const gap = isEmpty || index > 0 ? '' : ' ';
      const columns = countColumns(part);
      if (!isEmpty && used + gap.length + columns > width) {
        lines.push(line);
        line = ' '.repeat(indent) + part;
        used = indent + columns;
      } else {
        line += gap + part;
        used += gap.length + columns;
      }
      isEmpty = false;
    }
  return [...lines, line].join('\n');
}

/**
 * Splits a word into parts with a maximum number of columns. They end at slashes, colons and other punctuation if
 * possible.
 */
export function wordParts(word: string, columns: number): string[] {
  const parts: string[] = [];
  let rest = splitGraphemes(word);
  while (countColumns(rest.join('')) > columns) {
    let end = 0;
    for (let used = 0; end < rest.length; end++) {
      used += countColumns(rest[end] ?? '');
      if (used > columns) break;
    }
    const soft = rest.slice(0, end).findLastIndex((character) => /[/:.,_-]/.test(character)) + 1;
    const cut = soft > end / 2 ? soft : Math.max(end, 1);
    parts.push(rest.slice(0, cut).join(''));
    rest = rest.slice(cut);
  }
  return [...parts, rest.join('')];
}
