/** References in a seed: a uid, a name, or the end of a path of names. */
import { ancestorUids, isUid, nearest } from '../../model/api';
import type { NamedObject, SeedNames } from './names';

export interface SeedReference {
  /** The kind that is referred to. */
  readonly kind: string;
  /** A uid, a name, or a path of names that the object's own path ends with. */
  readonly reference: string;
  /** The group that refers. */
  readonly from: string | undefined;
}

/**
 * Returns the uid of a reference in a seed; of several objects, the nearest one in the referring group or above it.
 * Throws an `Error` if the object is missing or ambiguous.
 */
export function resolveReference(names: SeedNames, { kind, reference, from }: SeedReference): string {
  const segments = reference.split('/');
  const name = segments.at(-1) ?? '';
  if (isUid(reference)) return reference;
  const atPath = (object: NamedObject): boolean => segments.length === 1 || endsWith(getPath(names, object), segments);
  let closest: readonly NamedObject[] = [];
  for (const scope of [...(from === undefined ? [] : [from, ...ancestorUids(from)]), undefined])
    if (closest.length === 0) closest = names.namedIn(kind, name, scope).filter(atPath);
  const all = (): readonly NamedObject[] => names.named(kind, name).filter(atPath);
  const [found, ...others] = closest.length > 0 ? closest : all();
  if (found === undefined) {
    const similar = nearest(name, names.all(kind));
    const hint = similar === undefined ? '' : `; did you mean ${JSON.stringify(similar)}?`;
    throw new Error(`there is no ${kind} ${JSON.stringify(reference)}${hint}`);
  }
  if (others.length > 0)
    throw new Error(
      `${JSON.stringify(reference)} may be ${all()
        .map(({ uid }) => uid)
        .join(' or ')}`,
    );
  return found.uid;
}

/** The names from the root down to the object. */
function getPath(names: SeedNames, { name, parent }: NamedObject): string[] {
  const path = [name];
  let group = parent === undefined ? undefined : names.getGroup(parent);
  while (group !== undefined) {
    path.unshift(group.name);
    group = group.parent === undefined ? undefined : names.getGroup(group.parent);
  }
  return path;
}

function endsWith(path: readonly string[], segments: readonly string[]): boolean {
  return segments.every((segment, index) => path[path.length - segments.length + index] === segment);
}
