/** A provider: its configuration, and everything that it offers, by Terraform's type names. */
import type { Schema } from '../schema/schema';
import type { Config } from '../schema/views';
import type { BareContext } from './context';
import type { Ephemeral } from './ephemeral';
import type { ProviderFunction } from './function';
import type { ListResource } from './list';
import type { DataSource, Resource } from './resource';

export interface ConfigureContext<S extends Schema> extends BareContext {
  /** May hold unknown values while planning: return a client that can live with it rather than fail. */
  readonly config: Config<S>;
  readonly terraformVersion: string;
}

export interface Provider<S extends Schema = Schema, Client = unknown> {
  /** The local name: what type names begin with. */
  readonly name: string;
  /** The source address, `registry.example/namespace/name`. */
  readonly address: string;
  readonly version: string;
  readonly schema: S;

  /** Checks the provider block; values may be unknown. */
  validate?(context: BareContext & { readonly config: Config<S> }): void | Promise<void>;

  /** Called once per run and provider block, before any call that needs a client; the result is that client. */
  configure(context: ConfigureContext<S>): Client | Promise<Client>;

  readonly resources?: Readonly<Record<string, Resource<Schema, Client>>>;
  readonly dataSources?: Readonly<Record<string, DataSource<Schema, Client>>>;
  readonly ephemeralResources?: Readonly<Record<string, Ephemeral<Schema, Client>>>;
  readonly functions?: Readonly<Record<string, ProviderFunction>>;
  readonly listResources?: Readonly<Record<string, ListResource<Schema, Client>>>;
}
