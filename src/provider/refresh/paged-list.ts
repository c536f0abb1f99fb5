/** The list beneath one group, read page by page as far as it pays. */
import { isWithin, MAX_PAGE_SIZE, type Values } from '../../api';
import type { Client, Page } from '../../client';
import { type Declaration, identifierField, parentUidOf } from '../../schema';
import type { RefreshBudget } from './refresh-budget';

export interface PagedList {
  /** Whether the list would show the object. */
  covers(uid: string): boolean;
  /** Whether the first page is there; only then is the length of the list known. */
  hasBegun(): boolean;
  /** Pages not read yet; 0 at the end. */
  pagesLeft(): number;
  /** Reads one page; all that ask at the same time get the same one. */
  readPage(): Promise<void>;
}

/** Lists what lies beneath the group `scope`; calls `found` with every object. */
export function openPagedList(
  client: Client,
  declaration: Declaration,
  scope: string,
  budget: RefreshBudget,
  found: (uid: string, object: Values) => void,
): PagedList {
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
      // No await between these: whoever asks sees the page counted, and the pages left, or neither.
      if (pagesRead > 0) budget.readFurtherPage();
      pagesRead++;
      take(page);
      if (page.nextPageToken === undefined) {
        // What comes after the last page is the check that nothing is missing: a second reading, or the end.
        for await (const missed of pages) take(missed);
        pagesLeft = 0;
      } else {
        // Without a count (contract L4), as many pages again as were read: so the reading doubles each time it pays.
        const total = page.totalCount === undefined ? 2 * pagesRead : Math.ceil(page.totalCount / MAX_PAGE_SIZE);
        pagesLeft = Math.max(total - pagesRead, 1);
      }
    } finally {
      reading = undefined;
    }
  }

  function take({ items }: Page<unknown>): void {
    for (const object of items as readonly Values[]) found(String(object[identifier]), object);
  }

  return {
    covers(uid) {
      const parent = parentUidOf(declaration, uid);
      return parent !== undefined && isWithin(parent, scope);
    },
    hasBegun: () => pagesRead > 0,
    pagesLeft: () => pagesLeft,
    readPage: () => (reading ??= next()),
  };
}
