/**
 * A list as the store reads it: conditions, a total order, and a beginning. Conditions are pieces of SQL with their
 * values, created only by the functions here.
 */
import { isObject, isWithin } from '../../model/api';
import { recordsSql, textSql, type StoredRecord } from './row';

/** The fields that have their own column. All others are in the JSON. The parent of a root is the empty text. */
const columns: Readonly<Record<string, string>> = {
  uid: 'uid',
  parent: "coalesce(parent, '')",
  name: 'name',
  createTime: 'create_time',
  updateTime: 'update_time',
};

export interface Order {
  readonly field: string;
  readonly descending: boolean;
}

/** A position in an order. */
export interface Position {
  /** The value of the order's field at that place. */
  readonly value: string | number;
  /** Breaks ties, so that the order is total. */
  readonly uid: string;
}

export interface Selection {
  readonly kind: string;
  readonly where: readonly Condition[];
  readonly order: Order;
  readonly after?: Position | undefined;
  readonly skip: number;
  readonly limit: number;
}

/** SQL and the values of its parameters. */
interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** Returns SQL for the selected records, as one value; `index` is the index to read. */
export function selectionSql(selection: Selection, index: string | undefined): Statement {
  const { kind, where, order, after, skip, limit } = selection;
  const key = orderKey(order.field);
  const direction = order.descending ? 'DESC' : 'ASC';
  // Among records that all have one value, the uid alone decides: then the index may end with it.
  const isConstant = where.some(({ pins }) => pins?.field === order.field && pins.to !== 'several');
  const keys = isConstant || order.field === 'uid' ? ['uid'] : [key, 'uid'];
  const place = after === undefined ? [] : [beyond(keys, order, after)];
  const all = [...where, ...place];
  const found =
    `SELECT rowid AS id FROM records${indexedBy(index)} WHERE ${whereSql(kind, all)} ` +
    `ORDER BY ${keys.map((sorted) => `${sorted} ${direction}`).join(', ')} LIMIT ? OFFSET ?`;
  return {
    // Sorting and skipping work on row numbers: only the rows of the page are read whole.
    sql: `SELECT ${recordsSql(key)} FROM (${found}) AS page CROSS JOIN records ON records.rowid = page.id`,
    values: [...all.flatMap(({ values }) => values), limit, skip],
  };
}

function beyond(keys: readonly string[], { descending }: Order, { value, uid }: Position): Statement {
  const values = keys.length === 1 ? [uid] : [value, uid];
  const [left, right] = [keys.join(', '), values.map(() => '?').join(', ')];
  return { sql: `(${left}) ${descending ? '<' : '>'} (${right})`, values };
}

/** Returns SQL that counts the matching records. */
export function countSql(kind: string, where: readonly Condition[], index: string | undefined): Statement {
  return {
    sql: `SELECT ${textSql('count(*)')} FROM records${indexedBy(index)} WHERE ${whereSql(kind, where)}`,
    values: where.flatMap(({ values }) => values),
  };
}

function indexedBy(index: string | undefined): string {
  return index === undefined ? '' : ` INDEXED BY ${index}`;
}

function whereSql(kind: string, where: readonly Statement[]): string {
  return [`kind = ${kindSql(kind)}`, ...where.map(({ sql }) => `(${sql})`)].join(' AND ');
}

/** The kind as a literal and no parameter: SQLite considers a kind's own indexes only for a literal. */
export function kindSql(kind: string): string {
  if (!/^[A-Za-z]+$/.test(kind)) throw new TypeError(`${JSON.stringify(kind)} is not the name of a kind.`);
  return `'${kind}'`;
}

// A missing value sorts like the empty text that it reads as.
function orderKey(field: string): string {
  return isColumn(field) ? getColumn(field) : `coalesce(${getColumn(field)}, '')`;
}

/** The conditions of a selection: in SQL, and for one record in memory. */
export interface Condition extends Statement {
  /**
   * The field that has one value by this condition, none, or one of several. An index that begins with it finds the
   * records.
   */
  readonly pins?: { readonly field: string; readonly to: 'one' | 'none' | 'several' };
  /** Returns true if the record is among those that the SQL selects. Absent: only SQL can tell. */
  readonly matches?: (record: StoredRecord) => boolean;
}

/** The field equals the value. */
export const equal = (field: string, value: string | number): Condition => ({
  ...compare(field, (column, cut) => `${column} = ${cut('?')}`, value),
  pins: { field, to: 'one' },
  matches: (record) => valueIn(record, field) === value,
});

/** The field equals one of the values. */
export const oneOf = (field: string, values: readonly string[]): Condition => ({
  ...compare(field, (column, cut) => `${column} IN (SELECT ${cut('value')} FROM json_each(?))`, JSON.stringify(values)),
  pins: { field, to: 'several' },
  matches: (record) => values.includes(valueIn(record, field) as string),
});

/** Compares the whole value, and what an index has of it. */
function compare(
  field: string,
  write: (column: string, cut: (value: string) => string) => string,
  value: string | number,
): Statement {
  const whole = write(getColumn(field), (text) => text);
  if (!isLong(field)) return { sql: whole, values: [value] };
  return { sql: `${write(getIndexed(field), cutUid)} AND ${whole}`, values: [value, value] };
}

