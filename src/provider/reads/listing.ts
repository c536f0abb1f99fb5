/** A list that is read no further than it pays, shared by all reads of a walk. Source: DESIGN §5, Refresh. */
import { isWithin, MAX_PAGE_SIZE } from '../../api';
import { ApiError, type Client, type Page } from '../../client';
import { holderUid, identifierField, type Declaration } from '../../schema';
import type { ApiObject } from '../configured';
import type { Walk } from './walk';

export interface Listing {
  /** Whether the list would show the object. */
  covers(uid: string): boolean;
  /** Whether the first page is there: before it nobody knows how long the list is. */
  begun(): boolean;
  /** Pages not read yet; 0 at the end. */
  pagesLeft(): number;
  /** Reads one page; however many ask at once, it is one page. */
  readPage(): Promise<void>;
}

/** Lists what lies beneath the group `scope`; `found` is told of every object. */
export function openListing(
  client: Client,
  declaration: Declaration,
  scope: string,
  walk: Walk,
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
      // Together with what is left, so that whoever asks in between sees both or neither.
      if (pagesRead > 0) walk.readFurtherPage();
      pagesRead++;
      take(page);
      if (page.nextPageToken === undefined) {
        // Past the last page lies only the check that nothing is missing: a second reading, or the end.
        for await (const missed of pages) take(missed);
        pagesLeft = 0;
      } else {
        // Where nobody counts, as many again: the reading doubles with what it has brought so far.
        const total = page.totalCount === undefined ? 2 * pagesRead : Math.ceil(page.totalCount / MAX_PAGE_SIZE);
        pagesLeft = Math.max(total - pagesRead, 1);
      }
    } finally {
      reading = undefined;
    }
  }

  function take({ items }: Page<unknown>): void {
    for (const object of items as readonly ApiObject[]) found(String(object[identifier]), object);
  }

  return {
    covers(uid) {
      const holder = holderUid(declaration, uid);
      return holder !== undefined && isWithin(holder, scope);
    },
    begun: () => pagesRead > 0,
    pagesLeft: () => pagesLeft,
    readPage: () => (reading ??= next()),
  };
}

/** Whether there is no list to be had, rather than none just now: then single reads must do. */
export function isUnlistable(error: unknown): boolean {
  return error instanceof ApiError && ['PERMISSION_DENIED', 'NOT_FOUND', 'UNIMPLEMENTED'].includes(error.code);
}
