/** A cache of limited size that drops the least recently used values. */

export interface RecentlyUsed<T> {
  /** Returns the value, and marks it as the most recently used. */
  get(key: string): T | undefined;
  /** Adds or replaces a value as the most recently used. Then drops the least recently used values above the limit. */
  set(key: string, value: T): void;
  delete(key: string): void;
  clear(): void;
  /** Returns all entries, the least recently used first. */
  entries(): Iterable<readonly [string, T]>;
}

/** @param getSize returns the size of a value, in the unit of `limit`; by default 1 */
export function createRecentlyUsed<T>(limit: number, getSize: (value: T) => number = () => 1): RecentlyUsed<T> {
  // A Map keeps the order of insertion.
  const values = new Map<string, T>();
  let total = 0;
  const remove = (key: string): void => {
    const value = values.get(key);
    if (value === undefined) return;
    total -= getSize(value);
    values.delete(key);
  };
  return {
    get: (key) => {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set: (key, value) => {
      remove(key);
      values.set(key, value);
      total += getSize(value);
      for (const oldest of values.keys()) {
        if (total <= limit) break;
        remove(oldest);
      }
    },
    delete: remove,
    clear: () => {
      values.clear();
      total = 0;
    },
    entries: () => values.entries(),
  };
}
