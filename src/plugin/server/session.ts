/** What all calls of one process share: the provider, its client once configured, and what is going on. */
import type { Log } from '../sdk/context';
import { DiagError, Diags } from '../sdk/diagnostics';
import type { Provider } from '../sdk/provider';
import type { CallScope } from '../core/call';
import { PrivateNotes } from '../core/private-notes';
import type { CallContext } from '../wire';

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
  const notes = PrivateNotes.decode(privateBytes ?? new Uint8Array());
  const bare = { diags, log, signal, private: notes };
  return {
    typeName,
    diags,
    log,
    notes,
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
export function entry<T>(entries: Readonly<Record<string, T>> | undefined, typeName: string, noun: string): T {
  const found = entries !== undefined && Object.hasOwn(entries, typeName) ? entries[typeName] : undefined;
  if (found === undefined) {
    throw new DiagError(`Unknown ${noun}`, `This provider has no ${noun} of type "${typeName}".`);
  }
  return found;
}
