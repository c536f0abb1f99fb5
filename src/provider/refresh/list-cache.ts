/**
 * The objects of one kind beneath one root, as far as lists have shown them. Reads come one at a time, so whether a list
 * pays is decided as they come, by what has been spent already; a list is read no further than it pays.
 */
import { commonAncestor, isWithin, MAX_PAGE_SIZE } from '../../api';
import { ApiError, type Client, type Page } from '../../client';
import { unlessAborted } from '../../client/http';
import { type Declaration, parentUidOf, identifierField } from '../../schema';
import type { ApiObject } from '../session';
import type { RefreshBudget } from './reads';

export interface ListCache {
  /** The object out of a list; `undefined` when a single read is cheaper, or must decide. */
  find(uid: string, signal: AbortSignal): Promise<ApiObject | undefined>;
  /** What a list says, or said, of the object is not true any more. */
  forget(uid: string): void;
}

export function createListCache(client: Client, declaration: Declaration, walk: RefreshBudget): ListCache {
  const objects = new Map<string, ApiObject>();
  const changed = new Set<string>();
  let scope: string | undefined;
  let listing: PagedList | undefined;
  let unlistable = false;
  /** Single reads of objects that no list of ours covers. */
  let uncovered = 0;

  function open(beneath: string): PagedList {
    uncovered = 0;
    return openPagedList(client, declaration, beneath, walk, (uid, object) => {
      if (!changed.has(uid)) objects.set(uid, object);
    });
  }

  return {
    async find(uid, signal) {
      const holder = parentUidOf(declaration, uid);
      if (holder === undefined || changed.has(uid)) return undefined;
      walk.ask(holder);
      scope = scope === undefined ? holder : commonAncestor([scope, holder]);
      while (!unlistable) {
        const known = objects.get(uid);
        if (known !== undefined) return known;
        if (listing?.covers(uid) !== true) {
          const wait = walk.singleReadsFirst();
          const beneath = wait === 0 ? walk.scope() : scope;
          if (uncovered < wait || beneath === undefined) {
            uncovered++;
            break;
          }
          listing = open(beneath);
        }
        // Not in the list although it is read to its end: a single read must tell whether it is gone.
        if (listing.pagesLeft() === 0) return undefined;
        // What the rest of the list costs would by now have been saved by reading it at once.
        if (listing.begun() && listing.pagesLeft() > walk.credit()) break;
        try {
          // The page comes for the others too when one of those who wait for it is cancelled.
          await unlessAborted(listing.readPage(), signal);
        } catch (error) {
          signal.throwIfAborted();
          listing = undefined;
          uncovered = Infinity;
          if (!isUnlistable(error)) throw error;
          unlistable = true;
        }
      }
      walk.readSingly();
      return undefined;
    },
    forget(uid) {
      objects.delete(uid);
      changed.add(uid);
    },
  };
}

export interface PagedList {
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
function openPagedList(
  client: Client,
  declaration: Declaration,
  scope: string,
  walk: RefreshBudget,
  found: (uid: string, object: ApiObject) => void,
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
      const holder = parentUidOf(declaration, uid);
      return holder !== undefined && isWithin(holder, scope);
    },
    begun: () => pagesRead > 0,
    pagesLeft: () => pagesLeft,
    readPage: () => (reading ??= next()),
  };
}

/** Whether there is no list to be had, rather than none just now: then single reads must do. */
function isUnlistable(error: unknown): boolean {
  return error instanceof ApiError && ['PERMISSION_DENIED', 'NOT_FOUND', 'UNIMPLEMENTED'].includes(error.code);
}
