/**
 * Compares the review plans of one configuration. Each has placeholders of its own seed. If two of them differ in anything else, a
 * value depends on the digits of a uid, and its value after the apply is unknown.
 */
import { isObject, snakeCase } from '../../../model/api';
import { identifierField } from '../../../model/schema';
import { findKind } from './platform-kind';
import { UNKNOWN_VALUE, type ResourceChange } from './plan';

/** Returns the uid that a review plan has planned for a created object. */
export function plannedUid(change: ResourceChange): unknown {
  const kind = findKind(change);
  if (kind === undefined || change.mode === 'data' || change.fate?.isMade !== true) return undefined;
  return change.after?.[snakeCase(identifierField(kind))];
}

/** Returns the key of a change. */
export function getPlaceInPlan({ address, deposed = '' }: ResourceChange): string {
  return `${address} ${deposed}`;
}

/** Returns the changes of the first plan by key, with {@link UNKNOWN_VALUE} for values that differ in another plan. */
export function mergeRows(plans: readonly (readonly ResourceChange[])[]): ReadonlyMap<string, ResourceChange> {
  const [first = [], ...others] = plans;
  const rows = new Map(first.map((row) => [getPlaceInPlan(row), row]));
  for (const other of others) {
    const rename = renaming(other, rows);
    for (const row of other) {
      const known = rows.get(getPlaceInPlan(row));
      if (known !== undefined)
        rows.set(getPlaceInPlan(row), {
          ...known,
          after: common(known.after, rename(row.after)) as ResourceChange['after'],
        });
    }
  }
  return rows;
}

const uids = /[0-9a-f]{40}(?:\/[0-9a-f]{16})*/g;

/** Creates a function that replaces the placeholders of one plan by those of the other plan, also within texts. */
export function renaming(from: readonly ResourceChange[], to: ReadonlyMap<string, ResourceChange>) {
  const names = new Map<string, string | undefined>();
  for (const row of from) {
    const [mine, theirs] = [plannedUid(row), plannedUid(to.get(getPlaceInPlan(row)) ?? row)];
    if (typeof mine !== 'string' || typeof theirs !== 'string') continue;
    // One placeholder that corresponds to two in the other plan is ambiguous.
    names.set(mine, names.has(mine) && names.get(mine) !== theirs ? undefined : theirs);
  }
  const renamed = (uid: string): string => {
    for (let end = uid.length; end > 0; end = uid.lastIndexOf('/', end - 1)) {
      const name = names.get(uid.slice(0, end));
      if (name !== undefined) return name + uid.slice(end);
    }
    return uid;
  };
  const rename = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(uids, renamed);
    if (Array.isArray(value)) return value.map(rename);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rename(inner)]));
  };
  return rename;
}

/** Returns the common value, with {@link UNKNOWN_VALUE} for different parts. */
function common(a: unknown, b: unknown): unknown {
  if (a === b) return a;
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length)
    return a.map((inner, index) => common(inner, b[index]));
  if (isObject(a) && isObject(b)) {
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return Object.fromEntries(names.map((name) => [name, common(a[name], b[name])]));
  }
  return UNKNOWN_VALUE;
}
