/** The context of a handler: everything except the values that it works on. */
import type { Diags } from './diagnostics';
import type { Log } from './log';

/**
 * The provider's own data about one object, stored with it in the state and never shown. Values are JSON. It follows
 * the object through plan, apply and read automatically. Do not store secrets: it is plain text.
 *
 * @example context.private.set('etag', response.etag);
 */
export interface PrivateState {
  /** The value of `key`, or undefined. */
  get(key: string): unknown;
  /** Stores a JSON value; `undefined` removes the key. */
  set(key: string, value: unknown): void;
}

/** The reason of an aborted {@link BareContext.signal} when the program that waited for the response is gone. */
export class HostGoneError extends Error {
  override readonly name = 'HostGoneError';
}

/** The context of handlers that run without a configured provider. */
export interface BareContext {
  /** Collects warnings, and errors that do not end the handler immediately; see also {@link DiagError}. */
  readonly diags: Diags;
  /** For details that help to find a fault. */
  readonly log: Log;
  /**
   * Aborted when Terraform is interrupted: finish current work, and start nothing new. Pass it to every function that
   * waits. Its reason is a {@link HostGoneError} if Terraform was killed: the work of this call must then not overlap
   * with the next run.
   */
  readonly signal: AbortSignal;
}

/** The context of handlers that call the service. */
export interface Context<ProviderData> extends BareContext {
  /** The value that {@link Provider.configure} returned. */
  readonly providerData: ProviderData;
}

/** The context of handlers that work on one object. */
export interface ObjectContext<ProviderData> extends Context<ProviderData> {
  /** The provider's own data about this object. */
  readonly private: PrivateState;
}

/** The private state of an object, and whether it was imported and not read yet. */
export interface StoredPrivateState extends PrivateState {
  imported: boolean;
  /** Equal data has equal bytes. Every response must contain it: Terraform deletes data that a response omits. */
  encode(): Uint8Array;
}

/** A call from Terraform, as its handler sees it. */
export interface CallScope {
  /** The type of the resource that the call is about; names it in errors. */
  readonly typeName: string;
  readonly diags: Diags;
  readonly log: Log;
  readonly privateState: StoredPrivateState;
  /** Returns the context of handlers that run without a configured provider, with the members of `own`. */
  readonly bare: <T extends object>(own: T) => BareContext & T;
  /**
   * Returns the context of all other handlers, with the members of `own`. Its `providerData` is the value that `configure`
   * returned; throws before that.
   */
  readonly context: <T extends object>(own: T) => ObjectContext<unknown> & T;
}
