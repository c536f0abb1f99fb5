/**
 * Builds the queries of lists. Queries are built only from the declaration, because the service ignores unknown
 * parameters: a misspelled filter would list everything (contract L2).
 */
import { camelCase, LIST_PARAMETERS, MAX_PAGE_SIZE, nearest } from '../../model/api';
import { type Declaration, type Filters, type OrderBy, sortKeys } from '../../model/schema';

/** The filters of every list, for any kind. */
export interface ListQuery {
  /** Only objects anywhere beneath this group. */
  readonly descendantsOf?: string | undefined;
  /** Only objects directly in this group. */
  readonly childrenOf?: string | undefined;
  /** Only the groups above this object, up to the root. */
  readonly ancestorsOf?: string | undefined;
  /** Only objects without a group: root groups, and the built-in roles. */
  readonly inRoot?: boolean | undefined;
  /** Only objects with these uids. */
  readonly ids?: readonly string[] | undefined;
  /** The number of objects on a page, 1 to 200. @default 200 */
  readonly pageSize?: number | undefined;
}

/** Options of a list: the place, the filters of the kind (such as `name`), and the order. */
export type Query<D extends Declaration = Declaration> = ListQuery &
  Filters<D> & {
    /** A field of the kind, optionally followed by ` asc` or ` desc`. @default the order of the kind */
    readonly orderBy?: OrderBy<D> | undefined;
  };

/** The query for one page. */
export type PageQuery<D extends Declaration = Declaration> = Query<D> & {
  /** The `nextPageToken` of the previous page. */
  readonly pageToken?: string | undefined;
  /** The number of objects to skip before the page. */
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
    const parameter = getParameter(declaration, name);
    for (const filterValue of filterValues(name, value)) add(parameter, filterValue);
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

/** Returns the name of the filter in the API. */
function getParameter(declaration: Declaration, name: string): string {
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
