/** Limits the cost of a query. Some languages have automata with more states than fit into memory. */

/** The budget of one query. */
export interface Limits {
  /** @default 20000 */
  readonly nodes?: number;
  /** @default 2000 */
  readonly milliseconds?: number;
  /** In milliseconds. @default the system's */
  readonly clock?: () => number;
}

/** Thrown in a query, and reported in its result. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

export interface Budget {
  /** Spends the budget of a node. Throws a `BudgetSpent` if nothing remains. */
  spend(): void;
}

export function createBudget({ nodes = 20_000, milliseconds = 2000, clock = Date.now }: Limits = {}): Budget {
  const end = clock() + milliseconds;
  let left = nodes;
  return {
    spend: () => {
      if (left-- <= 0) throw new BudgetSpent(`it takes more than ${nodes} steps`);
      if (clock() > end) throw new BudgetSpent(`it takes more than ${milliseconds} ms`);
    },
  };
}
