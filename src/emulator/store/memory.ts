/**
 * The memory of a store: recently read records, so that the caller, its roles and the current groups are
 * not decoded for each request; and the number of matching records, for lists that say so on each page. Both agree with
 * the database as long as only one store writes it: see `lockDataFile`.
 */
import type { StoredRecord } from './row';
import type { Condition } from './selection';

interface RecordCache {
  get(kind: string, uid: string): StoredRecord | undefined;
  /** `length`: that of the record's JSON, which limits the size of the cache. */
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
      // The most recently used record is last.
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

/**
 * The number of matching records. Slow counts are cached, and each write adjusts them: counting again would read
 * everything.
 */
interface Counts {
  readonly count: (kind: string, where: readonly Condition[]) => number;
  /** To be called with each record that is added (no `before`), replaced, or removed (no `after`). */
  changed(before: StoredRecord | undefined, after: StoredRecord | undefined): void;
  /** Returns true if a write to the kind changes something that is remembered. */
  concern(kind: string): boolean;
  clear(): void;
}

interface Entry {
  readonly kind: string;
  readonly where: readonly Condition[];
  count: number;
}

/** Small numbers are counted as quickly as a cache returns them. */
const worthKeeping = 500;

/** Each costs every write a little. */
const maxKept = 50;

/** `read` counts what there is. */
export function createCounts(read: (kind: string, where: readonly Condition[]) => number): Counts {
  const kept = new Map<string, Entry>();
  return {
    count: (kind, where) => {
      const key = JSON.stringify([kind, ...where.flatMap(({ sql, values }) => [sql, ...values])]);
      const known = kept.get(key);
      const entry = known ?? { kind, where, count: read(kind, where) };
      // The most recently requested count is last.
      kept.delete(key);
      if (known === undefined && entry.count < worthKeeping) return entry.count;
      const [oldest] = kept.keys();
      if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
      kept.set(key, entry);
      return entry.count;
    },
    changed: (before, after) => {
      for (const [key, entry] of kept) {
        if (entry.kind !== (after ?? before)?.kind) continue;
        const difference = matching(entry, after) - matching(entry, before);
        if (Number.isNaN(difference)) kept.delete(key);
        else entry.count += difference;
      }
    },
    concern: (kind) => [...kept.values()].some((entry) => entry.kind === kind),
    clear: () => kept.clear(),
  };
}

/** 1 or 0; NaN where only SQL can tell. */
function matching({ where }: Entry, record: StoredRecord | undefined): number {
  if (record === undefined) return 0;
  if (where.some(({ matches }) => matches === undefined)) return Number.NaN;
  return where.every(({ matches }) => matches?.(record)) ? 1 : 0;
}
