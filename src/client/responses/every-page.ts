/** Reads every page of a list, and every object exactly once. */
import { ApiError } from '../errors/api-error';
import type { Page } from './objects';

export interface EveryPageOptions<R> {
  /** Returns the page after `pageToken`, or the first page. */
  readonly page: (pageToken: string | undefined) => Promise<Page<R>>;
  readonly getUid: (object: R) => string;
  /** The path of the list, for errors. */
  readonly url: string;
  /** Called for a list that is complete although the service counts more. */
  readonly miscounted?: ((miscount: Miscount) => void) | undefined;
}

/**
 * Yields page after page, every object exactly once. When a page token expires, the service starts again from the beginning
 * without an error, or refuses the token (contract L6): objects are identified by uid, and a refused chain is restarted. If
 * the service counts more objects than it listed, the list is read again. The count is for display: a list is complete if two
 * readings agree. Objects that only a further reading finds come last, in any order.
 */
export async function* everyPage<R>(options: EveryPageOptions<R>): AsyncGenerator<Page<R>, void, undefined> {
  const seen = new Set<string>();
  let pagesWithNew = 0;
  let missing = 0;
  let former: ReadonlySet<string> | undefined;
  for (let reading = 1; reading <= MAX_READINGS; reading++) {
    const found = new Set<string>();
    const tokens = new Set<string>();
    let pagesWithout = 0;
    let restarts = 0;
    let pageToken: string | undefined;
    do {
      let page: Page<R>;
      try {
        page = await options.page(pageToken);
      } catch (error) {
        const isRefused = pageToken !== undefined && ApiError.from(error).code === 'INVALID_ARGUMENT';
        if (!isRefused || restarts++ === MAX_RESTARTS) throw error;
        pageToken = undefined;
        page = await options.page(undefined);
      }
      const isNew = (key: string): boolean => {
        found.add(key);
        return seen.size < seen.add(key).size;
      };
      const items = page.items.filter((item) => isNew(options.getUid(item)));
      // An object without a uid always counts, because it cannot be distinguished from another.
      const malformed = page.malformed.filter(({ uid }) => isNew(uid ?? `malformed ${seen.size}`));
      pageToken = page.nextPageToken;
      const isEmpty = page.items.length + page.malformed.length === 0;
      const leadsOn = pageToken !== undefined && tokens.size < tokens.add(pageToken).size;
      if (items.length > 0 || malformed.some(({ uid }) => uid !== undefined)) pagesWithNew++;
      else if (!isEmpty || !leadsOn || tokens.size > MAX_EMPTY_PAGES) pagesWithout++;
      missing = (page.totalCount ?? 0) - seen.size;
      yield { ...page, items, malformed };
      // A restarted chain repeats known objects. A chain without new objects would never end.
    } while (pageToken !== undefined && pagesWithout <= 2 * pagesWithNew + MAX_REPEATED_PAGES);
    const isWhole = pageToken === undefined;
    if (isWhole && missing <= 0) return;
    if (isWhole && former !== undefined && isEqual(former, found)) {
      options.miscounted?.({ url: options.url, found: found.size, counted: seen.size + missing });
      return;
    }
    former = isWhole ? found : undefined;
  }
  throw incomplete(options.url, seen.size, missing);
}

/** A complete list with another length than the count of the service: two readings agree. */
export interface Miscount {
  /** The path of the list. */
  readonly url: string;
  readonly found: number;
  readonly counted: number;
}

function isEqual(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((key) => b.has(key));
}

const MAX_READINGS = 3;
/** The maximum number of restarts of one reading after a rejected page token. */
const MAX_RESTARTS = 3;

/** A service that filters after reading sends empty pages in the middle, each with another token. */
const MAX_EMPTY_PAGES = 2000;
/** The maximum number of pages without anything new, beyond two for each page with something new. */
const MAX_REPEATED_PAGES = 20;

function incomplete(url: string, found: number, missing: number): ApiError {
  return new ApiError({
    code: 'ABORTED',
    explanation: `list incomplete: the service counts ${found + Math.max(missing, 0)} objects and returned ${found}, and no two readings agree. Try again when fewer changes are in progress.`,
    method: 'GET',
    url,
    outcome: 'rejected',
  });
}
