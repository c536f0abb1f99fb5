/** The current step of a command on a terminal. */
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
