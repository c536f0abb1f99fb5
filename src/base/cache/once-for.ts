/** Values that are computed once for each object and forgotten with it. */

/**
 * Returns a function that computes a value for each object once. `undefined` is computed again.
 *
 * @param toKey returns the object that the value belongs to; by default the argument itself
 */
export function onceFor<From extends object, T>(
  derive: (from: From) => T,
  toKey: (from: From) => object = (from) => from,
): (from: From) => T {
  const known = new WeakMap<object, T>();
  return (from) => {
    const key = toKey(from);
    const found = known.get(key);
    if (found !== undefined) return found;
    const derived = derive(from);
    known.set(key, derived);
    return derived;
  };
}
