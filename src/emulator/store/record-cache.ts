/**
 * The recently read records of a store: the caller, its roles and the current groups are not decoded for each request. The
 * cache agrees with the database as long as only one store writes it: see `lockDataFile`.
 */
import { createRecentlyUsed } from '../../base/cache/recently-used';
import type { StoredRecord } from './row';

export interface RecordCache {
  get(kind: string, uid: string): StoredRecord | undefined;
  /** `length`: that of the record's JSON, which limits the size of the cache. */
  set(record: StoredRecord, length: number): void;
  delete(kind: string, uid: string): void;
  clear(): void;
}

const MAX_LENGTH = 8 * 1024 * 1024;

/** @param maxLength characters of JSON, 8 Mi by default */
export function createRecordCache(maxLength = MAX_LENGTH): RecordCache {
  const records = createRecentlyUsed<{ readonly record: StoredRecord; readonly length: number }>(
    maxLength,
    ({ length }) => length,
  );
  return {
    get: (kind, uid) => records.get(getKey(kind, uid))?.record,
    set: (record, length) => records.set(getKey(record.kind, record.uid), { record, length }),
    delete: (kind, uid) => records.delete(getKey(kind, uid)),
    clear: () => records.clear(),
  };
}

function getKey(kind: string, uid: string): string {
  return `${kind} ${uid}`;
}
