/** Chance that can be repeated: the same seed, the same history. */
export interface Random {
  /** 0 up to, not including, `limit`. */
  below(limit: number): number;
  /** Returns true if something happens that happens in so many of a hundred cases. */
  chance(percent: number): boolean;
  /** Returns one of them; undefined for an empty list. */
  pick<T>(from: readonly T[]): T | undefined;
}

/** mulberry32 */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, chance: (percent) => below(100) < percent, pick: (from) => from[below(from.length)] };
}
