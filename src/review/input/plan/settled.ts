/**
 * What review plans of one configuration say together. Each has placeholders of its own seed: where two of them differ in
 * anything but these, something depends on the digits of a uid, and nobody knows what the apply will make of it.
 */
import { isObject, REVIEW_NOTE, snakeCase } from '../../../api';
import { identifierField } from '../../../schema';
import { kindOf } from './platform-kind';
import { UNKNOWN, type ResourceChange } from './plan';

/** The uid that a review plan has given to what is created. */
export function plannedUid(change: ResourceChange): unknown {
  const kind = kindOf(change);
  if (kind === undefined || change.mode === 'data' || change.fate?.isMade !== true) return undefined;
  return change.after?.[snakeCase(identifierField(kind))];
}

/** Where a change is planned. */
export function placeOf({ address, deposed = '' }: ResourceChange): string {
  return `${address} ${deposed}`;
}

/** The rows of the first plan, with {@link UNKNOWN} wherever another one says something else; by place. */
export function settledRows(plans: readonly (readonly ResourceChange[])[]): ReadonlyMap<string, ResourceChange> {
  const [first = [], ...others] = plans;
  const rows = new Map(first.map((row) => [placeOf(row), withoutNote(row)]));
  for (const other of others) {
    const rename = renaming(other, rows);
    for (const row of other.map(withoutNote)) {
      const known = rows.get(placeOf(row));
      if (known !== undefined)
        rows.set(placeOf(row), { ...known, after: common(known.after, rename(row.after)) as ResourceChange['after'] });
    }
  }
  return rows;
}

/** The note of a review plan stands where something is known only after the apply, or is not changed. */
function withoutNote(row: ResourceChange): ResourceChange {
  const isNoted = Object.values(row.after ?? {}).includes(REVIEW_NOTE);
  if (row.after === undefined || !isNoted) return row;
  const after = Object.entries(row.after).map(([name, value]) => [
    name,
    value === REVIEW_NOTE ? (row.fate?.isMade === true ? UNKNOWN : row.before?.[name]) : value,
  ]);
  return { ...row, after: Object.fromEntries(after) as ResourceChange['after'] };
}

const uids = /[0-9a-f]{40}(?:\/[0-9a-f]{16})*/g;

/** The placeholders of one plan replaced by those that the other has at the same places, wherever they stand in a text. */
function renaming(from: readonly ResourceChange[], to: ReadonlyMap<string, ResourceChange>) {
  const names = new Map<string, string | undefined>();
  for (const row of from) {
    const [mine, theirs] = [plannedUid(row), plannedUid(to.get(placeOf(row)) ?? row)];
    if (typeof mine !== 'string' || typeof theirs !== 'string') continue;
    // One placeholder at two places, and two in the other plan: it stands for neither.
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

/** What both say. */
function common(one: unknown, other: unknown): unknown {
  if (one === other) return one;
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return one.map((inner, index) => common(inner, other[index]));
  if (isObject(one) && isObject(other)) {
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return Object.fromEntries(names.map((name) => [name, common(one[name], other[name])]));
  }
  return UNKNOWN;
}
