/**
 * A list as the store reads it: conditions, a total order, and where to begin. Conditions are pieces of SQL with their
 * values, made only by the functions here.
 */
import { recordSql, textSql } from './row';

export interface Order {
  readonly field: string;
  readonly descending: boolean;
}

/** A place in an order: everything after it comes next. */
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

/** SQL that selects; `wide` when most records of the kind match, so that walking the order's index beats sorting. */
export function selectionSql(selection: Selection, wide: boolean): Condition {
  const { kind, where, order, after, skip, limit } = selection;
  const key = orderKey(order.field);
  const direction = order.descending ? 'DESC' : 'ASC';
  const index = wide ? orderIndexes[order.field] : undefined;
  const place: Condition[] =
    after === undefined
      ? []
      : [{ sql: `(${key}, uid) ${order.descending ? '<' : '>'} (?, ?)`, values: [after.value, after.uid] }];
  const all = [...where, ...place];
  return {
    sql:
      `SELECT ${recordSql(key)} FROM records` +
      (index === undefined ? '' : ` INDEXED BY ${index}`) +
      ` WHERE ${whereSql(kind, all)} ORDER BY ${key} ${direction}, uid ${direction} LIMIT ? OFFSET ?`,
    values: [...all.flatMap(({ values }) => values), limit, skip],
  };
}

/** SQL that counts what matches. */
export function countSql(kind: string, where: readonly Condition[]): Condition {
  return {
    sql: `SELECT ${textSql('count(*)')} FROM records WHERE ${whereSql(kind, where)}`,
    values: where.flatMap(({ values }) => values),
  };
}

const orderIndexes: Readonly<Record<string, string>> = {
  name: 'records_by_name',
  createTime: 'records_by_create_time',
  updateTime: 'records_by_update_time',
};

// The kind is part of the text and no parameter: SQLite considers a kind's partial indexes only for a literal.
function whereSql(kind: string, where: readonly Condition[]): string {
  if (!/^[A-Za-z]+$/.test(kind)) throw new TypeError(`${JSON.stringify(kind)} is no name of a kind.`);
  return [`kind = '${kind}'`, ...where.map(({ sql }) => `(${sql})`)].join(' AND ');
}

// A missing value sorts like the empty text that it reads as.
function orderKey(field: string): string {
  return isColumn(field) && field !== 'parent' ? columnOf(field) : `coalesce(${columnOf(field)}, '')`;
}

/** What records are selected by. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** The field equals the value. */
export const equal = (field: string, value: string | number): Condition => ({
  sql: `${columnOf(field)} = ?`,
  values: [value],
});

/** The field equals one of the values. */
export const oneOf = (field: string, values: readonly string[]): Condition => ({
  sql: `${columnOf(field)} IN (SELECT value FROM json_each(?))`,
  values: [JSON.stringify(values)],
});

/** The list in the field holds one of the values. */
export const holdsOneOf = (field: string, values: readonly string[]): Condition => ({
  sql: `EXISTS (SELECT 1 FROM json_each(records.json, '$.${checkedName(field)}') WHERE json_each.value IN (SELECT value FROM json_each(?)))`,
  values: [JSON.stringify(values)],
});

/** The text in the field, or the JSON of its list, contains the words, whatever their case. */
export const contains = (field: string, words: string): Condition => ({
  sql: `instr(lower(coalesce(${columnOf(field)}, '')), lower(?)) > 0`,
  values: [words],
});

/** The field's value is the given one or a later one. */
export const atLeast = (field: string, value: string): Condition => ({
  sql: `${columnOf(field)} >= ?`,
  values: [value],
});

/** The field has no value. */
export const unset = (field: string): Condition => ({ sql: `${columnOf(field)} IS NULL`, values: [] });

/** The record has no parent. */
export const isRoot: Condition = { sql: 'parent IS NULL', values: [] };

/** The record's uid is `uid` or lies beneath it. */
export const within = (uid: string): Condition => ({ sql: 'uid >= ? AND uid < ?', values: [uid, afterSubtree(uid)] });

/** The record's uid lies beneath `uid`. */
export const beneath = (uid: string): Condition => ({
  sql: 'uid >= ? AND uid < ?',
  values: [`${uid}/`, afterSubtree(uid)],
});

/** The record's uid is one of `uids` or lies beneath one. */
export function withinOneOf(uids: readonly string[]): Condition {
  const [only] = uids;
  if (uids.length === 1 && only !== undefined) return within(only);
  return {
    sql: "EXISTS (SELECT 1 FROM json_each(?) AS scope WHERE uid >= scope.value AND uid < scope.value || '0')",
    values: [JSON.stringify(uids)],
  };
}

/** At least one of the conditions; without any, nothing matches. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  if (conditions.length === 1 && only !== undefined) return only;
  if (conditions.length === 0) return { sql: 'FALSE', values: [] };
  return {
    sql: `(${conditions.map(({ sql }) => `(${sql})`).join(' OR ')})`,
    values: conditions.flatMap(({ values }) => values),
  };
}

/** The fields that have a column of their own; every other lies within the JSON. */
const columns: Readonly<Record<string, string>> = {
  uid: 'uid',
  parent: 'parent',
  name: 'name',
  createTime: 'create_time',
  updateTime: 'update_time',
};

export function isColumn(field: string): boolean {
  return Object.hasOwn(columns, field);
}

/** SQL for the field's value. Throws a `TypeError` for what is no plain name: names never come from requests. */
export function columnOf(field: string): string {
  return columns[checkedName(field)] ?? `json_extract(json, '$.${field}')`;
}

function checkedName(field: string): string {
  if (!/^[A-Za-z][A-Za-z0-9.]*$/.test(field)) throw new TypeError(`${JSON.stringify(field)} is no name of a field.`);
  return field;
}

// Uids consist of hexadecimal digits and "/", and "0" is the character that follows "/".
const afterSubtree = (uid: string): string => `${uid}0`;
