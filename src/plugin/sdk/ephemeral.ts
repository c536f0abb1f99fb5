/** Ephemeral resources: values that exist during one run and are stored nowhere (Terraform ≥ 1.10). */
import type { Schema } from '../schema/schema';
import type { ApplyConfig, Config, State } from '../schema/views';
import type { BareContext, Context } from './context';

/** What `open` and `renew` leave behind for the calls to come. `private` is JSON; Terraform keeps it in memory only. */
export interface Opened {
  /** When Terraform has to call `renew`. */
  readonly renewAt?: Date;
  readonly private?: unknown;
}

export interface Ephemeral<S extends Schema = Schema, Client = unknown> {
  readonly schema: S;
  validate?(context: BareContext & { readonly config: Config<S> }): void | Promise<void>;
  open(context: Context<Client> & { readonly config: ApplyConfig<S> }): Promise<Opened & { readonly result: State<S> }>;
  /** A renewal without `renewAt` is the last one. */
  renew?(context: Context<Client> & { readonly private: unknown }): Promise<Opened>;
  /** Gets what `open` left behind, not what the last `renew` did. */
  close?(context: Context<Client> & { readonly private: unknown }): Promise<void>;
}
