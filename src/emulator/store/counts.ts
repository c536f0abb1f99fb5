/**
 * How many records match, for lists that say so on each page. What took long to count is remembered, and each write adds
 * or takes away what it changes: counting again would cost as much as there is.
 */
import type { StoredRecord } from './row';
import type { Condition } from './selection';

interface Counts {
  readonly count: (kind: string, where: readonly Condition[]) => number;
  /** To be called with each record that is added (no `before`), replaced, or removed (no `after`). */
  changed(before: StoredRecord | undefined, after: StoredRecord | undefined): void;
  /** Whether a write to the kind changes something that is remembered. */
  concern(kind: string): boolean;
  clear(): void;
}

interface Entry {
  readonly kind: string;
  readonly where: readonly Condition[];
  count: number;
}

/** Fewer are counted as fast as they are remembered. */
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
      // What was asked for last stands last.
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
