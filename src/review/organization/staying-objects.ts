/** Finds objects whose deletion the API refuses, because unmanaged objects are in the group or refer to the object (contract D3). */
import { groupEntries } from '../../access/graph/paths';
import { ancestorUids, isUid } from '../../model/api';
import { getDeclaration, group } from '../../model/kinds';
import type { PlanContext } from './context/plan-context';
import { objectId, type Instance, type Objects, type PlatformObject } from './objects/objects';
import { referenceAttributes } from './objects/references';

/** Returns the deleted objects that stay, in their form before the change. */
export function findStayingObjects(
  before: Objects,
  removed: readonly Instance[],
  contents: PlanContext['contents'] = [],
): Objects {
  const gone = new Map(
    removed.flatMap(({ declaration, key }) => {
      const object = before.get(objectId(declaration, key));
      return object === undefined ? [] : [[objectId(declaration, key), object] as const];
    }),
  );
  if (gone.size === 0) return gone;
  const unmanaged = [...before.values()].filter(isUnmanagedObject);
  const full = new Set<string>();
  const fill = (uid: string) => [uid, ...ancestorUids(uid)].forEach((each) => full.add(each));
  for (const { key } of unmanaged) if (isUid(key)) fill(key);
  for (const { group: at, kind, count, objects } of contents) {
    for (const { uid } of objects) if (before.get(objectId(getDeclaration(kind), uid))?.isManaged !== true) fill(uid);
    // Objects that the API has not shown are somewhere in the group.
    if (count > objects.length) fill(at);
  }
  const referred = groupByReference(unmanaged);
  const isGroup = ({ declaration }: PlatformObject) => declaration === group;
  const used = [...gone].filter(([, object]) => !isGroup(object) && referred.has(object.key));
  // A group stays with the contents that an object outside of it uses.
  for (const key of referred.keys()) if (isUid(key)) ancestorUids(key).forEach((each) => full.add(each));
  return new Map([...used, ...[...gone].filter(([, object]) => isGroup(object) && full.has(object.key))]);
}

/** Returns true for an object that no plan manages, or that a plan forgets. */
export function isUnmanagedObject({ isManaged, instances }: PlatformObject): boolean {
  return !isManaged || instances.every(({ change }) => change?.fate?.old === 'forgotten');
}

/** Returns objects by the keys of the objects that they refer to, without their groups. */
export function groupByReference(objects: readonly PlatformObject[]): ReadonlyMap<string, readonly PlatformObject[]> {
  return groupEntries(
    objects.flatMap((object) => {
      const names = referenceAttributes(object.declaration).slice(1);
      const keys = names.map(({ name }) => object.instances[0].values[name]);
      return keys.filter((key) => typeof key === 'string').map((key) => [key, object] as const);
    }),
  );
}
