/**
 * Lists. Query parameters are read by the declaration: snake_case or lowerCamelCase (contract L1), unknown (L2) and empty ones
 * (L7) ignored; page size (L3) and order (L5) with their defaults. Then what a caller may see of a kind is filtered, ordered
 * and shown a page at a time (L4 to L8).
 */
import { onceFor } from '../../base/cache/once-for';
import {
  ancestorUids,
  camelCase,
  DEFAULT_PAGE_SIZE,
  formatTimestamp,
  isUid,
  isWithin,
  LIST_PARAMETERS,
  MAX_PAGE_SIZE,
  parseTimestamp,
  snakeCase,
  SORT_KEY_ALIASES,
  UID_PATTERN,
  type FieldViolation,
} from '../../model/api';
import { isInclusion, type Declaration, type Filter } from '../../model/schema';
import { inclusionField } from '../store/indexes';
import type { StoredRecord } from '../store/row';
import {
  anyOf,
  atLeast,
  beneath,
  contains,
  equal,
  holdsOneOf,
  isRoot,
  oneOf,
  unset,
  within,
  withinOneOf,
  type Condition,
  type Order,
} from '../store/selection';
import { invalidArgument } from '../wire/errors';
import type { ServiceCall, BehaviorContext } from './kind-behavior';
import type { PageTokens } from './page-token';
import { checkPageToken } from './strict';

interface RecordPage {
  readonly records: readonly StoredRecord[];
  readonly nextPageToken?: string;
  readonly totalCount: number;
  readonly skipped: number;
}

export function listRecords(
  context: BehaviorContext,
  { declaration, behavior, caller }: ServiceCall,
  query: ListQuery,
  pageTokens: PageTokens,
): RecordPage {
  const { store, access } = context;
  const { kind } = declaration;
  const { order, pageSize, pageToken, skip } = query;
  const conditions = getConditions(declaration, query);
  const scopes = access.scopes(caller, `${declaration.capability}.list`);
  const where = [...conditions, ...visibleIn(scopes, query, behavior.rootsArePublic === true)];
  // The query of a page token: another query starts over (contract L6).
  const bound = [kind, caller.subject, conditions.map(({ sql, values }) => ({ sql, values })), order];
  const after = pageToken === undefined ? undefined : pageTokens.read(bound, pageToken);
  checkPageToken(context, pageToken, after);
  // One record more than the page shows whether a next page exists.
  const found = store.select({ kind, where, order, after, skip, limit: pageSize + 1 });
  const page = found.slice(0, pageSize);
  const isWhole = after === undefined && skip === 0 && found.length <= pageSize;
  const last = page.at(-1);
  return {
    records: page.map(({ record }) => record),
    ...(found.length > pageSize &&
      last !== undefined && {
        nextPageToken: pageTokens.issue(bound, { value: last.orderKey, uid: last.record.uid }),
      }),
    totalCount: isWhole ? found.length : store.count(kind, where),
    skipped: skip,
  };
}

/** A list contains only the objects that the caller can see, and is never denied (contract L8). */
function visibleIn(scopes: readonly string[], query: ListQuery, rootsArePublic: boolean): Condition[] {
  const asked = query.descendantsOf ?? query.childrenOf;
  if (asked !== undefined && scopes.some((scope) => isWithin(asked, scope))) return [];
  const inScope = scopes.length === 0 ? [] : [withinOneOf(scopes)];
  return [rootsArePublic ? anyOf([...inScope, isRoot]) : (inScope[0] ?? anyOf([]))];
}

function getConditions(declaration: Declaration, query: ListQuery): Condition[] {
  const { descendantsOf, childrenOf, ancestorsOf, inRoot, ids, filters } = query;
  return [
    // An object that is identified by its group's uid (contract U4) is still in that group.
    descendantsOf === undefined ? [] : [(declaration.uidScheme === 'parentUid' ? within : beneath)(descendantsOf)],
    childrenOf === undefined ? [] : [equal('parent', childrenOf)],
    ancestorsOf === undefined ? [] : [oneOf('uid', ancestorUids(ancestorsOf))],
    inRoot ? [isRoot] : [],
    ids.length === 0 ? [] : [oneOf('uid', ids)],
    Object.entries(declaration.filters).flatMap(([name, filter]) => {
      const values = filters[name];
      if (isInclusion(filter)) return values?.[0] === 'true' ? [] : [unset(inclusionField(name))];
      return values === undefined ? [] : [filterCondition(filter, values)];
    }),
  ].flat();
}

function filterCondition(filter: Filter, values: readonly string[]): Condition {
  const fields = [filter.matches, ...(filter.orMatches ?? [])];
  switch (filter.compare) {
    default:
      return anyOf(fields.map((field) => (values.length === 1 ? equal(field, values[0] ?? '') : oneOf(field, values))));
    case 'element':
      return anyOf(fields.map((field) => holdsOneOf(field, values)));
    case 'since':
      return anyOf(fields.map((field) => atLeast(field, values[0] ?? '')));
    case 'words':
      return anyOf(fields.map((field) => contains(field, values[0] ?? '')));
  }
}

