/** Planned values with a mark for unknown ones. */
import { isObject } from '../../../model/api';
import { UNKNOWN_VALUE, type Sensitivity } from './plan';

export { attribute, hasUnknown, textAttribute } from '../../../access/rules';

/** Returns the values with {@link UNKNOWN_VALUE} at each `true` of `unknown`, which has the same shape. Both must be shallow. */
export function withUnknown(values: unknown, unknown: unknown): unknown {
  if (unknown === true) return UNKNOWN_VALUE;
  if (Array.isArray(unknown)) {
    const known = Array.isArray(values) ? (values as readonly unknown[]) : [];
    const length = Math.max(known.length, unknown.length);
    return Array.from({ length }, (_, index) => withUnknown(known[index], unknown[index]));
  }
  if (isObject(unknown) && Object.keys(unknown).length > 0) {
    const known = isObject(values) ? values : {};
    const merged = new Map(Object.entries(known));
    for (const [name, inner] of Object.entries(unknown)) merged.set(name, withUnknown(merged.get(name), inner));
    return Object.fromEntries(merged);
  }
  return values;
}

/** Returns true if any mask marks the value at the path, or a part of it. */
export function isSensitive(sensitivity: Sensitivity, ...path: readonly string[]): boolean {
  return sensitivity.some((whole) => {
    let mask: unknown = whole;
    for (const name of path) {
      if (mask === true) return true;
      mask = isObject(mask) && Object.hasOwn(mask, name) ? mask[name] : undefined;
    }
    return holdsTrue(mask);
  });
}

/** Returns true if the mask contains `true`. */
export function holdsTrue(mask: unknown): boolean {
  if (mask === true) return true;
  return typeof mask === 'object' && mask !== null && Object.values(mask).some(holdsTrue);
}
