/**
 * Stores objects that this run wrote, or read while they were young. A list of the service may lag behind (contract F5): it
 * lacks them, shows former values, or still shows deleted objects. Their latest known form corrects the list.
 */
import type { Values } from '../../api';
import type { Declaration } from '../../schema';
import { uidOf } from '../convert/to-state';

export interface RecentObjects {
  /** Records the form of a young object in the response to a read. */
  saw(declaration: Declaration, object: Values): void;
  /** Records the form of an object in the response to a write. */
  wrote(declaration: Declaration, object: Values): void;
  deleted(declaration: Declaration, uid: string): void;
  isDeleted(declaration: Declaration, uid: string): boolean;
  /** Returns the corrected objects of a list for which `belongs` is true. Objects that the list lacks come last. */
  corrected(declaration: Declaration, listed: readonly Values[], belongs: (object: Values) => boolean): Values[];
}

interface Known {
  readonly at: number;
  /** Absent: deleted. */
  readonly object?: Values;
  /** True if this run wrote it, so that a different list is older. */
  readonly isOurs: boolean;
}

/** `forMs`: the time for which lists may lag behind; 0 corrects nothing. */
export function createRecentObjects(clock: () => number, forMs: number): RecentObjects {
  // By kind and uid: an account association is identified by the uid of its group (contract U4).
  const kinds = new Map<string, Map<string, Known>>();

  function ofKind({ kind }: Declaration): Map<string, Known> {
    const known = kinds.get(kind) ?? new Map<string, Known>();
    kinds.set(kind, known);
    return known;
  }

  function recent(declaration: Declaration, uid: string): Known | undefined {
    const known = ofKind(declaration).get(uid);
    return known !== undefined && clock() < known.at + forMs ? known : undefined;
  }

  function set(declaration: Declaration, uid: string, known: Omit<Known, 'at'>): void {
    ofKind(declaration).set(uid, { at: clock(), ...known });
  }

  return {
    saw(declaration, object) {
      const uid = uidOf(declaration, object);
      if (forMs > 0 && recent(declaration, uid)?.isOurs !== true) set(declaration, uid, { object, isOurs: false });
    },
    wrote(declaration, object) {
      if (forMs > 0) set(declaration, uidOf(declaration, object), { object, isOurs: true });
    },
    deleted(declaration, uid) {
      if (forMs > 0) set(declaration, uid, { isOurs: true });
    },
    isDeleted(declaration, uid) {
      const known = recent(declaration, uid);
      return known !== undefined && known.object === undefined;
    },
    corrected(declaration, listed, belongs) {
      const uids = new Set(listed.map((object) => uidOf(declaration, object)));
      const unlisted = [...ofKind(declaration).keys()].filter((uid) => !uids.has(uid));
      const latest = listed.map((object): Values | undefined => {
        const known = recent(declaration, uidOf(declaration, object));
        return known?.isOurs === true ? known.object : object;
      });
      const added = unlisted.map((uid) => recent(declaration, uid)?.object);
      return [...latest, ...added].filter((object) => object !== undefined && belongs(object)) as Values[];
    },
  };
}
