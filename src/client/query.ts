/**
 * Queries of a list. They are built from the declaration only: the service ignores what it does not know, so that a
 * misspelt filter would list everything. Source: specification §4, not-shown "List query names".
 */
import { LIST_PARAMETERS, MAX_PAGE_SIZE } from '../api';
import type { Declaration } from '../schema';

export interface Query {
  /** Only objects anywhere beneath this group. */
  readonly descendantsOf?: string | undefined;
  /** Only objects directly in this group. */
  readonly childrenOf?: string | undefined;
  /** Only what lies in no group beneath a root: root groups, and the built-in roles. */
  readonly inRoot?: boolean | undefined;
  /** Only objects with these uids. */
  readonly ids?: readonly string[] | undefined;
  /** Objects a page, 1 to 200. @default 200 */
  readonly pageSize?: number | undefined;
  /** A field, optionally followed by ` desc`. @default the kind's own order */
  readonly orderBy?: string | undefined;
  /** The kind's own filters, by their names in the declaration. */
  readonly filters?: Readonly<Record<string, string | boolean | readonly string[]>> | undefined;
}

/** One page out of the middle. */
export interface PageQuery extends Query {
  /** `nextPageToken` of the page before. */
  readonly pageToken?: string | undefined;
  /** Objects to leave out before the page begins. */
  readonly skip?: number | undefined;
}

/** The query as it stands in a URL. Throws a `TypeError` for a filter that the kind does not declare. */
export function searchParams(declaration: Declaration, query: PageQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  const add = (name: string, value: string | number | boolean | undefined): void => {
    if (value !== undefined) parameters.append(name, String(value));
  };
  add(LIST_PARAMETERS.descendantsOf, query.descendantsOf);
  add(LIST_PARAMETERS.childrenOf, query.childrenOf);
  add(LIST_PARAMETERS.inRoot, query.inRoot);
  for (const uid of query.ids ?? []) add(LIST_PARAMETERS.ids, uid);
  for (const [name, value] of Object.entries(query.filters ?? {})) {
    if (!Object.hasOwn(declaration.filters, name)) throw new TypeError(undeclared(declaration, name));
    for (const one of typeof value === 'object' ? value : [value]) add(name, one);
  }
  add(LIST_PARAMETERS.orderBy, query.orderBy);
  add(LIST_PARAMETERS.pageSize, query.pageSize ?? MAX_PAGE_SIZE);
  add(LIST_PARAMETERS.pageToken, query.pageToken);
  add(LIST_PARAMETERS.skip, query.skip);
  return parameters;
}

function undeclared(declaration: Declaration, name: string): string {
  const known = Object.keys(declaration.filters);
  return `Lists of ${declaration.collection} have no filter ${JSON.stringify(name)}; they have ${known.length === 0 ? 'none' : known.join(', ')}.`;
}
