/**
 * Texts in the columns of a terminal. Chinese characters and emoji take two columns, combining characters none. Names are
 * external text, so wrapping never changes a character: `wrap-ansi` would replace some by their composed form.
 */
import type StringWidth from 'string-width';

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
}

/** Breaks one line of text at blanks. Longer words stay whole, so that addresses can be copied. */
export function wrapped(text: string, { width, indent, first = indent }: WrapOptions): string {
  const lines: string[] = [];
  let line = ' '.repeat(first);
  let used = first;
  let isEmpty = true;
  for (const word of text.split(' ')) {
    const gap = isEmpty ? '' : ' ';
    const columns = countColumns(word);
    if (!isEmpty && used + gap.length + columns > width) {
      lines.push(line.trimEnd());
      line = ' '.repeat(indent) + word;
      used = indent + columns;
    } else {
      line += gap + word;
      used += gap.length + columns;
    }
    isEmpty = false;
  }
  return [...lines, line].join('\n');
}
