/** Draws places in JSON, and changes them. */
import { isObject } from '../../../src/model/api';
import type { Random } from '../../support/random';

export type Json = Record<string, unknown>;
export type Path = readonly (string | number)[];

/** Returns the value at a path. */
export function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((one, step) => (one as Json)[step], root);
}

/** Returns the paths of all values in a value for which the function returns true. It calls the function for the inner values first. */
export function getFormerPaths(
  value: unknown,
  isWanted: (value: unknown, path: Path) => boolean,
  path: Path = [],
): Path[] {
  const inner =
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([name, one]) =>
          getFormerPaths(one, isWanted, [...path, Array.isArray(value) ? Number(name) : name]),
        );
  return isWanted(value, path) ? [...inner, path] : inner;
}

/** Returns a copy with another value at a path. `undefined` removes it. */
export function replacedAt(root: unknown, [step, ...rest]: Path, replacement: unknown): unknown {
  if (step === undefined) return replacement;
  if (Array.isArray(root)) {
    const at = Number(step);
    if (rest.length === 0 && replacement === undefined) return root.filter((_, index) => index !== at);
    return root.with(at, replacedAt(root[at], rest, replacement));
  }
  const { [step]: inner, ...others } = root as Json;
  if (rest.length === 0 && replacement === undefined) return others;
  // Keeps the order.
  return { ...(root as Json), [step]: replacedAt(inner, rest, replacement) };
}

/** Returns another value of the same type. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [...(value as unknown[]), 'x'];
  return isObject(value) ? { ...value, x: 'x' } : 'x';
}

/** Removes, repeats or changes the value at a path. */
export function changeAt(root: unknown, path: Path, random: Random): unknown {
  const [parent, value] = [valueAt(root, path.slice(0, -1)), valueAt(root, path)];
  if (Array.isArray(parent) && random.chance(40))
    return replacedAt(root, path.slice(0, -1), [...(parent as unknown[]), value]);
  return replacedAt(root, path, random.chance(30) ? undefined : otherThan(value));
}
