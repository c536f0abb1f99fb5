/** Reads the natural keys of one kind under a group from a list, while objects of the kind are being created. */
import { MAX_PAGE_SIZE } from '../../model/api';
import type { Client, MalformedObject } from '../../client';
import { type Declaration, findParentUid } from '../../model/schema';
import { getObjectUid } from '../convert/to-state';
import { inclusions, getNaturalKey, mayHaveKey, type ObjectKey } from '../../client/internal';
import { keyText } from './key-text';

export type KeyList = Exclude<Awaited<ReturnType<typeof readKeyList>>, number>;

interface KeyListOptions {
  readonly scope: string;
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** Returns the maximum number of pages that are worth their requests. Called after each page. */
  readonly maxPages: () => number;
  /** Called with the uid of each listed object. */
  readonly saw: (uid: string) => void;
  /** Returns the number of objects that may have been created during the reading and are not among `uids`. */
  readonly createdMeanwhile: (begunAt: number, uids: ReadonlySet<string>) => number;
}

/** The maximum time to read a list: creates wait for it, and the list is that old at its end. Milliseconds. */
const MAX_READING_MS = 5_000;

/** Returns the list, or only its number of pages if reading all of them is not worth it. Throws if the list cannot be read. */
export async function readKeyList(
  client: Client,
  declaration: Declaration,
  { scope, clock, signal, maxPages, saw, createdMeanwhile }: KeyListOptions,
) {
  const begunAt = clock();
  const query = { descendantsOf: scope, pageSize: MAX_PAGE_SIZE, ...inclusions(declaration) };
  const uids = new Set<string>();
  const byKey = new Map<string, string[]>();
  const doubtful: MalformedObject[] = [];
  let pages = 0;
  for await (const { items, malformed, totalCount = 0, nextPageToken } of client.pages(declaration, query, {
    signal,
  })) {
    pages++;
    for (const object of items) {
      const uid = getObjectUid(declaration, object);
      const text = keyText(declaration, getNaturalKey(declaration, findParentUid(declaration, uid), object));
      uids.add(uid);
      saw(uid);
      byKey.set(text, [...(byKey.get(text) ?? []), uid]);
    }
    doubtful.push(...malformed);
    if (clock() - begunAt > MAX_READING_MS) throw new Error('The list takes too long.');
    if (nextPageToken !== undefined) {
      const all = Math.max(pages + 1, Math.ceil(totalCount / MAX_PAGE_SIZE));
      if (all > maxPages()) return all;
    } else if (totalCount <= uids.size + doubtful.length + createdMeanwhile(begunAt, uids)) {
      // Objects created between two pages are counted, but may be missing. If more are missing, the list is read again.
      break;
    }
  }

  const withKey = (key: ObjectKey): readonly string[] => byKey.get(keyText(declaration, key)) ?? [];
  return {
    scope,
    /** The time when its first page was requested: later objects may be missing. */
    begunAt,
    pages,
    withKey,
    /** Returns true if an object has the key, or a malformed object may have it. */
    mayHold: (key: ObjectKey) =>
      withKey(key).length > 0 || doubtful.some((object) => mayHaveKey(declaration, object, key)),
    forget(key: ObjectKey, uid: string): void {
      const others = withKey(key).filter((other) => other !== uid);
      byKey.set(keyText(declaration, key), others);
    },
  };
}
