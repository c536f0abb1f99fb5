/** A provider, and its functions. */
import type { Schema, Config } from '../schema/schema';
import type { CtyType } from '../values/types';
import type { BareContext } from './context';
import type { DataSource, Ephemeral, ListResource, Resource } from './resource';

/** The arguments of {@link Provider.configure}. */
export interface ConfigureContext<S extends Schema> extends BareContext {
  /**
   * The provider block. While planning it may hold unknown values, when it refers to resources that do not exist yet:
   * return data that fails when it is used, rather than fail here.
   */
  readonly config: Config<S>;
  /** The version of Terraform, such as `1.11.4`. */
  readonly terraformVersion: string;
}

/**
 * A provider as plain data with handlers: pass it to {@link serve}, {@link startReattach}, or the testing host.
 * `ProviderData` is what `configure` returns and what handlers get as `providerData`, for example a client of the API.
 *
 * @example
 * const provider: Provider<typeof providerSchema, Notes> = {
 *   name: 'notes',
 *   address: 'registry.example/acme/notes',
 *   version: '0.1.0',
 *   schema: providerSchema,
 *   configure: ({ config }) => openNotes(config.folder),
 *   resources: { notes_note: note },
 * };
 */
export interface Provider<S extends Schema = Schema, ProviderData = unknown> {
  /**
   * The name as in `terraform-provider-<name>`, the prefix of the names of all types. Log lines carry it, and
   * `TF_LOG_PROVIDER_<NAME>` sets their level.
   */
  readonly name: string;
  /** The source address, `registry.example/namespace/name`, which configurations name in `required_providers`. */
  readonly address: string;
  /** The semantic version, such as `0.1.0`, for the installation and for `--version` of the executable. */
  readonly version: string;
  /** The schema of the provider block. */
  readonly schema: S;

  /** Checks the provider block as a whole; values may be unknown. Runs without the provider's data. */
  validate?(context: BareContext & { readonly config: Config<S> }): void | Promise<void>;

  /**
   * Called once per run and provider block, before every handler that needs its result. Throw a
   * {@link DiagError} with the path of the attribute that is wrong.
   */
  configure(context: ConfigureContext<S>): ProviderData | Promise<ProviderData>;

  /** By type name, such as `notes_note`. */
  readonly resources?: Readonly<Record<string, Resource<Schema, ProviderData>>>;
  /** By type name. */
  readonly dataSources?: Readonly<Record<string, DataSource<Schema, ProviderData>>>;
  /** By type name. Terraform ≥ 1.10. */
  readonly ephemeralResources?: Readonly<Record<string, Ephemeral<Schema, ProviderData>>>;
  /** By name, without the provider's: called as `provider::<local name>::<name>(…)`. Terraform ≥ 1.8. */
  readonly functions?: Readonly<Record<string, ProviderFunction>>;
  /** By the type name of the managed resource that each finds. Terraform ≥ 1.14. */
  readonly listResources?: Readonly<Record<string, ListResource<Schema, ProviderData>>>;
}

/** One parameter of a provider function. */
export interface Parameter {
  /** Shown in errors. */
  readonly name: string;
  /** Terraform converts arguments to it before the call. */
  readonly type: CtyType;
  /** Markdown. */
  readonly description?: string;
  /** True if null may be passed; otherwise Terraform refuses it. @default false */
  readonly allowNull?: boolean;
  /**
   * True if the function is called with unknown values; otherwise its result is unknown while an argument, or something
   * inside it, is. @default false
   */
  readonly allowUnknown?: boolean;
}

/**
 * A provider function. It runs without the provider's data, and must give the same result for the same arguments at all times.
 *
 * @example
 * const slug: ProviderFunction = {
 *   parameters: [{ name: 'text', type: 'string' }],
 *   returns: 'string',
 *   call: (text) => String(text).toLowerCase().replaceAll(' ', '-'),
 * };
 */
export interface ProviderFunction {
  /** The parameters, in the order of the arguments. */
  readonly parameters: readonly Parameter[];
  /** Takes all further arguments. */
  readonly variadic?: Parameter;
  /** The type of the result; a result of another type is an error. */
  readonly returns: CtyType;
  /** One line. */
  readonly summary?: string;
  /** Markdown. */
  readonly description?: string;
  /** The replacement: Terraform shows this sentence as a warning. */
  readonly deprecated?: string;
  /** Gets the arguments in their order. Throw an {@link ArgError} for a bad one. */
  call(...args: readonly unknown[]): unknown;
}

/**
 * The error of a provider function about one of its arguments.
 *
 * @example throw new ArgError(0, 'must not be empty');
 */
export class ArgError extends Error {
  /** Counted from 0. */
  readonly argument: number;

  constructor(argument: number, message: string) {
    super(message);
    this.name = 'ArgError';
    this.argument = argument;
  }
}
