/**
 * Stores objects that this run wrote, or read while they were young. A list of the service may lag behind (contract F5): it
 * lacks them, shows former values, or still shows deleted objects. Their latest known form corrects the list.
 */
import type { Values } from '../../model/api';
import type { Declaration } from '../../model/schema';
import { toObjectId, type ObjectId, getObjectUid } from '../convert/to-state';

/** A register of the journal of the run. */
export type RecentObjects = ReturnType<typeof createRecentObjects>;

interface Known {
  readonly at: number;
  /** Absent: deleted. */
  readonly object?: Values;
  /** True if this run wrote it, so that a different list is older. */
  readonly isOurs: boolean;
}

/** `forMs`: the time for which lists may lag behind; 0 corrects nothing. */
export function createRecentObjects(clock: () => number, forMs: number, isYoung: (createTime: unknown) => boolean) {
  const objects = new Map<ObjectId, Known>();
  const uids = new Map<Declaration, Set<string>>();

  function recent(declaration: Declaration, uid: string): Known | undefined {
    const known = objects.get(toObjectId(declaration, uid));
    return known !== undefined && clock() < known.at + forMs ? known : undefined;
  }

  function set(declaration: Declaration, uid: string, known: Omit<Known, 'at'>): void {
    objects.set(toObjectId(declaration, uid), { at: clock(), ...known });
    uids.set(declaration, (uids.get(declaration) ?? new Set()).add(uid));
  }

  function wrote(declaration: Declaration, object: Values): void {
    set(declaration, getObjectUid(declaration, object), { object, isOurs: true });
  }

  return {
    created: wrote,
    adopted: wrote,
    updated: wrote,
    deleted: (declaration: Declaration, uid: string) => set(declaration, uid, { isOurs: true }),
    /** Records the form of an object in the response to a read, if it is young. */
    read(declaration: Declaration, object: Values): void {
      const uid = getObjectUid(declaration, object);
      const isOurs = recent(declaration, uid)?.isOurs === true;
      if (isYoung(object['createTime']) && !isOurs) set(declaration, uid, { object, isOurs: false });
    },
    isDeleted(declaration: Declaration, uid: string): boolean {
      const known = recent(declaration, uid);
      return known !== undefined && known.object === undefined;
    },
    /** Returns the corrected objects of a list for which `belongs` is true. Objects that the list lacks come last. */
    corrected(declaration: Declaration, listed: readonly Values[], belongs: (object: Values) => boolean): Values[] {
      const listedUids = new Set(listed.map((object) => getObjectUid(declaration, object)));
      const unlisted = [...(uids.get(declaration) ?? [])].filter((uid) => !listedUids.has(uid));
      const latest = listed.map((object): Values | undefined => {
        const known = recent(declaration, getObjectUid(declaration, object));
        return known?.isOurs === true ? known.object : object;
      });
      const added = unlisted.map((uid) => recent(declaration, uid)?.object);
      return [...latest, ...added].filter((object) => object !== undefined && belongs(object)) as Values[];
    },
  };
}