interface ListQuery {
  readonly descendantsOf?: string | undefined;
  readonly childrenOf?: string | undefined;
  readonly ancestorsOf?: string | undefined;
  readonly inRoot: boolean;
  readonly ids: readonly string[];
  /** Values of the declared filters that are given, by the filter's name. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly order: Order;
  readonly pageSize: number;
  readonly pageToken?: string | undefined;
  readonly skip: number;
}

/** Throws INVALID_ARGUMENT that names every parameter that is wrong. */
export function readQuery(declaration: Declaration, parameters: URLSearchParams): ListQuery {
  const violations: FieldViolation[] = [];
  const problem = (field: string, description: string) => void violations.push({ field, description });
  const text = (name: string): string | undefined => {
    const values = given(parameters, name);
    if (values.length > 1) problem(name, `${name} must be given once`);
    return values[0];
  };
  const uid = (name: string): string | undefined => {
    const value = text(name);
    if (value !== undefined && !isUid(value)) problem(name, `${name} must match "${UID_PATTERN}"`);
    return value;
  };
  const count = (name: string): number => {
    const value = text(name) ?? '0';
    // A 32-bit integer in the API's protobuf messages.
    if (/^\d+$/.test(value) && Number(value) <= 0x7fffffff) return Number(value);
    problem(name, `${name} must be a whole number from 0 to 2147483647`);
    return 0;
  };
  const ids = given(parameters, LIST_PARAMETERS.ids);
  if (!ids.every(isUid)) problem(LIST_PARAMETERS.ids, `${LIST_PARAMETERS.ids} must match "${UID_PATTERN}"`);
  const inRoot = text(LIST_PARAMETERS.inRoot) ?? 'false';
  if (!isBoolean(inRoot)) problem(LIST_PARAMETERS.inRoot, 'uidp.in_root must be true or false');
  const order = readOrder(declaration, text(LIST_PARAMETERS.orderBy));
  if ('problem' in order) problem(LIST_PARAMETERS.orderBy, order.problem);

  const query: ListQuery = {
    descendantsOf: uid(LIST_PARAMETERS.descendantsOf),
    childrenOf: uid(LIST_PARAMETERS.childrenOf),
    ancestorsOf: uid(LIST_PARAMETERS.ancestorsOf),
    inRoot: inRoot === 'true',
    ids,
    filters: getFilters(declaration, parameters, problem),
    order: 'problem' in order ? { field: 'uid', descending: false } : order,
    pageSize: Math.min(count(LIST_PARAMETERS.pageSize) || DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE),
    pageToken: text(LIST_PARAMETERS.pageToken),
    skip: count(LIST_PARAMETERS.skip),
  };
  if (violations.length > 0) throw invalidArgument(violations);
  return query;
}

function getFilters(
  declaration: Declaration,
  parameters: URLSearchParams,
  problem: (field: string, description: string) => void,
): Record<string, readonly string[]> {
  const filters = Object.entries(declaration.filters).map(([name, { repeated, compare, oneOf }]) => {
    const values = given(parameters, name);
    if (repeated !== true && values.length > 1) problem(name, `${name} must be given once`);
    if (compare === 'include' && !values.every(isBoolean)) problem(name, `${name} must be true or false`);
    for (const value of values)
      if (oneOf?.includes(value) === false) problem(name, `${name} must be one of ${oneOf.join(', ')}`);
    if (compare !== 'since') return [name, values] as const;
    const times = values.map(parseTimestamp).filter((time) => time !== undefined);
    if (times.length < values.length) problem(name, `${name} must be a timestamp like 2026-01-02T03:04:05Z`);
    return [name, times.map(formatTimestamp)] as const;
  });
  return Object.fromEntries(filters.filter(([, values]) => values.length > 0));
}

function isBoolean(text: string): boolean {
  return text === 'true' || text === 'false';
}

/** Returns the values under both names; empty ones count as unset. */
function given(parameters: URLSearchParams, name: string): string[] {
  const spellings = new Set([name, name.split('.').map(camelCase).join('.')]);
  return [...spellings].flatMap((spelling) => parameters.getAll(spelling)).filter((value) => value !== '');
}

/** Returns the order of `orderBy`, or the default order of the kind. For an invalid order, returns the problem. */
function readOrder(declaration: Declaration, orderBy: string | undefined): Order | { readonly problem: string } {
  const order = orders(declaration).get(orderBy ?? declaration.defaultOrder ?? 'uid');
  if (order !== undefined) return order;
  const known = sortable(declaration).map(snakeCase).join(', ');
  return { problem: `order_by must be one of ${known}, optionally followed by " desc"` };
}

/** Returns the orders of a kind, by each text that names one. */
export const orders = onceFor(
  (declaration: Declaration): ReadonlyMap<string, Order> => new Map(sortKeys(declaration).flatMap(directions)),
);

function directions([key, field]: readonly [string, string]): [string, Order][] {
  return [
    [key, { field, descending: false }],
    [`${key} asc`, { field, descending: false }],
    [`${key} desc`, { field, descending: true }],
  ];
}

/** The names of sort keys, each with its field. */
function sortKeys(declaration: Declaration): [string, string][] {
  const fields = sortable(declaration);
  const parent = ['group', declaration.parent?.name ?? 'group'];
  const aliases = Object.entries(SORT_KEY_ALIASES).filter(([, field]) => fields.includes(field));
  return [
    ...fields.flatMap((field): [string, string][] => [
      [snakeCase(field), field],
      [field, field],
    ]),
    ...parent.flatMap((name): [string, string][] => [
      [snakeCase(name), 'parent'],
      [name, 'parent'],
    ]),
    ...aliases,
  ];
}

function sortable(declaration: Declaration): string[] {
  return Object.entries(declaration.fields)
    .filter(([, { type }]) => type.is === 'string' || type.is === 'bool' || type.is === 'integer')
    .map(([name]) => name);
}
