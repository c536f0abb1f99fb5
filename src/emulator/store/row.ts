/**
 * How records leave the database: as bytes. For text that is not UTF-8, as a damaged file may hold it, the driver ends
 * the whole process; bytes it hands over as they are, and they are checked here. One value for a whole record, since
 * each costs about as much as the record's JSON takes to parse.
 */
import type { StoredRecord } from './record';

/** What a query by {@link recordSql} or {@link textSql} results in. */
export interface Row {
  readonly bytes: ArrayBuffer | null;
}

export interface StoredRow {
  readonly record: StoredRecord;
  readonly orderKey: string | number;
}

/** SQL for a record and the value that it is ordered by: a JSON list without line breaks, then the record's own JSON. */
export function recordSql(orderKey = "''"): string {
  const list = ['kind', 'uid', 'parent', 'name', 'create_time', 'update_time', orderKey].join(', ');
  return `CAST(json_array(${list}) || char(10) || json AS BLOB) AS bytes`;
}

/** SQL for a text. */
export function textSql(expression: string): string {
  return `CAST(${expression} AS BLOB) AS bytes`;
}

/** Throws an `Error` when the bytes are no record. */
export function recordIn(row: Row): StoredRow {
  const text = textIn(row);
  const end = text.indexOf('\n');
  const [kind, uid, parent, name, createTime, updateTime, orderKey] = JSON.parse(text.slice(0, end)) as unknown[];
  const values = JSON.parse(text.slice(end + 1)) as unknown;
  const texts = [kind, uid, parent ?? '', name, createTime, updateTime];
  if (texts.some((value) => typeof value !== 'string') || typeof values !== 'object' || values === null)
    throw new Error('a record has values of the wrong type');
  return {
    record: { kind, uid, parent: parent ?? undefined, name, values, createTime, updateTime } as StoredRecord,
    orderKey: orderKey as string | number,
  };
}

/** Throws an `Error` when the bytes are no text. */
export function textIn({ bytes }: Row): string {
  if (bytes === null) throw new Error('a value is missing');
  return decoder.decode(bytes);
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
