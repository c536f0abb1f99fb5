/** A chain of pages that can be relied on. */
import type { Page } from './client';
import { ApiError } from './errors';

export interface EveryPageOptions<R> {
  /** The page after `pageToken`, or the first. */
  readonly page: (pageToken: string | undefined) => Promise<Page<R>>;
  readonly uidOf: (object: R) => string;
  /** The list's path, for errors. */
  readonly url: string;
}

/**
 * Page after page, every object exactly once. A page token that expires on the way makes the service begin again without
 * a word, so objects are told apart by uid and counted: if fewer came than the service counts (some were hidden by
 * changes in the meantime), the chain is read once more, and what is still missing then is an error. Objects found by
 * the second reading come last, whatever the order.
 */
export async function* everyPage<R>(options: EveryPageOptions<R>): AsyncGenerator<Page<R>, void, undefined> {
  const seen = new Set<string>();
  let fruitful = 0;
  let missing = 0;
  for (let reading = 1; reading <= 2; reading++) {
    let fruitless = 0;
    let pageToken: string | undefined;
    do {
      const page = await options.page(pageToken);
      const isNew = (key: string): boolean => seen.size < seen.add(key).size;
      const items = page.items.filter((item) => isNew(options.uidOf(item)));
      // One without a uid counts as often as it comes: it cannot be told from another.
      const malformed = page.malformed.filter(({ uid }) => isNew(uid ?? `malformed ${seen.size}`));
      if (items.length > 0 || malformed.some(({ uid }) => uid !== undefined)) fruitful++;
      else fruitless++;
      missing = (page.totalCount ?? 0) - seen.size;
      pageToken = page.nextPageToken;
      yield { ...page, items, malformed };
      // A chain that begins again repeats what was there; one that does nothing else has no end.
    } while (pageToken !== undefined && fruitless <= 2 * fruitful + MAX_EMPTY_PAGES);
    if (pageToken === undefined && missing <= 0) return;
  }
  throw incomplete(options.url, seen.size, missing);
}

/** Pages may be empty and yet not the last. */
const MAX_EMPTY_PAGES = 20;

function incomplete(url: string, found: number, missing: number): ApiError {
  return new ApiError({
    code: 'ABORTED',
    explanation: `list incomplete: the service counts ${found + Math.max(missing, 0)} objects and showed ${found}, twice. Try again when fewer changes are under way.`,
    method: 'GET',
    url,
    outcome: 'rejected',
  });
}
