/** A copy down to the values that cannot change. */
import { isRecord } from '../values/object-key';

export function structuredCopy<T>(value: T): T {
  if (Array.isArray(value)) return value.map((element: unknown) => structuredCopy(element)) as T;
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, structuredCopy(inner)])) as T;
}
