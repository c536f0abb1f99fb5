/** The list of the objects under one group, read page by page while that saves requests. */
import { isWithin, MAX_PAGE_SIZE, type Values } from '../../model/api';
import type { Client, Page } from '../../client';
import { getGroupUid } from '../../model/kinds';
import { type Declaration, identifierField } from '../../model/schema';
import type { RefreshBudget } from './refresh-budget';

export type PagedList = ReturnType<typeof openPagedList>;

/** Lists the objects under the group `scope`, or all that the token may see, and calls `found` with each of them. */
export function openPagedList(
  client: Client,
  declaration: Declaration,
  scope: string | undefined,
  budget: RefreshBudget,
  found: (uid: string, object: Values) => void,
) {
  const pages = client.pages(declaration, { descendantsOf: scope });
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
      // No await between these, so that other reads see both counters updated, or neither.
      if (pagesRead > 0) budget.readFurtherPage();
      pagesRead++;
      take(page);
      if (page.nextPageToken === undefined) {
        // After the last page, the client may read the list again to check that nothing is missing.
        for await (const missed of pages) take(missed);
        pagesLeft = 0;
      } else {
        // Without a count (contract L4), assume twice the pages read so far, so that the reading doubles each time it pays.
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
    covers(uid: string): boolean {
      const group = getGroupUid(declaration, uid);
      return group !== undefined && (scope === undefined || isWithin(group, scope));
    },
    /** Returns true if the first page was read. Only then is the length of the list known. */
    hasBegun: () => pagesRead > 0,
    /** Returns the number of remaining pages; 0 at the end. */
    pagesLeft: () => pagesLeft,
    isComplete: () => pagesLeft === 0,
    /** Reads one page. Concurrent calls share it. */
    readPage: () => (reading ??= next()),
  };
}
