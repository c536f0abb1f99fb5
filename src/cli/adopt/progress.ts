/** The current step of a command on a terminal. */
import type { Output } from '../process';

export interface ProgressLine {
  readonly show: (text: string) => void;
  readonly end: () => void;
}

/** Shows the current step on one line of a terminal; a file gets no progress. */
export function createProgress({ showStatus = () => undefined }: Output): ProgressLine {
  return { show: showStatus, end: () => showStatus('') };
}
