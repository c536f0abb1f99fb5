/**
 * What a kind does beyond its declaration: rules about several records, and what an answer shows of others. Everything
 * here is optional; a kind without any is served by the declaration alone. Implementations: ../behaviour.
 */
import type { Declaration } from '../../schema';
import type { Caller } from '../auth';
import type { StoredRecord } from '../store';
import type { Context } from './context';

export type Values = Readonly<Record<string, unknown>>;

/** A create (no `before`) or an update that is about to be written. */
export interface Change {
  readonly declaration: Declaration;
  readonly caller: Caller;
  readonly before?: StoredRecord | undefined;
  readonly after: StoredRecord;
}

export interface Behaviour {
  /** Values that the service itself sets on a new object. */
  readonly initial?: (draft: StoredRecord, context: Context) => Values;
  /** The values with those that the service fills in where they are left out. */
  readonly fillIn?: (values: Values, context: Context) => Values;
  /** Values kept beside the declared ones, for filters; never answered. */
  readonly derive?: (values: Values) => Values;
  /** Refuses a create or an update by what else there is. Throws a `ServiceError`. */
  readonly check?: (change: Change, context: Context) => void;
  /** Follows a create, in the same transaction. */
  readonly created?: (record: StoredRecord, caller: Caller, context: Context) => void;
  /** Refuses a delete. Throws a `ServiceError`. */
  readonly checkDelete?: (record: StoredRecord, context: Context) => void;
  /** Follows a delete, in the same transaction. */
  readonly deleted?: (record: StoredRecord, context: Context) => void;
  /** Fields that an answer shows beyond what is stored: hydrated references. */
  readonly hydrate?: (record: StoredRecord, lookUp: LookUp) => Values;
  /** Fields that only the answer to the create shows. */
  readonly shownOnce?: (record: StoredRecord, context: Context) => Values;
  /** Deleting what is not there is a success. */
  readonly deleteIsIdempotent?: boolean;
  /** Objects that nothing holds are everybody's to see. */
  readonly sharedWithAll?: boolean;
}

/** Finds another record; remembers what it found while one answer is made. */
export type LookUp = (kind: string, uid: string) => StoredRecord | undefined;

export type BehaviourOf = (declaration: Declaration) => Behaviour;
