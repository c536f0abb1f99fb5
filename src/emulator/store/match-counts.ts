/**
 * The numbers of records that match conditions, for lists that report them on each page. Each write adjusts them: counting
 * again would read everything.
 */
import { createRecentlyUsed } from '../../base/cache/recently-used';
import type { StoredRecord } from './row';
import type { Condition } from './selection';

export interface MatchCounts {
  readonly count: (kind: string, where: readonly Condition[]) => number;
  /** Adjusts the numbers after a record is added (no `before`), replaced, or removed (no `after`). */
  changed(before: StoredRecord | undefined, after: StoredRecord | undefined): void;
  /** Returns true if a write to the kind changes a cached number. */
  concern(kind: string): boolean;
  clear(): void;
}

interface Entry {
  readonly kind: string;
  readonly where: readonly Condition[];
  count: number;
}

/** Smaller numbers are counted as quickly as a cache returns them. */
const MIN_COUNT = 500;

/** Each entry makes writes slower. */
const MAX_ENTRIES = 50;

/** @param read counts the matching records in the database */
export function createMatchCounts(read: (kind: string, where: readonly Condition[]) => number): MatchCounts {
  const cached = createRecentlyUsed<Entry>(MAX_ENTRIES);
  return {
    count: (kind, where) => {
      const key = JSON.stringify([kind, ...where.flatMap(({ sql, values }) => [sql, ...values])]);
      const known = cached.get(key);
      if (known !== undefined) return known.count;
      const count = read(kind, where);
      if (count >= MIN_COUNT) cached.set(key, { kind, where, count });
      return count;
    },
    changed: (before, after) => {
      for (const [key, entry] of cached.entries()) {
        if (entry.kind !== (after ?? before)?.kind) continue;
        const difference = matching(entry, after) - matching(entry, before);
        if (Number.isNaN(difference)) cached.delete(key);
        else entry.count += difference;
      }
    },
    concern: (kind) => [...cached.entries()].some(([, entry]) => entry.kind === kind),
    clear: () => cached.clear(),
  };
}

/** Returns 1 or 0; NaN if only SQL can decide. */
function matching({ where }: Entry, record: StoredRecord | undefined): number {
  if (record === undefined) return 0;
  if (where.some(({ matches }) => matches === undefined)) return Number.NaN;
  return where.every(({ matches }) => matches?.(record)) ? 1 : 0;
}
