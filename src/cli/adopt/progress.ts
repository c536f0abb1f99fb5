/** The current step of a command on a terminal, and lists of lines. */
import type { Output } from '../process';

export interface Progress {
  readonly show: (text: string) => void;
  readonly end: () => void;
}

/** Shows the current step on one line of a terminal; a file gets no progress. */
export function createProgress({ err }: Output): Progress {
  let width = 0;
  const write = (text: string) => {
    err(`\r${text.padEnd(width)}${text === '' ? '\r' : ''}`);
    width = text.length;
  };
  if (!process.stderr.isTTY) return { show: () => undefined, end: () => undefined };
  return { show: write, end: () => (width > 0 ? write('') : undefined) };
}

/** The most lines about objects or differences on the terminal. */
const MOST_LINES = 20;

/** Returns the first lines, indented, and the number of the others. */
export function limited(lines: readonly string[]): string {
  const shown = lines.slice(0, MOST_LINES).map((line) => `  ${line}\n`);
  const rest = lines.length - shown.length;
  return `${shown.join('')}${rest > 0 ? `  … and ${rest} more\n` : ''}`;
}
