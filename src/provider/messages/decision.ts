/** The decisions of a run as lines of debug output. Each has its reason: `Decision: wait: kind=Group reason="…"`. */
import type { DiagError, Log } from '../../plugin';

export type Decision =
  | 'list'
  | 'single read'
  | 'key is free'
  | 'look up the key'
  | 'wait'
  | 'do not wait'
  | 'create'
  | 'repeat'
  | 'adopt'
  | 'gone'
  | 'send'
  | 'refuse'
  | 'slow down';

/** No value of a field: it may be a secret. */
interface Explanation {
  readonly kind?: string;
  readonly uid?: string | undefined;
  /** The words for an object without a uid. */
  readonly object?: string | undefined;
  readonly ms?: number;
  readonly reason: string;
}

/** Logs a decision. `explain` is called only if the line is written. */
export function logDecision(log: Log | undefined, decision: Decision, explain: () => Explanation): void {
  log?.debug(`Decision: ${decision}`, () => ({ ...explain() }));
}

/** Logs that nothing is sent because of the error, and returns the error. */
export function refused(log: Log | undefined, error: DiagError): DiagError {
  logDecision(log, 'refuse', () => ({ reason: error.diagnostics.map(({ summary }) => summary).join('; ') }));
  return error;
}
