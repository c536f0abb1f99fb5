/** Lists: what a caller may see of a kind, filtered, ordered, a page at a time (contract L1, L4 to L8). */
import { ancestorUids, isWithin } from '../../api';
import { isInclusion, type Declaration, type Filter } from '../../schema';
import { inclusionField } from '../store/indexes';
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
} from '../store/selection';
import type { StoredRecord } from '../store/row';
import type { Call, Context } from './behaviour';
import type { PageTokens } from './page-token';
import type { ListQuery } from './query';

interface RecordPage {
  readonly records: readonly StoredRecord[];
  readonly nextPageToken?: string;
  readonly totalCount: number;
  readonly skipped: number;
}

export function listRecords(
  { store, access }: Context,
  { declaration, behaviour, caller }: Call,
  query: ListQuery,
  pageTokens: PageTokens,
): RecordPage {
  const { kind } = declaration;
  const { order, pageSize, pageToken, skip } = query;
  const conditions = conditionsOf(declaration, query);
  const scopes = access.scopes(caller, `${declaration.capability}.list`);
  const where = [...conditions, ...visibleIn(scopes, query, behaviour.rootsArePublic === true)];
  // What a page token belongs to: with another query it starts over (contract L6).
  const bound = [kind, caller.subject, conditions.map(({ sql, values }) => ({ sql, values })), order];
  const after = pageToken === undefined ? undefined : pageTokens.read(bound, pageToken);
  // One more than the page holds shows whether there is a next one.
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

/** A list narrows to what the caller may see; it does not refuse (contract L8). */
function visibleIn(scopes: readonly string[], query: ListQuery, rootsArePublic: boolean): Condition[] {
  const asked = query.descendantsOf ?? query.childrenOf;
  if (asked !== undefined && scopes.some((scope) => isWithin(asked, scope))) return [];
  const inScope = scopes.length === 0 ? [] : [withinOneOf(scopes)];
  return [rootsArePublic ? anyOf([...inScope, isRoot]) : (inScope[0] ?? anyOf([]))];
}

function conditionsOf(declaration: Declaration, query: ListQuery): Condition[] {
  const { descendantsOf, childrenOf, ancestorsOf, inRoot, ids, filters } = query;
  return [
    // What goes by its group's uid (contract U4) still lies in that group.
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
