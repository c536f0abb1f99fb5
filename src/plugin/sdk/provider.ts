/** A provider, and its functions. */
import type { Schema, Config } from '../schema/schema';
import type { CtyType } from '../values/types';
import type { BareContext } from './context';
import type { DataSource, Ephemeral, ListResource, Resource } from './resource';

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

export interface Parameter {
  readonly name: string;
  readonly type: CtyType;
  readonly description?: string;
  /** Without it Terraform refuses a null argument. */
  readonly allowNull?: boolean;
  /** Without it the function is not called while an argument, or something inside it, is unknown. */
  readonly allowUnknown?: boolean;
}

export interface ProviderFunction {
  readonly parameters: readonly Parameter[];
  /** Takes all further arguments. */
  readonly variadic?: Parameter;
  readonly returns: CtyType;
  /** One line. */
  readonly summary?: string;
  /** Markdown. */
  readonly description?: string;
  readonly deprecated?: string;
  /** The same arguments must give the same result at all times. Throw {@link ArgError} for a bad argument. */
  call(...args: readonly unknown[]): unknown;
}

/** Points at the argument (counted from 0) that is wrong. */
export class ArgError extends Error {
  readonly argument: number;

  constructor(argument: number, message: string) {
    super(message);
    this.name = 'ArgError';
    this.argument = argument;
  }
}
