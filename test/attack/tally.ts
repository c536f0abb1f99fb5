/** Counts the changes of an attack, and keeps the failures. */

export interface Attempted {
  readonly kind: string;
  /** `applied`: the gate was green, and the apply succeeded. Otherwise, what stopped the change. */
  readonly result: string;
  /** The effects of the apply that the report did not show, while the gate was green. */
  readonly beyond: readonly string[];
  /** The smallest change that still fails. */
  readonly reproduction?: string | undefined;
}

export interface Tally {
  record(attempted: Attempted): void;
  readonly failures: readonly Attempted[];
  /** Returns a line for each kind: the number of its changes by their result. */
  kinds(): string[];
  /** `N changes, M applied, 0 beyond the report` */
  line(): string;
}

export const APPLIED = 'applied';

/** @param onFailure called with each failure */
export function createTally(onFailure: (failure: Attempted) => void = () => undefined): Tally {
  const failures: Attempted[] = [];
  const results = new Map<string, Map<string, number>>();
  const count = (isCounted: (result: string) => boolean): number =>
    [...results.values()]
      .flatMap((one) => [...one])
      .reduce((sum, [result, times]) => sum + (isCounted(result) ? times : 0), 0);
  return {
    failures,
    kinds: () =>
      [...results].map(
        ([kind, one]) => `${kind}: ${[...one].map(([result, times]) => `${times} ${result}`).join(', ')}`,
      ),
    record(attempted) {
      const { kind, result, beyond } = attempted;
      const one = results.get(kind) ?? new Map<string, number>();
      results.set(kind, one.set(result, (one.get(result) ?? 0) + 1));
      if (beyond.length === 0) return;
      failures.push(attempted);
      onFailure(attempted);
    },
    line: () =>
      `${count(() => true)} changes, ${count((result) => result === APPLIED)} applied, ${failures.length} beyond the report`,
  };
}
