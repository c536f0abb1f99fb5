/** What every handler is given besides the values that it works on. */
import type { Diags } from './diagnostics';

/** Structured log lines; `fields` are shown as `key=value` under TF_LOG. No secret belongs here. */
export interface Log {
  trace(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export type LogFields = Readonly<Record<string, unknown>>;

/**
 * The provider's own notes on one object, stored in the state beside it and shown to nobody. Values are JSON.
 * They follow the object through plan, apply and read by themselves. No secret belongs here.
 */
export interface PrivateState {
  get(key: string): unknown;
  /** `undefined` removes the key. */
  set(key: string, value: unknown): void;
}

/** For handlers that run without a configured provider. */
export interface BareContext {
  readonly diags: Diags;
  readonly log: Log;
  /** Aborted when Terraform is interrupted: finish what exists, start nothing new. */
  readonly signal: AbortSignal;
}

/** For handlers that talk to the service. */
export interface Context<Client> extends BareContext {
  /** What `configure` returned. */
  readonly client: Client;
}

/** For handlers that work on one object. */
export interface ObjectContext<Client> extends Context<Client> {
  readonly private: PrivateState;
}
