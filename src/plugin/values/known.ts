/** Finds unknown values, in any value. */
import { isRecord } from './object-key';
import { Dyn, Unknown } from './types';

/** The path of the first unknown value inside `value`, or undefined if it is wholly known. */
export function firstUnknown(value: unknown): readonly (string | number)[] | undefined {
  if (value instanceof Unknown) return [];
  if (value instanceof Dyn) return firstUnknown(value.value);
  if (Array.isArray(value)) return first(value.entries());
  return isRecord(value) ? first(Object.entries(value)) : undefined;
}

export function isWhollyKnown(value: unknown): boolean {
  return firstUnknown(value) === undefined;
}

/** A copy of `value` where null stands for everything unknown. */
export function unknownToNull(value: unknown): unknown {
  if (value instanceof Unknown) return null;
  if (value instanceof Dyn) return new Dyn(value.type, unknownToNull(value.value));
  if (Array.isArray(value)) return value.map(unknownToNull);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unknownToNull(inner)]))
    : value;
}

function first(entries: Iterable<[string | number, unknown]>): readonly (string | number)[] | undefined {
  for (const [key, inner] of entries) {
    const found = firstUnknown(inner);
    if (found !== undefined) return [key, ...found];
  }
  return undefined;
}
