/** The time limit of an attempt, combined with the signal of the caller. */
import { whenAborted } from './abort';

/** The side that aborted a request. */
export type AbortCause = { readonly by: 'caller' } | { readonly by: 'timeout'; readonly timeoutMs: number };

/** The limits of one attempt. */
interface Limits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Grace period after the caller aborts. Milliseconds. */
  readonly graceMs: number;
}

interface TimeLimit {
  /** Aborted when the caller aborts or the time limit is reached. */
  readonly signal: AbortSignal;
  /** The cause of the abort, or `undefined` if neither of the two applies. */
  abortCause(): AbortCause | undefined;
  clear(): void;
}

/**
 * Not `AbortSignal.any`, which keeps every short-lived signal referenced by the signal of the caller, which lives for
 * hours.
 */
export function timeLimit({ signal: caller, timeoutMs, graceMs }: Limits): TimeLimit {
  const controller = new AbortController();
  let first: AbortCause | undefined;
  const abort = (cause: AbortCause, reason: unknown): void => {
    first ??= cause;
    controller.abort(reason);
  };
  const timer = setTimeout(() => abort({ by: 'timeout', timeoutMs }, new Error('time limit')), timeoutMs);
  let grace: NodeJS.Timeout | undefined;
  const stopListening = whenAborted(caller, (reason) => {
    const abortByCaller = (): void => abort({ by: 'caller' }, reason);
    if (graceMs > 0) grace = setTimeout(abortByCaller, graceMs);
    else abortByCaller();
  });
  return {
    signal: controller.signal,
    abortCause: () => first,
    clear() {
      clearTimeout(timer);
      clearTimeout(grace);
      stopListening();
    },
  };
}
