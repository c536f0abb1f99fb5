import { isUid, isWithin, nearest } from '../../api';
import { equal, type Store, type StoredRecord } from '../store';

export interface Reference {
  /** The kind that is referred to. */
  readonly kind: string;
  /** The kind that holds others: its names make the paths. */
  readonly holderKind: string;
  /** A uid, a name, or a path of names that the object's own path ends with. */
  readonly reference: string;
  /** The group that refers. */
  readonly from: string | undefined;
}

/**
 * The uid that a reference in a seed means; of several objects the one that lies nearest above (or in) the group that
 * refers. Throws an `Error` when there is none or more than one.
 */
export function resolveReference(store: Store, { kind, holderKind, reference, from }: Reference): string {
  const segments = reference.split('/');
  if (isUid(reference)) return reference;
  const candidates = store
    .find(kind, [equal('name', segments.at(-1) ?? '')])
    .filter((record) => endsWith(namesOf(store, holderKind, record), segments));
  const above = candidates
    .filter(({ parent }) => parent === undefined || (from !== undefined && isWithin(from, parent)))
    .sort((one, other) => (other.parent ?? '').length - (one.parent ?? '').length);
  const near = above.filter(({ parent }) => parent === above[0]?.parent);
  const [found, ...others] = near.length > 0 ? near : candidates;
  if (found === undefined) {
    const similar = nearest(
      segments.at(-1) ?? '',
      store.find(kind, []).map(({ name }) => name),
    );
    const hint = similar === undefined ? '' : `; did you mean ${JSON.stringify(similar)}?`;
    throw new Error(`there is no ${kind} ${JSON.stringify(reference)}${hint}`);
  }
  if (others.length > 0)
    throw new Error(`${JSON.stringify(reference)} may be ${candidates.map(({ uid }) => uid).join(' or ')}`);
  return found.uid;
}

function namesOf(store: Store, holderKind: string, record: StoredRecord): string[] {
  const names = [record.name];
  let group = record.parent === undefined ? undefined : store.get(holderKind, record.parent);
  while (group !== undefined) {
    names.unshift(group.name);
    group = group.parent === undefined ? undefined : store.get(holderKind, group.parent);
  }
  return names;
}

function endsWith(names: readonly string[], segments: readonly string[]): boolean {
  return segments.every((segment, index) => names[names.length - segments.length + index] === segment);
}
