/** Prints lines for a terminal, in color and not wider than the terminal. */
import { wrapped } from '../../../base/text/columns';
import { printable } from '../../../base/text/printable';

export interface TextOptions {
  /** The maximum width of a line, in columns. @default 100 */
  readonly width?: number | undefined;
  /** If true, the lines have ANSI colors. @default false */
  readonly color?: boolean | undefined;
}

export type Color = 'red' | 'green' | 'yellow' | 'cyan' | 'bold' | 'dim';

const codes: Readonly<Record<Color, readonly [number, number]>> = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
  bold: [1, 22],
  dim: [2, 22],
};

export interface Printer {
  readonly paint: (text: string, ...colors: readonly Color[]) => string;
  /** Wraps a text. The first line is indented by `first`, the others by `indent`. */
  readonly wrap: (text: string, indent: number, first?: number) => string;
  /** Returns a line that is not wrapped: an address is one word, which readers copy. */
  readonly line: (text: string, indent: number) => string;
}

/** @param change changes a text before it is wrapped */
export function createPrinter(options: TextOptions, change = (text: string) => text): Printer {
  // oxlint-disable-next-line typescript/no-deprecated -- the former name of the option
  const { width = 100, color = false } = options;
  return {
    paint: (text, ...colors) =>
      color
        ? colors.reduce((painted, one) => `\u001b[${codes[one][0]}m${painted}\u001b[${codes[one][1]}m`, text)
        : text,
    wrap: (text, indent, first = indent) => wrapped(plain(change(text)), { width: Math.max(width, 40), indent, first }),
    line: (text, indent) => `${' '.repeat(indent)}${plain(change(text))}`,
  };
}

/** Returns one line of text. External text cannot contain line breaks. */
function plain(text: string): string {
  return printable(text.replace(/[\n\t]/g, (character) => (character === '\n' ? '\\n' : '\\t')));
}
