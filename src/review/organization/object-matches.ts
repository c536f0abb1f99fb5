/** Matches objects before and after the change: by uid, otherwise by path (recreated), otherwise by address (recreated in another group). */
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
export function matchObjects(before: Side, after: Side, transitions: readonly Transition[]): ObjectMatch[] {
  const matches: ObjectMatch[] = [];
  const gone: PlatformObject[] = [];
  const pathBefore = ({ instances: [first] }: PlatformObject) => before.toPath(first);
  const pathAfter = ({ instances: [first] }: PlatformObject) => after.toPath(first);
  const add = (was: PlatformObject | undefined, is: PlatformObject | undefined, status: MatchStatus) => {
    const declaration = (is ?? was)?.declaration;
    if (declaration !== undefined)
      matches.push({
        declaration,
        status,
        before: was,
        after: is,
        pathBefore: was && pathBefore(was),
        pathAfter: is && pathAfter(is),
      });
  };
  const isRelevant = (object: PlatformObject) =>
    object.isManaged || object.instances.some(({ isForgotten }) => isForgotten);
  for (const [id, was] of before.objects) {
    const is = after.objects.get(id);
    if (is === undefined) {
      if (was.isManaged) gone.push(was);
    } else if (isRelevant(was) || isRelevant(is)) add(was, is, was.isManaged && !is.isManaged ? 'forgotten' : 'kept');
  }
  const byPath = new Map<string, PlatformObject[]>();
  for (const was of gone) {
    const key = `${was.declaration.kind} ${pathBefore(was)}`;
    byPath.set(key, [...(byPath.get(key) ?? []), was]);
  }
  const replaced = replacedBy(transitions);
  const taken = new Set<PlatformObject>();
  const made = [...after.objects].filter(([id, is]) => is.isManaged && !before.objects.has(id)).map(([, is]) => is);
  const remaining: PlatformObject[] = [];
  for (const is of made) {
    const was = byPath.get(`${is.declaration.kind} ${pathAfter(is)}`)?.shift();
    if (was === undefined) remaining.push(is);
    else {
      taken.add(was);
      add(was, is, 'recreated');
    }
  }
  for (const is of remaining) {
    const id = replaced.get(objectId(is.declaration, is.key));
    const was = id === undefined ? undefined : before.objects.get(id);
    if (was === undefined || taken.has(was) || after.objects.has(id ?? '')) add(undefined, is, 'added');
    else {
      taken.add(was);
      add(was, is, 'replaced');
    }
  }
  for (const was of gone) if (!taken.has(was)) add(was, undefined, 'removed');
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
