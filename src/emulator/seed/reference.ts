/** References in a seed: a uid, a name, or the end of a path of names. */
import { ancestorUids, isUid, nearest } from '../../model/api';
import { containerKind } from '../../model/kinds';
import type { StoredRecord } from '../store/row';
import { equal, isRoot, type Condition } from '../store/selection';
import type { Store } from '../store/store';

export interface Reference {
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
export function resolveReference(store: Store, { kind, reference, from }: Reference): string {
  const segments = reference.split('/');
  const name = segments.at(-1) ?? '';
  if (isUid(reference)) return reference;
  const find = (where: readonly Condition[]): StoredRecord[] =>
    store.find(kind, [equal('name', name), ...where]).filter((record) => endsWith(getPath(store, record), segments));
  // A large organization has many objects of one name, so the search begins in the referring group.
  const groups = from === undefined ? [] : [from, ...ancestorUids(from)];
  let closest: StoredRecord[] = [];
  for (const scope of [...groups.map((uid) => equal('parent', uid)), isRoot])
    if (closest.length === 0) closest = find([scope]);
  const [found, ...others] = closest.length > 0 ? closest : find([]);
  if (found === undefined) {
    const names = store.find(kind, []).map((record) => record.name);
    const similar = nearest(name, names);
    const hint = similar === undefined ? '' : `; did you mean ${JSON.stringify(similar)}?`;
    throw new Error(`there is no ${kind} ${JSON.stringify(reference)}${hint}`);
  }
  if (others.length > 0)
    throw new Error(
      `${JSON.stringify(reference)} may be ${find([])
        .map(({ uid }) => uid)
        .join(' or ')}`,
    );
  return found.uid;
}

/** The names from the root down to the record. */
function getPath(store: Store, record: StoredRecord): string[] {
  const { kind } = containerKind;
  const names = [record.name];
  let group = record.parent === undefined ? undefined : store.get(kind, record.parent);
  while (group !== undefined) {
    names.unshift(group.name);
    group = group.parent === undefined ? undefined : store.get(kind, group.parent);
  }
  return names;
}

function endsWith(path: readonly string[], segments: readonly string[]): boolean {
  return segments.every((segment, index) => path[path.length - segments.length + index] === segment);
}
