/**
 * Limits the cost of a query in steps. Some languages have automata with more states than fit into memory. A time limit
 * would depend on the machine, and so would the digest of a report.
 */

/** The budget of one query. */
export interface Limits {
  /** The number of steps. A step is one iteration of a loop. @default 60 million: about a second */
  readonly steps?: number;
  /** A budget that several queries share. @default no other limit */
  readonly whole?: Budget | undefined;
}

/** Thrown if a decision would be too expensive, and reported in the result of the query. */
export class UndecidedError extends Error {
  override readonly name = 'UndecidedError';
}

export interface Budget {
  /** Spends steps. Throws an {@link UndecidedError} if too few remain. @default one step */
  spend(steps?: number): void;
  /** Returns the number of steps that were spent. */
  spent(): number;
  /** Returns the budget of a part of the query. What it spends, this budget spends as well. */
  part(steps: number): Budget;
}

const DEFAULT_STEPS = 60_000_000;

export function createBudget({ steps = DEFAULT_STEPS, whole }: Limits = {}): Budget {
  let left = steps;
  const budget: Budget = {
    spend: (count = 1) => {
      const possible = Math.min(count, Math.max(left, 0));
      left -= count;
      // A known value is paid for in one call: the whole then pays as much as for single steps.
      whole?.spend(possible);
      if (left < 0) throw new UndecidedError(`it takes more than ${steps} steps`);
    },
    spent: () => steps - left,
    part: (count) => createBudget({ steps: count, whole: budget }),
  };
  return budget;
}

/** For what is the same in every process, such as the languages of issuers. Most values: JavaScript counts no further. */
export const FIXED = createBudget({ steps: Number.MAX_SAFE_INTEGER });

/** A value with the number of steps that its computation took. */
export interface Counted<T> {
  readonly value: T;
  readonly steps: number;
}

/**
 * Returns a value from a map, and computes it if it is missing. A known value costs the same number of steps: earlier
 * queries must not change the result of a later one.
 */
export function recall<Key, T>(
  known: { get(key: Key): Counted<T> | undefined; set(key: Key, value: Counted<T>): unknown },
  key: Key,
  budget: Budget,
  compute: () => T,
): T {
  const found = known.get(key);
  if (found !== undefined) {
    budget.spend(found.steps + 1);
    return found.value;
  }
  const before = budget.spent();
  const value = compute();
  known.set(key, { value, steps: budget.spent() - before });
  budget.spend();
  return value;
}

/** Returns a function that computes a value for each object once, and counts its steps each time. */
export function countedOnce<From extends object, T>(
  compute: (from: From, budget: Budget) => T,
): (from: From, budget: Budget) => T {
  const known = new WeakMap<From, Counted<T>>();
  return (from, budget) => recall(known, from, budget, () => compute(from, budget));
}
