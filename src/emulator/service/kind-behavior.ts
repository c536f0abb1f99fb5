/**
 * The behavior of a kind beyond its declaration: rules about several records, and parts of other records in a
 * response. Everything here is optional; the declaration is enough for most kinds. Implementations: ../behavior.
 */
import type { Values } from '../../model/api';
import type { Declaration } from '../../model/schema';
import type { Access } from '../auth';
import type { StoredRecord } from '../store/row';
import type { Store } from '../store/store';
import type { Caller } from '../wire/route';

/** The dependencies of the service and of the behaviors of the kinds. */
export interface BehaviorContext {
  readonly store: Store;
  readonly access: Access;
  /** True for the administrator, the only caller who can change certain fields (contract K1). */
  readonly isAdministrator: (caller: Caller) => boolean;
  /** True if the emulator refuses everything that a service may refuse. */
  readonly isStrict: boolean;
  /** The current time, in UTC. */
  readonly clock: () => Date;
  /** Random bytes for uids and codes. */
  readonly random: (length: number) => Uint8Array;
}

export interface KindBehavior {
  /** Returns the values of a request with the service's values for omitted fields. */
  readonly withServerDefaults?: (values: Values, context: BehaviorContext) => Values;
  /** Values that the service itself sets on a new object. */
  readonly initial?: (draft: StoredRecord, context: BehaviorContext) => Values;
  /** Values stored in addition to the declared ones, for filters; never in a response. */
  readonly derive?: (values: Values) => Values;
  /** Rejects a create or an update that conflicts with other objects. Throws a `ServiceError`. */
  readonly check?: (change: PendingChange, context: BehaviorContext) => void;
  /** Follows a create, in the same transaction. */
  readonly created?: (record: StoredRecord, caller: Caller, context: BehaviorContext) => void;
  /** Refuses a delete. Throws a `ServiceError`. */
  readonly checkDelete?: (record: StoredRecord, caller: Caller, context: BehaviorContext) => void;
  /** Follows a delete, in the same transaction. */
  readonly deleted?: (record: StoredRecord, context: BehaviorContext) => void;
  /** Returns the fields of a response that are not stored: the referenced objects. */
  readonly expand?: (record: StoredRecord, lookUp: LookUp) => Values;
  /** Fields that only the response to the create shows. */
  readonly createOnly?: (record: StoredRecord, context: BehaviorContext) => Values;
  /** Deleting an object that does not exist succeeds (contract D2). */
  readonly deleteIsIdempotent?: boolean;
  /** Everybody may see the objects without a parent. */
  readonly rootsArePublic?: boolean;
}

/** The behaviors, by kind. */
export type Behaviors = ReadonlyMap<Declaration, KindBehavior>;

/** A create (no `before`) or an update that is about to be written. */
export interface PendingChange {
  readonly declaration: Declaration;
  readonly caller: Caller;
  readonly before?: StoredRecord | undefined;
  readonly after: StoredRecord;
}

/** Finds another record. Caches it for one response. */
export type LookUp = (kind: string, uid: string) => StoredRecord | undefined;

/** The caller, and the scope of the call. */
export interface ServiceCall {
  readonly declaration: Declaration;
  readonly behavior: KindBehavior;
  readonly caller: Caller;
}
