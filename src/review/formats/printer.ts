/** Lines for a terminal: in colour, and no wider than that is. */
import { printable } from '../../text/printable';

export interface TextOptions {
  /** Columns. @default 100 */
  readonly width?: number | undefined;
  /** @default false */
  readonly colour?: boolean | undefined;
}

export type Colour = 'red' | 'green' | 'yellow' | 'cyan' | 'bold' | 'dim';

const codes: Readonly<Record<Colour, readonly [number, number]>> = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
  bold: [1, 22],
  dim: [2, 22],
};

export interface Printer {
  readonly paint: (text: string, ...colours: readonly Colour[]) => string;
  /** One line of text over several; the first is indented by `first`, the others by `indent`. */
  readonly wrap: (text: string, indent: number, first?: number) => string;
}

export function createPrinter({ width = 100, colour = false }: TextOptions): Printer {
  return {
    paint: (text, ...colours) =>
      colour
        ? colours.reduce((painted, one) => `\u001b[${codes[one][0]}m${painted}\u001b[${codes[one][1]}m`, text)
        : text,
    wrap: (text, indent, first = indent) => wrapped(plain(text), Math.max(width, 40), indent, first),
  };
}

/** One line of text: what others wrote cannot end it. */
function plain(text: string): string {
  return printable(text.replace(/[\n\t]/g, (character) => (character === '\n' ? '\\n' : '\\t')));
}

/** How many columns a text takes: characters outside of the basic plane take one and not two. */
function columns(text: string): number {
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ' ').length;
}

/** Broken at blanks; a word that is longer than a line stays whole, so that it can be copied. */
function wrapped(text: string, width: number, indent: number, first: number): string {
  const lines: string[] = [];
  let line = ' '.repeat(first);
  let isEmpty = true;
  for (const word of text.split(' ')) {
    if (!isEmpty && columns(line) + 1 + columns(word) > width) {
      lines.push(line);
      line = ' '.repeat(indent);
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line].join('\n');
}
