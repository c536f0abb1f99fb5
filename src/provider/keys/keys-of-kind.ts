/**
 * Tracks the natural keys of one kind under one root: those in the last list, and those that this run has used since. Each new
 * list is compared with the objects created since the previous one.
 */
import { isWithin, type Values } from '../../model/api';
import type { Client } from '../../client';
import type { Log } from '../../plugin';
import { type Declaration, findParentUid } from '../../model/schema';
import { getObjectUid } from '../convert/to-state';
import { duplicatedByOthers } from '../messages/duplicate-texts';
import type { Propagation } from '../refresh/propagation';
import type { Visibility } from '../refresh/visibility';
import type { Existence, ManagedUids } from './existence';
import { isDistinct, keyText } from './key-text';
import { getNaturalKey, type ObjectKey, shareWork } from '../../client/internal';
import { type KeyList, readKeyList } from './key-list';

export type KeysOfKind = ReturnType<typeof createKeysOfKind>;

export interface KeysOptions {
  readonly log?: Log;
  readonly clock: () => number;
  readonly lists: boolean;
  /** True if two objects with the same key are an error. */
  readonly unique: boolean;
  readonly existence: Pick<Existence, 'findAll' | 'unexpired'>;
  readonly managed: ManagedUids;
  readonly propagation: Propagation;
  readonly visibility: Pick<Visibility, 'saw'>;
}

/** The time for which a list is valid. Milliseconds. */
export const MAX_AGE_MS = 10_000;
/** The pause after a list that failed or took too long. Milliseconds. */
const PAUSE_MS = 60_000;

/** An object to which this run has given a key. */
interface Use {
  readonly parent: string;
  readonly at: number;
  /** Undefined while only the request is known. */
  readonly uid: string | undefined;
}

interface Created {
  readonly at: number;
  readonly key: ObjectKey;
  readonly uid: string;
  readonly subject: string;
}

/** A list that is being read, shared by all who wait for it. */
interface Reading {
  readonly scope: string;
  /** Returns the list, if it could be read and was worth its requests. */
  wait(signal: AbortSignal): Promise<KeyList | undefined>;
}

