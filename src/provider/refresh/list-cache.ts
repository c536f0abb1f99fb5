/**
 * The objects of one kind beneath one root, as far as lists have shown them. Terraform asks for one object at a time, so
 * the decision between a list and a single read is made as reads come, by what they have cost so far.
 */
import { commonAncestor, isWithin, MAX_PAGE_SIZE, type Values } from '../../api';
import { ApiError, type Client, type Page } from '../../client';
import { lacksList } from '../../client/errors';
import { unlessAborted } from '../../client/http';
import type { BareContext } from '../../plugin';
import { type Declaration, identifierField, parentUidOf } from '../../schema';

/** The context of a handler, as far as it can be aborted. The signal is made when it is first read: most calls need none. */
export type Cancellable = Pick<BareContext, 'signal'>;

export interface ListCache {
  /** The object out of a list; `undefined` when a single read is cheaper, or must decide. */
  find(uid: string, call: Cancellable): Promise<Values | undefined>;
  /** Whether the list failed by this error, which all reads then share. */
  failedBy(error: unknown): boolean;
}

/** `changed`: what this run has changed. What a list said of it, or will say, does not count. */
export function createListCache(
  client: Client,
  declaration: Declaration,
  budget: RefreshBudget,
  changed: ReadonlySet<string>,
): ListCache {
  const objects = new Map<string, Values>();
  let scope: string | undefined;
  let list: PagedList | undefined;
  let unlistable = false;
  /** Why the list could not be read, although that was tried again: every object that it would have shown fails by it. */
  let failure: Error | undefined;
  /** Single reads of objects that no list of ours covers. */
  let uncovered = 0;

  function open(beneath: string): PagedList {
    uncovered = 0;
    return openPagedList(client, declaration, beneath, budget, (uid, object) => void objects.set(uid, object));
  }

  return {
    async find(uid, call) {
      const parent = parentUidOf(declaration, uid);
      if (parent === undefined || changed.has(uid)) return undefined;
      budget.ask(parent);
      scope = including(scope, parent);
      while (!unlistable) {
        // It may change while a page is awaited.
        const known = changed.has(uid) ? undefined : objects.get(uid);
        if (known !== undefined) return known;
        if (failure !== undefined) throw failure;
        if (list?.covers(uid) !== true) {
          const wait = budget.singleReadsFirst();
          const beneath = wait === 0 ? budget.scope() : scope;
          if (uncovered < wait || beneath === undefined) {
            uncovered++;
            break;
          }
          list = open(beneath);
        }
        // The list was read to its end without it: a single read must tell whether it is gone.
        if (list.pagesLeft() === 0) return undefined;
        // Each single read so far pays for one more page: without the credit for all of them, read this object by itself.
        if (list.hasBegun() && list.pagesLeft() > budget.credit()) break;
        try {
          // Several reads may wait for this page: one that is cancelled must not take it from the others.
          await unlessAborted(list.readPage(), call.signal);
        } catch (error) {
          call.signal.throwIfAborted();
          if (!isUnlistable(error)) {
            failure ??= error as Error;
            throw error;
          }
          list = undefined;
          uncovered = Infinity;
          unlistable = true;
        }
      }
      budget.readSingly();
      return undefined;
    },
    failedBy: (error) => failure !== undefined && error === failure,
  };
}

/** The deepest group above everything so far and this. */
function including(scope: string | undefined, uid: string): string | undefined {
  if (scope === undefined) return uid;
  return isWithin(uid, scope) ? scope : commonAncestor([scope, uid]);
}

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
function openPagedList(
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

/** Whether the list cannot be had at all, so that only single reads remain; other errors pass. */
function isUnlistable(error: unknown): boolean {
  return lacksList(error) || (error instanceof ApiError && error.code === 'PERMISSION_DENIED');
}

/** How many objects of a kind are read singly before a list is considered: a small configuration never lists a large organization. */
const SINGLE_READS_FIRST = 5;

/** What all reads beneath one root have cost so far. */
export interface RefreshBudget {
  /** Records that an object in this group is asked for. */
  ask(parentUid: string): void;
  /** The deepest group above everything that was asked for. */
  scope(): string | undefined;
  /**
   * How many objects of a kind to read singly before listing it. None, once enough objects of any kind were asked for to
   * show that the configuration is not small: otherwise each of many kinds would pay for finding that out again.
   */
  singleReadsFirst(): number;
  /** Single reads that a list would have saved, less the further pages that were read because of them. */
  credit(): number;
  readSingly(): void;
  readFurtherPage(): void;
}

export function createRefreshBudget(): RefreshBudget {
  let scope: string | undefined;
  let asked = 0;
  let singleReads = 0;
  let furtherPages = 0;
  return {
    ask(parentUid) {
      asked++;
      scope = including(scope, parentUid);
    },
    scope: () => scope,
    singleReadsFirst: () => (asked > 2 * SINGLE_READS_FIRST ? 0 : SINGLE_READS_FIRST),
    credit: () => singleReads - furtherPages,
    readSingly() {
      singleReads++;
    },
    readFurtherPage() {
      furtherPages++;
    },
  };
}
