/** Copies values. */
import { isRecord, setKey } from './types';

/** Returns a deep copy of lists and objects. */
export function structuredCopy<T>(value: T): T {
  if (Array.isArray(value)) return value.map((element: unknown) => structuredCopy(element)) as T;
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) setKey(copy, key, structuredCopy(value[key]));
  return copy as T;
}
