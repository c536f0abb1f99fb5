/**
 * Records that were read lately, so that whoever calls, their roles and the groups that are worked in are not
 * decoded at each request. They are what the database holds as long as one store writes it: see `lockDataFile`.
 */
import type { StoredRecord } from './row';

interface RecordCache {
  get(kind: string, uid: string): StoredRecord | undefined;
  /** `length`: that of the record's JSON, of which the cache holds so much and no more. */
  set(record: StoredRecord, length: number): void;
  delete(kind: string, uid: string): void;
  clear(): void;
}

const defaultLength = 8 * 1024 * 1024;

export function createRecordCache(maxLength = defaultLength): RecordCache {
  const known = new Map<string, { readonly record: StoredRecord; readonly length: number }>();
  let total = 0;
  const remove = (key: string) => {
    total -= known.get(key)?.length ?? 0;
    known.delete(key);
  };
  return {
    get: (kind, uid) => {
      const key = keyOf(kind, uid);
      const entry = known.get(key);
      if (entry === undefined) return undefined;
      // What was used last stands last.
      known.delete(key);
      known.set(key, entry);
      return entry.record;
    },
    set: (record, length) => {
      const key = keyOf(record.kind, record.uid);
      remove(key);
      known.set(key, { record, length });
      total += length;
      for (const oldest of known.keys()) {
        if (total <= maxLength) break;
        remove(oldest);
      }
    },
    delete: (kind, uid) => remove(keyOf(kind, uid)),
    clear: () => {
      known.clear();
      total = 0;
    },
  };
}

function keyOf(kind: string, uid: string): string {
  return `${kind} ${uid}`;
}
