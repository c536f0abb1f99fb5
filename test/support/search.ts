/**
 * Searches run this many times as many random cases as before a merge. The nightly workflow sets `SEARCH=20`.
 */
export const search = Number(process.env['SEARCH'] ?? 1);

/** Measures a search. A longer search than before a merge prints how many inputs it tried, and which took the most. */
export interface SearchLog {
  /** Runs an input, and records its milliseconds. */
  run<T>(input: unknown, action: () => T): T;
  /** Records what an input took. */
  record(input: unknown, amount: number): void;
}

/**
 * Returns a log for a search of one test file.
 *
 * @param name the kind of input in the plural: "plans"
 * @param unit what `record` gets
 */
export function createSearchLog(name: string, unit = 'ms'): SearchLog {
  let inputs = 0;
  let most = { amount: 0, input: undefined as unknown };
  const record = (input: unknown, amount: number): void => {
    inputs++;
    if (amount > most.amount) most = { amount, input };
  };
  afterAll(() => {
    if (search <= 1) return;
    const shown = (JSON.stringify(most.input) ?? '').slice(0, 300);
    process.stderr.write(`${inputs} ${name}, at most ${Math.round(most.amount)} ${unit}: ${shown}\n`);
  });
  return {
    record,
    run(input, action) {
      const start = performance.now();
      const end = (): void => record(input, performance.now() - start);
      const result = action();
      if (result instanceof Promise) result.then(end, end);
      else end();
      return result;
    },
  };
}
