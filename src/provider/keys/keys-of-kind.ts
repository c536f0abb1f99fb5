/**
 * The natural keys of one kind beneath one root: what the last list has shown, and what this run has used since. Each new
 * list is held against what was created since the one before it.
 */
import { isWithin, type Values } from '../../api';
import type { Client } from '../../client';
import { unlessAborted } from '../../client/transport/abort';
import { type Declaration, offers, parentUidOf } from '../../schema';
import { uidOf } from '../convert/to-state';
import { hasExpired } from '../convert/expiry';
import { madeByOthersToo } from '../messages/duplicates';
import type { Propagation } from '../run/propagation';
import type { RecentObjects } from '../run/recent-objects';
import { findExisting } from './find-existing';
import { isDistinct, type Key, keyOf, keyText } from './natural-key';
import { type KeyList, readKeyList } from './key-list';

export interface KeysOfKind {
  /** Whether this run has given the key to an object, or may have. */
  areUsed(key: Key): boolean;
  /** Whether a list beneath `scope`, or a smaller one that would show it, shows that nothing has the key. */
  areFree(key: Key, scope: string, signal: AbortSignal): Promise<boolean>;
  /** A request is about to be sent that gives an object the key: `uid`, or one that is to be created. */
  use(key: Key, uid?: string): void;
  created(object: Values, subject: string): void;
  deleted(key: Key, uid: string): void;
}

export interface KeysOptions {
  readonly clock: () => number;
  /** Whether lists may be read at all. */
  readonly lists: boolean;
  /** Whether two objects with the same key are an error. */
  readonly unique: boolean;
  readonly isManaged: (declaration: Declaration, uid: string) => boolean;
  readonly propagation: Propagation;
  readonly recent: RecentObjects;
}

/** For how long a list counts. Milliseconds. */
export const MAX_AGE_MS = 10_000;
/** For how long no list is read after one that failed or took too long. Milliseconds. */
const PAUSE_MS = 60_000;

/** What this run has given a key to. */
interface Use {
  readonly parent: string;
  readonly at: number;
  /** Undefined while no more is known than that a request is sent. */
  readonly uid: string | undefined;
}

interface Created {
  readonly at: number;
  readonly key: Key;
  readonly uid: string;
  readonly subject: string;
}

/** A list that is being read, for everybody who waits for it. */
interface Reading {
  readonly scope: string;
  /** The list, if it could be read and was worth it. */
  wait(signal: AbortSignal): Promise<KeyList | undefined>;
}

export function createKeysOfKind(client: Client, declaration: Declaration, options: KeysOptions): KeysOfKind {
  const { clock, unique, isManaged, propagation, recent } = options;
  const isListable = options.lists && offers(declaration, 'list');
  const uses = new Map<string, Use>();
  /** No list was held against these yet. */
  let unchecked: Created[] = [];
  /** A list has shown another object with the key of each. */
  const suspects: Created[] = [];
  let list: KeyList | undefined;
  let reading: Reading | undefined;
  /** By scope, as far as that is known. */
  const pages = new Map<string, number>();
  let pausedUntil = -Infinity;
  /** How many creates have asked since the last list. */
  let asked = 0;

  /** How many pages a list is worth: as many as it would have saved requests, or has objects to be held against. */
  const maxPages = (): number => Math.max(asked, unchecked.length);

  function use(key: Key, uid?: string): void {
    const text = keyText(declaration, key);
    if (key.parent !== undefined && (uid !== undefined || !uses.has(text)))
      uses.set(text, { parent: key.parent, at: clock(), uid });
  }

  /** A list that would show the key and is not too old; `undefined` where a look for one object costs less. */
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
    const stop = new AbortController();
    const { signal } = stop;
    const before = unchecked.length;
    let waiting = 0;

    async function read(): Promise<KeyList | undefined> {
      const listOptions = {
        scope,
        clock,
        signal,
        maxPages,
        madeMeanwhile: (begunAt: number, uids: ReadonlySet<string>) => unlisted(scope, begunAt, uids),
      };
      try {
        const found = await propagation.retryWhilePropagating({ uid: scope }, { signal }, () =>
          readKeyList(client, declaration, listOptions),
        );
        pages.set(scope, typeof found === 'number' ? found : found.pages);
        return typeof found === 'number' ? undefined : accept(found, before);
      } catch {
        // Whoever then looks for one object meets the same error, if it lasts.
        pausedUntil = clock() + PAUSE_MS;
        return undefined;
      } finally {
        reading = undefined;
      }
    }

    const done = read();
    return {
      scope,
      async wait(caller) {
        waiting++;
        try {
          return await unlessAborted(done, caller);
        } finally {
          // Nobody is left to read it for.
          if (--waiting === 0) stop.abort();
        }
      },
    };
  }

  /** `before`: how many objects had been created when the list was begun. Later ones are held against the next as well. */
  function accept(found: KeyList, before: number): KeyList {
    list = found;
    asked = 0;
    unchecked = unchecked.filter((created, index) => {
      if (!isWithin(created.key.parent ?? '', found.scope)) return true;
      const uids = found.withKey(created.key);
      const isSuspect = uids.some((uid) => uid !== created.uid);
      if (isSuspect) suspects.push(created);
      // A list that lacks it lags behind, and may lack another one with the key as well.
      const isEarly = index >= before || (!uids.includes(created.uid) && clock() < created.at + propagation.timeoutMs);
      return !isSuspect && isEarly;
    });
    return found;
  }

  /** How many objects this run has made since, or may have made, that are not among `uids`. */
  function unlisted(scope: string, since: number, uids: ReadonlySet<string>): number {
    const all = [...uses.values()].filter(({ parent }) => isWithin(parent, scope));
    return all.filter(({ at, uid }) => uid === undefined || (at >= since && !uids.has(uid))).length;
  }

  /** Throws where others have made a second one of what this run has created, and both exist now. */
  async function reportSuspects(signal: AbortSignal): Promise<void> {
    for (let created = suspects.shift(); created !== undefined; created = suspects.shift()) {
      const { key } = created;
      const all = await findExisting(client, declaration, key, { signal, recent }).catch((error: unknown) => {
        suspects.unshift(created);
        throw error;
      });
      const { ends } = declaration;
      const found = ends === undefined ? all : all.filter((object) => !hasExpired(ends, object, clock()));
      const others = found.map((object) => uidOf(declaration, object)).filter((uid) => !isManaged(declaration, uid));
      if (others.length > 0 && others.length < found.length) throw madeByOthersToo(declaration, created, others);
    }
  }

  return {
    areUsed: (key) => uses.has(keyText(declaration, key)),
    async areFree(key, scope, signal) {
      if (!isListable || key.parent === undefined) return false;
      asked++;
      const found = await listFor(key.parent, scope, signal);
      await reportSuspects(signal);
      return found !== undefined && !found.mayHold(key) && !uses.has(keyText(declaration, key));
    },
    use,
    created(object, subject) {
      const uid = uidOf(declaration, object);
      // As the list shows it, which may be in another spelling than it was sent in (contract V10).
      const key = keyOf(declaration, parentUidOf(declaration, uid), object);
      use(key, uid);
      if (isListable && unique && isDistinct(declaration, key)) unchecked.push({ at: clock(), key, uid, subject });
    },
    deleted: (key, uid) => list?.forget(key, uid),
  };
}
