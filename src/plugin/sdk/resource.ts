/** Resources: managed ones, data sources, list resources and ephemeral ones. */
import type { ApplyConfig, Config, Plan, Schema, State } from '../schema/schema';
import type { CtyType, Values } from '../values/types';
import type { BareContext, Context, ObjectContext } from './context';
import type { Path } from './diagnostics';

/**
 * The context of `create` and `update`. It prevents the loss of an object when a later step fails or is interrupted.
 */
export interface Checkpoint<S extends Schema> {
  /**
   * Says what is true of the object now. Call it as soon as something exists that must not be lost. Attributes that are
   * left out are taken from the plan (null where the plan does not know them), and in an update from the prior state. If
   * the handler fails afterwards, Terraform stores this, and marks a created object as tainted.
   *
   * @example checkpoint({ id: response.id });
   */
  readonly checkpoint: { call(known: Partial<State<S>>): void }['call'];
}

/** The arguments of {@link Resource.modifyPlan}. */
export interface ModifyPlanContext<S extends Schema, ProviderData> extends ObjectContext<ProviderData> {
  /** The planned object. A replacement is planned as an update and then as a create. */
  readonly action: 'create' | 'update' | 'delete';
  /** Null for `delete`. */
  readonly config: Config<S> | null;
  /** Null for `create`, also for the second half of a replacement. */
  readonly prior: State<S> | null;
  /** A copy that the handler may change: assign to its attributes. Null for `delete`. */
  readonly plan: Plan<S> | null;
  /** True if the plan equals `prior`: only the passage of time, or changes by others, can require an update. */
  readonly isUnchanged: boolean;
  /** Reports that the change at `path` is impossible in place, so that Terraform replaces the object. */
  readonly replace: (path: Path) => void;
}

/** The arguments of {@link Resource.moveFrom}: the stored object of another type that a `moved` block names. */
export interface MoveSource {
  /** The source address of the provider that stored it, `registry.example/namespace/name`. */
  readonly providerAddress: string;
  /** The type that it was stored as. */
  readonly typeName: string;
  /** The version of that type's schema. */
  readonly schemaVersion: number;
  /** The stored attributes. */
  readonly state: Values;
}

/** The identity of an object (Terraform ≥ 1.12): the few attributes that identify it and never change. */
export interface Identity<S extends Schema> {
  /** The version of the identity's shape. @default 0 */
  readonly version?: number;
  /** By name. `optionalForImport`: an `import` block may leave it out. */
  readonly attributes: Readonly<
    Record<string, { readonly type: CtyType; readonly optionalForImport?: boolean; readonly description?: string }>
  >;
  /** The identity of an existing object: a known value for each attribute that an import needs. */
  of(state: State<S>): Values;
  /**
   * `upgrade[n]` turns a stored identity of version n into one of version n + 1. Without it the next read returns a new
   * identity.
   */
  readonly upgrade?: Readonly<Record<number, (identity: Values) => Values>>;
}

/**
 * The handlers of one resource type. They return plain objects with every attribute of the schema. Write-only values
 * are cleared automatically; `private` and semantically equal prior values are kept automatically.
 *
 * A handler fails by throwing a {@link DiagError}, or any other error, whose message is shown. A result that Terraform
 * would reject is an error that names the handler; after `create` and `update` the object is stored all the same, so
 * that it is not lost.
 */
export interface Resource<S extends Schema = Schema, ProviderData = unknown> {
  /** The attributes; see {@link schema}. */
  readonly schema: S;

  /** Checks the configuration as a whole; values may be unknown. Runs without the provider's data. */
  validate?(context: BareContext & { readonly config: Config<S> }): void | Promise<void>;

  /**
   * Changes the plan after defaults, unknown values and replacement are decided. It runs several times per change and
   * must decide the same for the same input: no clock, no random values.
   */
  modifyPlan?(context: ModifyPlanContext<S, ProviderData>): void | Promise<void>;

  /**
   * Creates the object and returns it. Values that are known in the plan must be returned as planned. Write-only values
   * are only in `config`.
   */
  create(
    context: ObjectContext<ProviderData> & Checkpoint<S> & { readonly plan: Plan<S>; readonly config: ApplyConfig<S> },
  ): Promise<State<S>>;

  /** Returns the current object, or null if it was deleted. `imported`: this is the first read after an import. */
  read(
    context: ObjectContext<ProviderData> & { readonly state: State<S>; readonly imported: boolean },
  ): Promise<State<S> | null>;

