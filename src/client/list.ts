/**
 * Lists: the query, and the chain of pages. Queries are built from the declaration only, because the service ignores what
 * it does not know: a misspelt filter would list everything (contract L2).
 */
import { camelCase, LIST_PARAMETERS, MAX_PAGE_SIZE, nearest } from '../api';
import { type Declaration, type Filters, type OrderBy, sortKeys } from '../schema';
import type { Page } from './response';
import { ApiError } from './errors';

/** Filters of every list, for any kind. */
export interface ListQuery {
  /** Only objects anywhere beneath this group. */
  readonly descendantsOf?: string | undefined;
  /** Only objects directly in this group. */
  readonly childrenOf?: string | undefined;
  /** Only the groups above this object, up to the root. */
  readonly ancestorsOf?: string | undefined;
  /** Only objects without a group under a root: root groups, and the built-in roles. */
  readonly inRoot?: boolean | undefined;
  /** Only objects with these uids. */
  readonly ids?: readonly string[] | undefined;
  /** Objects a page, 1 to 200. @default 200 */
  readonly pageSize?: number | undefined;
}

/** Options of a list: the place, the filters of the kind (such as `name`), and the order. */
export type Query<D extends Declaration = Declaration> = ListQuery &
  Filters<D> & {
    /** A field of the kind, optionally followed by ` asc` or ` desc`. @default the kind's own order */
    readonly orderBy?: OrderBy<D> | undefined;
  };

/** One page out of the middle. */
export type PageQuery<D extends Declaration = Declaration> = Query<D> & {
  /** `nextPageToken` of the page before. */
  readonly pageToken?: string | undefined;
  /** Objects to leave out before the page begins. */
  readonly skip?: number | undefined;
};

/** Returns the query of the URL. Throws a `TypeError` for a filter or an order that the kind does not declare. */
export function searchParams(declaration: Declaration, query: PageQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  const add = (name: string, value: string | number | boolean | undefined): void => {
    if (value !== undefined) parameters.append(name, String(value));
  };
  const filters = Object.entries(query).filter(([name]) => !Object.hasOwn(common, name));
  for (const scope of ['descendantsOf', 'childrenOf', 'ancestorsOf', 'inRoot'] as const) {
    if ((query[scope] as unknown) === '') throw new TypeError(empty(scope));
    add(LIST_PARAMETERS[scope], query[scope]);
  }
  for (const uid of query.ids ?? []) add(LIST_PARAMETERS.ids, uid);
  for (const [name, value] of filters) {
    const parameter = parameterOf(declaration, name);
    for (const one of filterValues(name, value)) add(parameter, one);
  }
  add(LIST_PARAMETERS.orderBy, query.orderBy === undefined ? undefined : checkedOrder(declaration, query.orderBy));
  add(LIST_PARAMETERS.pageSize, query.pageSize ?? MAX_PAGE_SIZE);
  add(LIST_PARAMETERS.pageToken, query.pageToken);
  add(LIST_PARAMETERS.skip, query.skip);
  return parameters;
}

const common: Readonly<Record<keyof typeof LIST_PARAMETERS, true>> = {
  ...{ descendantsOf: true, childrenOf: true, ancestorsOf: true, inRoot: true, ids: true },
  ...{ pageSize: true, pageToken: true, orderBy: true, skip: true },
};

/** The filter as the service calls it. */
function parameterOf(declaration: Declaration, name: string): string {
  const found = Object.keys(declaration.filters).find((filter) => camelCase(filter) === name);
  if (found === undefined) throw new TypeError(undeclared(declaration, name));
  return found;
}

function filterValues(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((one) => {
    if (typeof one !== 'string' && typeof one !== 'boolean') throw new TypeError(`The filter ${name} must be a text.`);
    // The service counts an empty filter as absent (contract L7).
    if (one === '') throw new TypeError(empty(name));
    return String(one);
  });
}

function checkedOrder(declaration: Declaration, orderBy: string): string {
  const [key = '', direction, ...others] = orderBy.trim().split(/ +/);
  const known = sortKeys(declaration);
  const isKnown = known.includes(key) || known.includes(camelCase(key));
  if (isKnown && others.length === 0 && [undefined, 'asc', 'desc'].includes(direction)) return orderBy;
  throw new TypeError(
    `Lists of ${declaration.collection} cannot be ordered by ${JSON.stringify(orderBy)}. Use ${known.join(', ')}, optionally followed by " asc" or " desc".${isKnown ? '' : suggestion(key, known)}`,
  );
}

function undeclared(declaration: Declaration, name: string): string {
  const own = Object.keys(declaration.filters).map(camelCase);
  const they = own.length === 0 ? 'they have none' : `they have ${own.join(', ')}`;
  return `Lists of ${declaration.collection} have no filter ${JSON.stringify(name)}; ${they}.${suggestion(name, [...own, ...Object.keys(common)])}`;
}

function suggestion(name: string, known: readonly string[]): string {
  const meant = nearest(camelCase(name), known);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

function empty(name: string): string {
  return `The filter ${name} is empty. Omit it to list without it.`;
}

export interface EveryPageOptions<R> {
  /** The page after `pageToken`, or the first. */
  readonly page: (pageToken: string | undefined) => Promise<Page<R>>;
  readonly uidOf: (object: R) => string;
  /** The list's path, for errors. */
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
      const items = page.items.filter((item) => isNew(options.uidOf(item)));
      // An object without a uid counts every time: it cannot be distinguished from another.
      const malformed = page.malformed.filter(({ uid }) => isNew(uid ?? `malformed ${seen.size}`));
      if (items.length > 0 || malformed.some(({ uid }) => uid !== undefined)) pagesWithNew++;
      else pagesWithout++;
      missing = (page.totalCount ?? 0) - seen.size;
      pageToken = page.nextPageToken;
      yield { ...page, items, malformed };
      // A restarted chain repeats known objects; one that brings nothing new would go on for ever.
    } while (pageToken !== undefined && pagesWithout <= 2 * pagesWithNew + MAX_EMPTY_PAGES);
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

/** A list whose length is not the number that the service counts, although two readings agree. */
export interface Miscount {
  /** The path of the list. */
  readonly url: string;
  readonly found: number;
  readonly counted: number;
}

function isEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((key) => other.has(key));
}

const MAX_READINGS = 3;
/** The maximum number of restarts of one reading after a rejected page token. */
const MAX_RESTARTS = 3;

/** An empty page need not be the last one. */
const MAX_EMPTY_PAGES = 20;

function incomplete(url: string, found: number, missing: number): ApiError {
  return new ApiError({
    code: 'ABORTED',
    explanation: `list incomplete: the service counts ${found + Math.max(missing, 0)} objects and returned ${found}, and no two readings agree. Try again when fewer changes are in progress.`,
    method: 'GET',
    url,
    outcome: 'rejected',
  });
}
