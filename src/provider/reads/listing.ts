/** A list that is read no further than it pays, shared by all reads of a walk. Source: DESIGN §5, Refresh. */
import { isWithin, MAX_PAGE_SIZE } from '../../api';
import { ApiError, type Client } from '../../client';
import { holderUid, identifierField, type Declaration } from '../../schema';
import type { ApiObject } from '../configured';

export interface Listing {
  /** Whether the list would show the object. */
  covers(uid: string): boolean;
  /** Pages not read yet; 0 at the end. A guess before the first page, and where the service does not count. */
  pagesLeft(): number;
  /** Reads one page; however many ask at once, it is one page. */
  readPage(): Promise<void>;
}

/** Lists what lies beneath the group `scope`; `found` is told of every object. */
export function openListing(
  client: Client,
  declaration: Declaration,
  scope: string,
  found: (uid: string, object: ApiObject) => void,
): Listing {
  const pages = client.pages(declaration, { descendantsOf: scope, pageSize: MAX_PAGE_SIZE });
  const identifier = identifierField(declaration);
  let pagesRead = 0;
  let pagesLeft = 1;
  let reading: Promise<void> | undefined;

  async function next(): Promise<void> {
    try {
      const { value: page, done } = await pages.next();
      if (done === true) {
        pagesLeft = 0;
        return;
      }
      pagesRead++;
      for (const object of page.items as readonly ApiObject[]) found(String(object[identifier]), object);
      const total = page.totalCount;
      const more = page.nextPageToken !== undefined;
      // Where nobody counts, as many again: the reading doubles with what it has brought so far.
      if (total === undefined) pagesLeft = more ? pagesRead : 0;
      else pagesLeft = Math.max(Math.ceil(total / MAX_PAGE_SIZE) - pagesRead, more ? 1 : 0);
      // Past the last page lies only the check that nothing is missing: a second reading, or the end.
      if (!more) await finish();
    } finally {
      reading = undefined;
    }
  }

  async function finish(): Promise<void> {
    for await (const page of pages) {
      for (const object of page.items as readonly ApiObject[]) found(String(object[identifier]), object);
    }
    pagesLeft = 0;
  }

  return {
    covers(uid) {
      const holder = holderUid(declaration, uid);
      return holder !== undefined && isWithin(holder, scope);
    },
    pagesLeft: () => pagesLeft,
    readPage: () => (reading ??= next()),
  };
}

/** Whether there is no list to be had, rather than none just now: then single reads must do. */
export function isUnlistable(error: unknown): boolean {
  return error instanceof ApiError && ['PERMISSION_DENIED', 'NOT_FOUND', 'UNIMPLEMENTED'].includes(error.code);
}
