/** A list as the store reads it: conditions, a total order, and where to begin. */
import { columnOf, isColumn, type Condition } from './conditions';
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
