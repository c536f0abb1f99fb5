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

const DEFAULT_STEPS = 60_000_000;

/** The largest advance. JavaScript calculates fastest with integers of this size. */
const LARGEST_ADVANCE = 1_000_000_000;

/**
 * Counts steps. Nearly every iteration of a loop spends some: the budget in use has an advance from itself and from its wholes, so
 * that most calls change one number. Only one budget of a query has an advance. It returns the advance before another one is used.
 */
export class Budget {
  private readonly steps: number;
  private readonly whole: Budget | undefined;
  /** This budget and its wholes: a few. */
  private readonly all: readonly Budget[];
  /** Shared by all budgets of a query. */
  private readonly query: { inUse?: Budget | undefined };
  private left: number;
  private advance = 0;

  constructor(steps: number, whole?: Budget) {
    this.steps = steps;
    this.left = steps;
    this.whole = whole;
    this.all = [this, ...(whole?.all ?? [])];
    this.query = whole === undefined ? {} : whole.query;
  }

  /** Spends steps. Throws an {@link UndecidedError} if too few remain. @default one step */
  spend(count = 1): void {
    if (count < this.advance) {
      this.advance -= count;
      return;
    }
    this.query.inUse?.returnAdvance();
    this.pay(count);
    this.takeAdvance();
  }

  /** Returns the number of steps that were spent. */
  spent(): number {
    if (this.query.inUse !== this) this.query.inUse?.returnAdvance();
    return this.steps - this.left - this.advance;
  }

  /** Returns the budget of a part of the query. What it spends, this budget spends as well. */
  part(steps: number): Budget {
    return new Budget(steps, this);
  }

  private pay(count: number): void {
    const possible = Math.min(count, Math.max(this.left, 0));
    this.left -= count;
    // A known value is paid for in one call: the whole then pays as much as for single steps.
    this.whole?.pay(possible);
    if (this.left < 0) throw new UndecidedError(`it takes more than ${this.steps} steps`);
  }

  private takeAdvance(): void {
    // Bounded: a few budgets.
    this.advance = Math.min(LARGEST_ADVANCE, ...this.all.map((budget) => budget.left));
    // Bounded: the same.
    for (const budget of this.all) budget.left -= this.advance;
    this.query.inUse = this;
  }

  private returnAdvance(): void {
    // Bounded: a few budgets.
    for (const budget of this.all) budget.left += this.advance;
    this.advance = 0;
    this.query.inUse = undefined;
  }
}

export function createBudget({ steps = DEFAULT_STEPS, whole }: Limits = {}): Budget {
  return new Budget(steps, whole);
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