export function createKeysOfKind(client: Client, declaration: Declaration, options: KeysOptions) {
  const { clock, unique, existence, managed, propagation } = options;
  const uses = new Map<string, Use>();
  /** Objects that were not compared with a list yet. */
  let unchecked: Created[] = [];
  /** Objects whose key another object also has, according to a list. */
  const suspects: Created[] = [];
  let list: KeyList | undefined;
  let reading: Reading | undefined;
  /** The known numbers of pages, by scope. */
  const pages = new Map<string, number>();
  let pausedUntil = -Infinity;
  /** The number of creates that have asked since the last list. */
  let asked = 0;

  /** Returns the number of pages that a list is worth: the requests it would have saved, or the objects to compare with it. */
  const maxPages = (): number => Math.max(asked, unchecked.length);

  /** Records that a request is about to give the key to an object: to `uid`, or to a new one. */
  function use(key: ObjectKey, uid?: string): void {
    const text = keyText(declaration, key);
    if (key.parent !== undefined && (uid !== undefined || !uses.has(text)))
      uses.set(text, { parent: key.parent, at: clock(), uid });
  }

  /** Returns a recent list that covers the key, or `undefined` if a single lookup costs less. */
  async function listFor(parent: string, scope: string, signal: AbortSignal): Promise<KeyList | undefined> {
    const covering = list !== undefined && isWithin(parent, list.scope) ? list : undefined;
    if (covering !== undefined && clock() - covering.begunAt <= MAX_AGE_MS) return covering;
    if (reading === undefined) {
      const beneath = covering?.scope ?? scope;
      if (clock() < pausedUntil || (pages.get(beneath) ?? 1) > maxPages()) return undefined;
      reading = begin(beneath);
    }
    return isWithin(parent, reading.scope) ? reading.wait(signal) : undefined;
  }

  function begin(scope: string): Reading {
    const before = unchecked.length;

    async function read(signal: AbortSignal): Promise<KeyList | undefined> {
      const listOptions = {
        scope,
        clock,
        signal,
        maxPages,
        saw: (uid: string) => options.visibility.saw(declaration, uid),
        createdMeanwhile: (begunAt: number, uids: ReadonlySet<string>) => unlisted(scope, begunAt, uids),
      };
      try {
        const found = await propagation.retryWhilePropagating({ uid: scope }, { signal }, () =>
          readKeyList(client, declaration, listOptions),
        );
        pages.set(scope, typeof found === 'number' ? found : found.pages);
        return typeof found === 'number' ? undefined : accept(found, before);
      } catch {
        // If the error lasts, single lookups report it.
        pausedUntil = clock() + PAUSE_MS;
        return undefined;
      } finally {
        reading = undefined;
      }
    }

    return { scope, wait: shareWork(read) };
  }

  /** `before`: the number of objects created when the list began. Later ones are compared with the next list, too. */
  function accept(found: KeyList, before: number): KeyList {
    list = found;
    asked = 0;
    unchecked = unchecked.filter((created, index) => {
      if (!isWithin(created.key.parent ?? '', found.scope)) return true;
      const uids = found.withKey(created.key);
      const isSuspect = uids.some((uid) => uid !== created.uid);
      if (isSuspect) suspects.push(created);
      // A list that lacks it lags behind, and may also lack another one with the key.
      const isEarly = index >= before || (!uids.includes(created.uid) && clock() < created.at + propagation.timeoutMs);
      return !isSuspect && isEarly;
    });
    return found;
  }

  /** Returns the number of objects that this run has created since, or may have created, and that are not among `uids`. */
  function unlisted(scope: string, since: number, uids: ReadonlySet<string>): number {
    const all = [...uses.values()].filter(({ parent }) => isWithin(parent, scope));
    return all.filter(({ at, uid }) => uid === undefined || (at >= since && !uids.has(uid))).length;
  }

  /** Throws if others have created a duplicate of an object of this run, and both exist now. */
  async function reportSuspects(signal: AbortSignal): Promise<void> {
    for (let created = suspects.shift(); created !== undefined; created = suspects.shift()) {
      const { key } = created;
      const all = await existence.findAll(declaration, key, signal).catch((error: unknown) => {
        suspects.unshift(created);
        throw error;
      });
      const found = existence.unexpired(declaration, all);
      const others = found
        .map((object) => getObjectUid(declaration, object))
        .filter((uid) => !managed.has(declaration, uid));
      if (others.length > 0 && others.length < found.length) throw duplicatedByOthers(declaration, created, others);
    }
  }

  return {
    /** Returns true if this run has given the key to an object, or may have. */
    areUsed: (key: ObjectKey) => uses.has(keyText(declaration, key)),
    /** Returns true if a list under `scope`, or a smaller one that covers the key, shows that no object has the key. */
    async areFree(key: ObjectKey, scope: string, signal: AbortSignal): Promise<boolean> {
      if (!options.lists || key.parent === undefined) return false;
      asked++;
      const found = await listFor(key.parent, scope, signal);
      await reportSuspects(signal);
      return found !== undefined && !found.mayHold(key) && !uses.has(keyText(declaration, key));
    },
    use,
    created(object: Values, subject: string): void {
      const uid = getObjectUid(declaration, object);
      // The service may have normalized the sent values (contract V10), and lists show the normalized ones.
      const key = getNaturalKey(declaration, findParentUid(declaration, uid), object);
      use(key, uid);
      if (unique && isDistinct(declaration, key)) unchecked.push({ at: clock(), key, uid, subject });
    },
    deleted: (key: ObjectKey, uid: string) => list?.forget(key, uid),
  };
}