  /**
   * Changes the object in place and returns it. `changed` names the top-level attributes and blocks that get another
   * value; values that are unknown in the plan and write-only values are not among them. Without `update` every
   * attribute that can be set has to require replacement.
   */
  update?(
    context: ObjectContext<ProviderData> &
      Checkpoint<S> & {
        readonly plan: Plan<S>;
        readonly prior: State<S>;
        readonly config: ApplyConfig<S>;
        readonly changed: readonly string[];
      },
  ): Promise<State<S>>;

  /** Deletes the object. Returns normally if it is gone, also if it was gone before. */
  delete(context: ObjectContext<ProviderData> & { readonly prior: State<S> }): Promise<void>;

  /**
   * Returns enough of the object for `read`, which runs next, to find it. If Terraform imports by identity, `identity`
   * is set and `id` is empty. Without `importState` objects of this type cannot be imported.
   */
  importState?(
    context: ObjectContext<ProviderData> & { readonly id: string; readonly identity?: Values },
  ): Promise<Partial<State<S>>>;

  /** `upgrade[n]` turns the stored attributes of schema version n into those of version n + 1. */
  readonly upgrade?: Readonly<Record<number, (state: Values) => Values>>;

  /**
   * Returns the object that a `moved` block transfers from another type, in the attributes of this type. Returns
   * undefined if that is impossible.
   */
  moveFrom?(context: BareContext & MoveSource): Partial<State<S>> | undefined | Promise<Partial<State<S>> | undefined>;

  /** The identity of objects of this type. Terraform ≥ 1.12. */
  readonly identity?: Identity<S>;
}

/** A data source reads something that exists, by a configuration that is wholly known. */
export interface DataSource<S extends Schema = Schema, ProviderData = unknown> {
  /** The attributes that the user sets and those that are read. */
  readonly schema: S;
  /** Checks the configuration as a whole; values may be unknown. Runs without the provider's data. */
  validate?(context: BareContext & { readonly config: Config<S> }): void | Promise<void>;
  /**
   * Returns every attribute of the schema, with the attributes of the user unchanged. Throws if the object does not
   * exist.
   */
  read(context: Context<ProviderData> & { readonly config: ApplyConfig<S> }): Promise<State<S>>;
}

/** One object that a list resource found. */
export interface Listed {
  /** The name that `terraform query` shows. */
  readonly displayName: string;
  /** As declared by the managed resource of the same type name. */
  readonly identity: Values;
  /** The whole object, as `read` returns it; needed only where `includeResource` is set. */
  readonly state?: Values;
}

/**
 * Finds objects of a type for `terraform query` (Terraform ≥ 1.14). The managed resource of the same type name has to
 * declare an `identity`.
 */
export interface ListResource<S extends Schema = Schema, ProviderData = unknown> {
  /** The schema of the `config` block inside a `list` block. */
  readonly schema: S;
  /** Checks the configuration as a whole; values may be unknown. Runs without the provider's data. */
  validate?(context: BareContext & { readonly config: Config<S> }): void | Promise<void>;
  /** The objects found, one after another. No more than `limit` are used. */
  list(
    context: Context<ProviderData> & {
      readonly config: ApplyConfig<S>;
      /** The maximum number of objects; further objects are not requested. */
      readonly limit: number;
      /** True if each object has to bring its `state`. */
      readonly includeResource: boolean;
    },
  ): AsyncIterable<Listed>;
}

/** The data that `open` and `renew` of an {@link Ephemeral} return for later calls. */
export interface Opened {
  /** The time when Terraform has to call `renew`. Without it, there is no further renewal. */
  readonly renewAt?: Date;
  /** JSON for `renew` and `close`; Terraform keeps it in memory only. */
  readonly private?: unknown;
}

/** An ephemeral resource: a value, such as a token, that exists during one run and is not stored. Terraform ≥ 1.10. */
export interface Ephemeral<S extends Schema = Schema, ProviderData = unknown> {
  /** The attributes that the user sets and those that `open` returns. */
  readonly schema: S;
  /** Checks the configuration as a whole; values may be unknown. Runs without the provider's data. */
  validate?(context: BareContext & { readonly config: Config<S> }): void | Promise<void>;
  /** Returns every attribute of the schema in `result`. */
  open(
    context: Context<ProviderData> & { readonly config: ApplyConfig<S> },
  ): Promise<Opened & { readonly result: State<S> }>;
  /** Keeps it alive; called at `renewAt`. Gets the `private` that was returned last, by `open` or by `renew`. */
  renew?(context: Context<ProviderData> & { readonly private: unknown }): Promise<Opened>;
  /** Ends it. Gets the `private` that `open` returned, not that of the last `renew`, from Terraform as from OpenTofu. */
  close?(context: Context<ProviderData> & { readonly private: unknown }): Promise<void>;
}
