/** Resources: managed ones, data sources, list resources and ephemeral ones. */
import type { Schema, ApplyConfig, Config, Plan, State } from '../schema/schema';
import type { CtyType } from '../values/types';
import type { BareContext, Context, ObjectContext } from './context';
import type { Path } from './diagnostics';

export type Values = Record<string, unknown>;

/** `create` and `update` have it: what exists already is kept if the handler fails or is interrupted afterwards. */
export interface Checkpoint<S extends Schema> {
  /**
   * Says what is true of the object now. Call it as soon as something exists that must not be lost. What it leaves out
   * is taken from the plan (or is null where the plan does not know it), and in an update from the prior state.
   */
  readonly checkpoint: { call(known: Partial<State<S>>): void }['call'];
}

export interface ModifyPlanContext<S extends Schema, Client> extends ObjectContext<Client> {
  readonly action: 'create' | 'update' | 'delete';
  /** Null for `delete`. */
  readonly config: Config<S> | null;
  /** Null for `create`, also for the second half of a replacement. */
  readonly prior: State<S> | null;
  /** A copy of one's own: assign to its attributes. Null for `delete`. */
  readonly plan: Plan<S> | null;
  /** The change at `path` cannot be made in place. */
  readonly replace: (path: Path) => void;
}

export interface MoveSource {
  readonly providerAddress: string;
  readonly typeName: string;
  readonly schemaVersion: number;
  readonly state: Values;
}

/**
 * The identity of an object (Terraform ≥ 1.12): the few attributes that tell it from all others and never change.
 */
export interface Identity<S extends Schema> {
  readonly version?: number;
  readonly attributes: Readonly<
    Record<string, { readonly type: CtyType; readonly optionalForImport?: boolean; readonly description?: string }>
  >;
  of(state: State<S>): Values;
}

/**
 * Handlers of one resource type. They return plain objects with every attribute of the schema; write-only values
 * are cleared, and `private` and unchanged spellings are kept, without the handler's doing.
 */
export interface Resource<S extends Schema = Schema, Client = unknown> {
  readonly schema: S;

  /** Checks the configuration as a whole; values may be unknown. Runs without a client. */
  validate?(context: BareContext & { readonly config: Config<S> }): void | Promise<void>;

  /** Has the last word on the plan. Must give the same answer for the same input. */
  modifyPlan?(context: ModifyPlanContext<S, Client>): void | Promise<void>;

  create(
    context: ObjectContext<Client> & Checkpoint<S> & { readonly plan: Plan<S>; readonly config: ApplyConfig<S> },
  ): Promise<State<S>>;

  /** The object as it is now, or null if it is gone. `imported`: this is the first read after an import. */
  read(
    context: ObjectContext<Client> & { readonly state: State<S>; readonly imported: boolean },
  ): Promise<State<S> | null>;

  /**
   * `changed` names the top-level attributes and blocks that are to get another value; what the provider decides for
   * itself (unknown in the plan) is not among them, nor is a changed write-only value. Absent: every attribute that can
   * be set must require replacement.
   */
  update?(
    context: ObjectContext<Client> &
      Checkpoint<S> & {
        readonly plan: Plan<S>;
        readonly prior: State<S>;
        readonly config: ApplyConfig<S>;
        readonly changed: readonly string[];
      },
  ): Promise<State<S>>;

  /** Returns normally if the object is gone, also if it was gone before. */
  delete(context: ObjectContext<Client> & { readonly prior: State<S> }): Promise<void>;

  /** Enough of the object for `read` to find it. `identity` is there instead of `id` when Terraform imports by it. */
  importState?(
    context: ObjectContext<Client> & { readonly id: string; readonly identity?: Values },
  ): Promise<Partial<State<S>>>;

  /** `upgrade[n]` turns the state's JSON of version n into that of version n + 1. */
  readonly upgrade?: Readonly<Record<number, (state: Values) => Values>>;

  /** The state of another type that a `moved` block names, in this type's terms; undefined if it cannot be taken over. */
  moveFrom?(source: BareContext & MoveSource): Partial<State<S>> | undefined | Promise<Partial<State<S>> | undefined>;

  readonly identity?: Identity<S>;
}

/** A data source: reads something that exists, by a configuration that is wholly known. */
export interface DataSource<S extends Schema = Schema, Client = unknown> {
  readonly schema: S;
  validate?(context: BareContext & { readonly config: Config<S> }): void | Promise<void>;
  /** Every attribute of the schema; those that the user set come back as they were. */
  read(context: Context<Client> & { readonly config: ApplyConfig<S> }): Promise<State<S>>;
}

export interface Listed {
  readonly displayName: string;
  /** As declared by the managed resource of the same type name. */
  readonly identity: Values;
  /** The whole object; needed only where `includeResource` is set. */
  readonly state?: Values;
}

/** Its schema is of the `list` block's body; the managed resource of the same type name declares an `identity`. */
export interface ListResource<S extends Schema = Schema, Client = unknown> {
  readonly schema: S;
  validate?(context: BareContext & { readonly config: Config<S> }): void | Promise<void>;
  list(
    context: Context<Client> & {
      readonly config: ApplyConfig<S>;
      /** No more than this many are wanted. */
      readonly limit: number;
      readonly includeResource: boolean;
    },
  ): AsyncIterable<Listed>;
}

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