/** The list in the field contains one of the values. */
export const holdsOneOf = (field: string, values: readonly string[]): Condition => ({
  sql: `EXISTS (SELECT 1 FROM json_each(records.json, '$.${checkedName(field)}') WHERE json_each.value IN (SELECT value FROM json_each(?)))`,
  values: [JSON.stringify(values)],
});

/** Matches if the text in the field, or the JSON of its list, contains the words, in upper or lower case. */
export const contains = (field: string, words: string): Condition => ({
  sql: `instr(lower(coalesce(${getColumn(field)}, '')), lower(?)) > 0`,
  values: [words],
});

/** The timestamp in the field is the given one or a later one. */
export const atLeast = (field: string, value: string): Condition => ({
  sql: `${getColumn(field)} >= ?`,
  values: [value],
  pins: { field, to: 'several' },
  matches: (record) => {
    const time = valueIn(record, field);
    return typeof time === 'string' && time >= value;
  },
});

/** The field has no value. */
export const unset = (field: string): Condition => ({
  sql: `${getIndexed(field)} IS NULL`,
  values: [],
  pins: { field, to: 'none' },
  matches: (record) => valueIn(record, field) === undefined,
});

/** The record has no parent. */
export const isRoot: Condition = equal('parent', '');

/** The uid of the record is `uid` or beneath it. */
export const within = (uid: string): Condition => between(uid, uid, (found) => isWithin(found, uid));

/** The uid of the record is beneath `uid`. */
export const beneath = (uid: string): Condition =>
  between(`${uid}/`, uid, (found) => found !== uid && isWithin(found, uid));

function between(from: string, top: string, isInside: (uid: string) => boolean): Condition {
  return {
    sql: 'uid >= ? AND uid < ?',
    values: [from, afterSubtree(top)],
    pins: { field: 'uid', to: 'several' },
    matches: ({ uid }) => isInside(uid),
  };
}

/** The uid of the record is one of `uids` or beneath one. */
export function withinOneOf(uids: readonly string[]): Condition {
  const [first = ''] = [...uids].sort();
  const [end = ''] = uids.map(afterSubtree).sort().reverse();
  if (uids.length === 1) return within(first);
  return {
    // All records are between the first and the last of them, which narrows the index.
    sql: "uid >= ? AND uid < ? AND EXISTS (SELECT 1 FROM json_each(?) AS scope WHERE uid >= scope.value AND uid < scope.value || '0')",
    values: [first, end, JSON.stringify(uids)],
    pins: { field: 'uid', to: 'several' },
    matches: ({ uid }) => uids.some((top) => isWithin(uid, top)),
  };
}

/** At least one of the conditions. Without conditions, nothing matches. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  if (conditions.length === 1 && only !== undefined) return only;
  if (conditions.length === 0) return { sql: 'FALSE', values: [], matches: () => false };
  const statement = {
    sql: `(${conditions.map(({ sql }) => `(${sql})`).join(' OR ')})`,
    values: conditions.flatMap(({ values }) => values),
  };
  const each = conditions.map(({ matches }) => matches).filter((matches) => matches !== undefined);
  if (each.length < conditions.length) return statement;
  return { ...statement, matches: (record) => each.some((matches) => matches(record)) };
}

export function isColumn(field: string): boolean {
  return Object.hasOwn(columns, field);
}

/** Returns SQL for the value of a field. Throws a `TypeError` for an invalid name: names never come from requests. */
export function getColumn(field: string): string {
  return columns[checkedName(field)] ?? `json_extract(json, '$.${field}')`;
}

/** Returns true for a field that contains a uid. It begins with the uid of each group above, so it can be long. */
export function isLong(field: string): boolean {
  return field === 'parent' || field.endsWith('Uid');
}

/** Returns SQL for the value of a field in an index: of a uid, its last segment, which hardly any two uids share. */
export function getIndexed(field: string): string {
  return isLong(field) ? cutUid(getColumn(field)) : getColumn(field);
}

function cutUid(uid: string): string {
  return `substr(${uid}, -16)`;
}

/** Returns the value of {@link columnOf} for the record; `undefined` for NULL. */
function valueIn(record: StoredRecord, field: string): unknown {
  if (field === 'parent') return record.parent ?? '';
  if (isColumn(field)) return record[field as 'uid' | 'name' | 'createTime' | 'updateTime'];
  const value = field
    .split('.')
    .reduce<unknown>(
      (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
      record.values,
    );
  return typeof value === 'boolean' ? Number(value) : (value ?? undefined);
}

function checkedName(field: string): string {
  if (!/^[A-Za-z][A-Za-z0-9.]*$/.test(field))
    throw new TypeError(`${JSON.stringify(field)} is not the name of a field.`);
  return field;
}

// Uids consist of hexadecimal digits and "/", and "0" is the character that follows "/".
const afterSubtree = (uid: string): string => `${uid}0`;
