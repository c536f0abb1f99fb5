/** Paths of names, which people read, and which match nodes of two graphs. */
import { onceFor } from '../../base/cache/once-for';
import { isUid } from '../../model/api';
import type { AccessGraph } from './nodes';

interface Named {
  readonly key: string;
  readonly name: string;
}

/**
 * Returns the last segment of each path among siblings: the name, and for equal names also the end of the key. Siblings
 * of several graphs get the same segments, so that a path has the same meaning in each.
 */
export function segments(families: readonly (readonly Named[])[]): (node: Named) => string {
  const shared = new Set<string>();
  for (const family of families) {
    const seen = new Set<string>();
    for (const { name } of family) {
      if (seen.has(name)) shared.add(name);
      seen.add(name);
    }
  }
  return ({ key, name }) => (shared.has(name) ? `${name}#${keyEnd(key)}` : name);
}

/** `acme`, `payments` → `acme/payments`. */
export function joinPath(parent: string | undefined, segment: string): string {
  return parent === undefined ? segment : `${parent}/${segment}`;
}

/** Returns the elements grouped by a common value, in their order. */
export function groupBy<K, T>(items: Iterable<T>, toKey: (item: T) => K): Map<K, [T, ...T[]]> {
  const found = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = toKey(item);
    const list = found.get(key);
    if (list === undefined) found.set(key, [item]);
    else list.push(item);
  }
  return found;
}

/** Returns the values of each key, in their order. */
export function groupEntries<K, T>(entries: readonly (readonly [K, T])[]): Map<K, [T, ...T[]]> {
  const groups = groupBy(entries, ([key]) => key);
  return new Map([...groups].map(([key, all]) => [key, all.map(([, value]) => value) as [T, ...T[]]]));
}

/** Returns the part of a key that siblings do not share. A slash in an address would look like another segment. */
export function keyEnd(key: string): string {
  const address = key.replaceAll('%', '%25').replaceAll('/', '%2F');
  return isUid(key) ? key.slice(key.lastIndexOf('/') + 1) : address;
}

/** Returns the identities by path. A path has no meaning as a key: `graph.identity` would accept both. */
export const identitiesByPath = onceFor(
  ({ identities }: AccessGraph) => new Map(identities.map((node) => [node.path, node])),
);
