/**
 * What stands around every handler: what all calls of one process share (the provider, its client once configured, what is
 * going on), and that whatever goes wrong becomes diagnostics. A gRPC error would be shown as a fault of the plugin, and
 * would lose the state of what was being applied.
 */
import { type CallScope, StoredPrivateState } from '../core/call';
import { reportThrown } from '../core/problem';
import type { Schema } from '../schema/schema';
import type { Log } from '../sdk/context';
import { DiagError, type Diagnostic, Diags } from '../sdk/diagnostics';
import type { Provider } from '../sdk/provider';
import { ValueError } from '../values/types';
import type { CallContext, Diagnostic as WireDiagnostic } from '../wire';
import { encodeDiagnostics } from './values';

export interface CallDescription {
  /** For errors that bring no words of their own: "Could not read demo_server". */
  readonly summary: string;
  readonly typeName: string;
  readonly private?: Uint8Array;
  /** Of the object that paths in diagnostics lead through. Undefined if the type is unknown. */
  readonly schema: Schema | undefined;
}

/** The answer of `work`, with the diagnostics of the call; without an answer, the diagnostics alone. */
export async function withDiagnostics<R extends object>(
  session: Session,
  context: CallContext,
  { summary, typeName, private: privateBytes, schema }: CallDescription,
  work: (call: CallScope) => Promise<R> | R,
): Promise<Partial<R> & { diagnostics: WireDiagnostic[] }> {
  const { signal, end } = beginCall(session, context);
  const call = callScope(session, typeName, signal, privateBytes);
  let answer: Partial<R> = {};
  try {
    answer = await work(call);
  } catch (error) {
    reportThrown(readable(error), summary, call);
  } finally {
    end();
  }
  logDiagnostics(session, call.diags.items);
  return { ...answer, diagnostics: encodeDiagnostics(call.diags.items, schema) };
}

/** A value that does not fit its type did not come from a handler: those are checked where they return. */
function readable(error: unknown): unknown {
  if (!(error instanceof ValueError)) return error;
  return new Error(`Terraform sent a value that does not fit the schema: ${error.message}`);
}

function logDiagnostics({ log }: Session, diagnostics: readonly Diagnostic[]): void {
  for (const { severity, summary } of diagnostics) log.debug(`Answering with a diagnostic: ${summary}`, { severity });
}

export interface Session {
  readonly provider: Provider;
  readonly log: Log;
  /** What the last `configure` returned; undefined before it. */
  configured: { readonly client: unknown } | undefined;
  /** Aborted by StopProvider. Later calls start with a fresh one. */
  readonly running: Set<AbortController>;
}

export function createSession(provider: Provider, log: Log): Session {
  return { provider, log, configured: undefined, running: new Set() };
}

/** Tells every handler that runs now to stop. */
export function stopRunning(session: Session): void {
  for (const controller of session.running) controller.abort(new Error('Terraform was interrupted.'));
}

/**
 * A signal for one call: aborted by StopProvider, or when nobody waits for the answer any more. `end` has to be called
 * when the call is over.
 */
export function beginCall(session: Session, { signal }: CallContext): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  session.running.add(controller);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    end() {
      signal.removeEventListener('abort', abort);
      session.running.delete(controller);
    },
  };
}

/** The surroundings of one call about `typeName`. `client` throws where the provider has not been configured. */
export function callScope(
  session: Session,
  typeName: string,
  signal: AbortSignal,
  privateBytes?: Uint8Array,
): CallScope {
  const { log } = session;
  const diags = new Diags();
  const notes = StoredPrivateState.decode(privateBytes ?? new Uint8Array());
  const bare = { diags, log, signal, private: notes };
  return {
    typeName,
    diags,
    log,
    privateState: notes,
    bare,
    get context() {
      if (session.configured === undefined) {
        throw new DiagError('Provider not configured', `${typeName} was used before the provider was configured.`);
      }
      return { ...bare, client: session.configured.client };
    },
  };
}

/** The entry for a type name; an unknown name is an error that names it. */
export function lookup<T>(entries: Readonly<Record<string, T>> | undefined, typeName: string, noun: string): T {
  const found = entries !== undefined && Object.hasOwn(entries, typeName) ? entries[typeName] : undefined;
  if (found === undefined) {
    throw new DiagError(`Unknown ${noun}`, `This provider has no ${noun} of type "${typeName}".`);
  }
  return found;
}
