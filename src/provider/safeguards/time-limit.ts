/**
 * `timeouts`: the maximum time of one operation on an object. After that time, the operation ends as if Terraform were
 * interrupted: a create in flight may finish, its object is looked up and stored, and nothing new starts.
 */
import { isObject, parseTimeoutMs, type Values } from '../../model/api';
import { whenAborted } from '../../client/internal';
import { DiagError, type Diagnostic } from '../../plugin';
import { createError } from '../messages/severity';
import { DEFAULT_TIMEOUTS, type TimedOperation } from '../../model/kinds';

/** The longest time of a timer: 24 days. Milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** Runs `work`, and aborts its signal after the time limit. `attributes`: those of the resource, with its `timeouts`. */
export async function withinTimeLimit<C extends { readonly signal: AbortSignal }, T>(
  operation: TimedOperation,
  attributes: Values,
  context: C,
  work: (context: C) => Promise<T>,
): Promise<T> {
  const limit = findLimit(operation, attributes);
  const ms = limit === undefined ? undefined : parseTimeoutMs(limit);
  if (limit === undefined || ms === undefined) return work(context);
  const timeIsUp = new Error(`the time limit of ${limit} was exceeded`);
  const begun = performance.now();
  let controller: AbortController | undefined;
  let end = (): void => undefined;
  // The signal needs a timer and a listener, and most reads never use it.
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

/** Returns a copy of the context with another signal, without reading either signal. */
function withLazySignal<C extends object>(context: C, signal: () => AbortSignal): C {
  const properties = Object.getOwnPropertyDescriptors(context);
  return Object.defineProperties({}, { ...properties, signal: { enumerable: true, get: signal } }) as C;
}

function findLimit(operation: TimedOperation, { timeouts }: Values): string | undefined {
  const written = isObject(timeouts) ? timeouts[operation] : undefined;
  return typeof written === 'string' && written !== '' ? written : DEFAULT_TIMEOUTS[operation];
}

/** Returns the operation's own errors, each with the reason why the operation ended. */
function explained(error: unknown, operation: TimedOperation, limit: string): unknown {
  if (!(error instanceof DiagError)) return error;
  const reason = [
    `The operation exceeded its time limit (timeouts.${operation}, ${limit}). The provider stopped it like an interrupted run: it started nothing new, and stored the objects that exist.`,
    `If the service is only slow, increase the limit: timeouts { ${operation} = "…" }.`,
  ];
  return new DiagError(
    error.diagnostics.map((diagnostic): Diagnostic => {
      const { severity, summary, detail = [], path } = diagnostic;
      if (severity !== 'error') return diagnostic;
      return createError('TIME_LIMIT_EXCEEDED', summary, reason.concat(detail), path);
    }),
  );
}
