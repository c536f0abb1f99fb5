/** The natural keys of one kind beneath a group, read from one list while objects of the kind are being created. */
import { MAX_PAGE_SIZE } from '../../api';
import type { Client, MalformedObject } from '../../client';
import { type Declaration, parentUidOf } from '../../schema';
import { uidOf } from '../convert/to-state';
import { inclusions } from './find-existing';
import { type Key, keyOf, keyText, mayHaveKey } from './natural-key';

export interface KeyList {
  /** The group beneath which it was listed. */
  readonly scope: string;
  /** When its first page was asked for: what was made later may be missing. */
  readonly begunAt: number;
  readonly pages: number;
  /** The uids of the objects with the key. */
  withKey(key: Key): readonly string[];
  /** Whether an object has the key, or one that can only be read in part may have it. */
  mayHold(key: Key): boolean;
  /** The object is gone. */
  forget(key: Key, uid: string): void;
}

interface KeyListOptions {
  readonly scope: string;
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** The most pages that are worth their requests; asked after each page. */
  readonly maxPages: () => number;
  /** How many objects the service may count that were made while the list was read, and are not among `uids`. */
  readonly madeMeanwhile: (begunAt: number, uids: ReadonlySet<string>) => number;
}

/** The longest that a list may take: creates wait for it, and it is that old when it is there. Milliseconds. */
const MAX_READING_MS = 5_000;

/** A number stands for a list that is not worth reading to its end: how many pages it has. Throws if it cannot be had. */
export async function readKeyList(
  client: Client,
  declaration: Declaration,
  { scope, clock, signal, maxPages, madeMeanwhile }: KeyListOptions,
): Promise<KeyList | number> {
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
      const uid = uidOf(declaration, object);
      const text = keyText(declaration, keyOf(declaration, parentUidOf(declaration, uid), object));
      uids.add(uid);
      byKey.set(text, [...(byKey.get(text) ?? []), uid]);
    }
    doubtful.push(...malformed);
    if (clock() - begunAt > MAX_READING_MS) throw new Error('The list takes too long.');
    if (nextPageToken !== undefined) {
      const all = Math.max(pages + 1, Math.ceil(totalCount / MAX_PAGE_SIZE));
      if (all > maxPages()) return all;
    } else if (totalCount <= uids.size + doubtful.length + madeMeanwhile(begunAt, uids)) {
      // What is created between two pages is counted, and shown or not. A list that lacks more than that is read once more.
      break;
    }
  }

  const withKey = (key: Key): readonly string[] => byKey.get(keyText(declaration, key)) ?? [];
  return {
    scope,
    begunAt,
    pages,
    withKey,
    mayHold: (key) => withKey(key).length > 0 || doubtful.some((object) => mayHaveKey(declaration, object, key)),
    forget(key, uid) {
      const others = withKey(key).filter((one) => one !== uid);
      byKey.set(keyText(declaration, key), others);
    },
  };
}
