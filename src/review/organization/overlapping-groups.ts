/** Pairs deleted and created groups with mostly the same contents: a renamed group with other edits. */
import { groupEntries } from '../../access/graph/paths';
import type { PlatformObject } from './objects/objects';
import type { SameObject } from './same-objects';

/** Returns the names of the contents of a group; undefined for another object, or if a name is unknown. */
type ListContents = (object: PlatformObject) => readonly string[] | undefined;

/** With one common name, the groups can be unrelated: many teams have a workload `ci`. */
const FEWEST_COMMON = 2;

/** Returns the pairs of groups that have most of their contents in common, and with no other group as much. */
export function pairOverlapping(
  gone: readonly PlatformObject[],
  made: readonly PlatformObject[],
  list: { readonly before: ListContents; readonly after: ListContents },
): SameObject[] {
  const [former, created] = [toNames(gone, list.before), toNames(made, list.after)];
  const holders = groupEntries(
    [...created].flatMap(([object, names]) => [...names].map((name) => [name, object] as const)),
  );
  const best = new Map<PlatformObject, Map<PlatformObject, number>>();
  for (const [before, names] of former) {
    const counts = new Map<PlatformObject, number>();
    for (const name of names)
      for (const after of holders.get(name) ?? []) counts.set(after, (counts.get(after) ?? 0) + 1);
    for (const [after, count] of counts) {
      const most = Math.max(names.size, created.get(after)?.size ?? 0);
      if (count < FEWEST_COMMON || 2 * count <= most) continue;
      add(best, before, after, count);
      add(best, after, before, count);
    }
  }
  return [...former.keys()].flatMap((before) => {
    const after = findBest(best.get(before));
    return after !== undefined && findBest(best.get(after)) === before ? [{ before, after }] : [];
  });
}

function toNames(objects: readonly PlatformObject[], list: ListContents): Map<PlatformObject, ReadonlySet<string>> {
  return new Map(
    objects.flatMap((object) => {
      const names = list(object);
      return names === undefined ? [] : [[object, new Set(names)] as const];
    }),
  );
}

function add<T>(counts: Map<T, Map<T, number>>, from: T, to: T, count: number): void {
  counts.set(from, (counts.get(from) ?? new Map<T, number>()).set(to, count));
}

/** Returns the element with the highest count, unless several have it. */
function findBest<T>(counts: ReadonlyMap<T, number> | undefined): T | undefined {
  const [first, second] = [...(counts ?? [])].sort(([, a], [, b]) => b - a);
  return first === undefined || first[1] === second?.[1] ? undefined : first[0];
}
