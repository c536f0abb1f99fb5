/** Matches objects before and after the change: by uid, otherwise by path (recreated), otherwise by address (recreated in another group). */
import { groupBy } from '../../access/graph/paths';
import { compareNames } from '../../base/text/compare-names';
import type { Declaration } from '../../model/schema';
import type { Transition } from './plan-instances';
import { objectId, type Instance, type Objects, type PlatformObject } from './objects/objects';

/** The kind of change of an object. */
export type MatchStatus =
  /** The object stays; its fields can change. */
  | 'kept'
  | 'added'
  | 'removed'
  /** Deleted and recreated with its path and a new uid. */
  | 'recreated'
  /** Deleted and replaced by another object. */
  | 'replaced'
  /** The object stays and is no longer managed. */
  | 'forgotten';

export interface ObjectMatch {
  readonly declaration: Declaration;
  readonly status: MatchStatus;
  readonly before: PlatformObject | undefined;
  readonly after: PlatformObject | undefined;
  readonly pathBefore: string | undefined;
  readonly pathAfter: string | undefined;
}

interface Side {
  readonly objects: Objects;
  readonly toPath: (instance: Instance) => string;
}

/** Matches the objects that a plan manages before or after the change, sorted by path. */
export function matchObjects(sideBefore: Side, sideAfter: Side, transitions: readonly Transition[]): ObjectMatch[] {
  const matches: ObjectMatch[] = [];
  const gone: PlatformObject[] = [];
  const pathBefore = ({ instances: [first] }: PlatformObject) => sideBefore.toPath(first);
  const pathAfter = ({ instances: [first] }: PlatformObject) => sideAfter.toPath(first);
  const add = (
    objectBefore: PlatformObject | undefined,
    objectAfter: PlatformObject | undefined,
    status: MatchStatus,
  ) => {
    const declaration = (objectAfter ?? objectBefore)?.declaration;
    if (declaration !== undefined)
      matches.push({
        declaration,
        status,
        before: objectBefore,
        after: objectAfter,
        pathBefore: objectBefore && pathBefore(objectBefore),
        pathAfter: objectAfter && pathAfter(objectAfter),
      });
  };
  const isRelevant = (object: PlatformObject) =>
    object.isManaged || object.instances.some(({ isForgotten }) => isForgotten);
  for (const [id, objectBefore] of sideBefore.objects) {
    const objectAfter = sideAfter.objects.get(id);
    if (objectAfter === undefined) {
      if (objectBefore.isManaged) gone.push(objectBefore);
    } else if (isRelevant(objectBefore) || isRelevant(objectAfter))
      add(objectBefore, objectAfter, objectBefore.isManaged && !objectAfter.isManaged ? 'forgotten' : 'kept');
  }
  const byPath = groupBy(gone, (objectBefore) => `${objectBefore.declaration.kind} ${pathBefore(objectBefore)}`);
  const replaced = replacedBy(transitions);
  const taken = new Set<PlatformObject>();
  const made = [...sideAfter.objects]
    .filter(([id, { isManaged }]) => isManaged && !sideBefore.objects.has(id))
    .map(([, object]) => object);
  const remaining: PlatformObject[] = [];
  for (const objectAfter of made) {
    const objectBefore = byPath.get(`${objectAfter.declaration.kind} ${pathAfter(objectAfter)}`)?.shift();
    if (objectBefore === undefined) remaining.push(objectAfter);
    else {
      taken.add(objectBefore);
      add(objectBefore, objectAfter, 'recreated');
    }
  }
  for (const objectAfter of remaining) {
    const id = replaced.get(objectId(objectAfter.declaration, objectAfter.key));
    const objectBefore = id === undefined ? undefined : sideBefore.objects.get(id);
    if (objectBefore === undefined || taken.has(objectBefore) || sideAfter.objects.has(id ?? ''))
      add(undefined, objectAfter, 'added');
    else {
      taken.add(objectBefore);
      add(objectBefore, objectAfter, 'replaced');
    }
  }
  for (const objectBefore of gone) if (!taken.has(objectBefore)) add(objectBefore, undefined, 'removed');
  return matches.sort((a, b) => compareNames(sortPath(a), sortPath(b)));
}

/** Returns the replaced object of each replacement. */
function replacedBy(transitions: readonly Transition[]): ReadonlyMap<string, string> {
  return new Map(
    transitions.flatMap(({ before, after }) =>
      before === undefined || after === undefined || before.key === after.key
        ? []
        : [[objectId(after.declaration, after.key), objectId(before.declaration, before.key)] as const],
    ),
  );
}

function sortPath({ pathAfter, pathBefore }: ObjectMatch): string {
  return pathAfter ?? pathBefore ?? '';
}
