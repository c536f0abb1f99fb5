/** Finds the known name that is closest to a misspelled one, for "Did you mean …?". */

/**
 * Returns the candidate that `name` is most likely a misspelling of: one edit away, or two or three edits for a long
 * name (a letter more, less or different, or two neighbors exchanged; case does not count). Returns the first of
 * several equally close ones, or `undefined`.
 */
export function nearest<T extends string>(name: string, candidates: Iterable<T>): T | undefined {
  const sought = name.toLowerCase();
  let best: T | undefined;
  let bound = Math.min(3, Math.max(1, Math.floor(sought.length / 4)));
  for (const candidate of candidates) {
    const distance = editDistance(sought, candidate.toLowerCase(), bound);
    // A name that differs in every letter is not a misspelling.
    if (distance > bound || distance >= sought.length) continue;
    best = candidate;
    if (distance === 0) break;
    bound = distance - 1;
  }
  return best;
}

/** Returns the number of edits from one text to the other; larger numbers than `bound` are not exact. */
function editDistance(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) > bound) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const differs = a[row - 1] === b[column - 1] ? 0 : 1;
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + differs);
      const areExchanged = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (areExchanged) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
