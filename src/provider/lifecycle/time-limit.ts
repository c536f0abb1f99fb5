/**
 * `timeouts`: the most time that one operation on an object may take. When it is up, the operation ends as it would if
 * Terraform were interrupted: a create that was sent may end, what it made is looked for and stored, and nothing new begins.
 */
import { isObject, parseTimeoutMs, type Values } from '../../api';
import { whenAborted } from '../../client/transport/abort';
import { DiagError, type Diagnostic } from '../../plugin';
import { DEFAULT_TIMEOUTS, type TimedOperation } from '../../resources';

/** What a timer can wait for: 24 days. Milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** Does `work`, whose signal is aborted when the time is up. `attributes`: those of the resource, with its `timeouts`. */
export async function withinTimeLimit<C extends { readonly signal: AbortSignal }, T>(
  operation: TimedOperation,
  attributes: Values,
  context: C,
  work: (context: C) => Promise<T>,
): Promise<T> {
  const limit = limitOf(operation, attributes);
  const ms = limit === undefined ? undefined : parseTimeoutMs(limit);
  if (limit === undefined || ms === undefined) return work(context);
  const timeIsUp = new Error(`the time limit of ${limit} was up`);
  const begun = performance.now();
  let controller: AbortController | undefined;
  let end = (): void => undefined;
  // With the signal, which most reads never ask for, come a timer and a listener.
  const begin = (): AbortController => {
    const begins = new AbortController();
    const left = Math.min(Math.max(begun + ms - performance.now(), 0), LONGEST_MS);
    const timer = setTimeout(() => begins.abort(timeIsUp), left);
    const stopListening = whenAborted(context.signal, (reason) => begins.abort(reason));
    end = () => {
      clearTimeout(timer);
      stopListening();
    };
    return begins;
  };
  try {
    return await work(withLazySignal(context, () => (controller ??= begin()).signal));
  } catch (error) {
    throw controller?.signal.reason === timeIsUp ? explained(error, operation, limit) : error;
  } finally {
    end();
  }
}

/** A copy of the context with another signal. Neither is read. */
function withLazySignal<C extends object>(context: C, signal: () => AbortSignal): C {
  const properties = Object.getOwnPropertyDescriptors(context);
  return Object.defineProperties({}, { ...properties, signal: { enumerable: true, get: signal } }) as C;
}

function limitOf(operation: TimedOperation, { timeouts }: Values): string | undefined {
  const written = isObject(timeouts) ? timeouts[operation] : undefined;
  return typeof written === 'string' && written !== '' ? written : DEFAULT_TIMEOUTS[operation];
}

/** The operation's own errors, each with the reason why it ended. */
function explained(error: unknown, operation: TimedOperation, limit: string): unknown {
  if (!(error instanceof DiagError)) return error;
  const reason = [
    `The time for it (timeouts.${operation}, ${limit}) was up. It was ended as an interrupted run is: nothing new was begun, and what is known to exist is stored.`,
    `If the service is only slow, give it more time: timeouts { ${operation} = "…" }.`,
  ];
  return new DiagError(
    error.diagnostics.map((one): Diagnostic => {
      if (one.severity !== 'error') return one;
      return { ...one, detail: [...reason, one.detail].filter((line) => line !== undefined).join('\n') };
    }),
  );
}
