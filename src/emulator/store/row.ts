/**
 * Records as they leave the database: as bytes. On text that is not UTF-8, which a damaged file may hold, the driver
 * aborts the whole process; it passes bytes on unchecked, and they are checked here. All records of a result are one value,
 * since each value costs about as much as parsing a record's JSON.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { isObject } from '../../model/api';

/** An object as the store keeps it, for any kind. */
export interface StoredRecord {
  readonly kind: string;
  readonly uid: string;
  /** The uid of the parent; absent for a root. */
  readonly parent?: string | undefined;
  readonly name: string;
  /** The declared fields in our representation, without default values, and values derived from them for filters. */
  readonly values: Readonly<Record<string, unknown>>;
  /** RFC 3339 with milliseconds. */
  readonly createTime: string;
  readonly updateTime: string;
}

/** The result of a query by {@link recordsSql} or {@link textSql}. */
export interface QueryRow {
  readonly bytes: ArrayBuffer | Uint8Array | null;
}

export interface StoredRow {
  readonly record: StoredRecord;
  readonly orderKey: string | number;
}

/** SQL for records, each with the value that it is ordered by: a JSON list of pairs, the second being the record's own JSON. */
export function recordsSql(orderKey = "''"): string {
  const list = ['kind', 'uid', 'parent', 'name', 'create_time', 'update_time', orderKey].join(', ');
  return `CAST('[' || group_concat('[' || json_array(${list}) || ',' || json || ']') || ']' AS BLOB) AS bytes`;
}

/** SQL for a text. */
export function textSql(expression: string): string {
  return `CAST(${expression} AS BLOB) AS bytes`;
}

/** In their order. Throws an `Error` when the bytes are no records. */
export function recordsIn(row: QueryRow): StoredRow[] {
  return row.bytes === null ? [] : (JSON.parse(storedText(row)) as unknown[][]).map(rowIn);
}

function rowIn([columns, values, ...others]: readonly unknown[]): StoredRow {
  const [kind, uid, parent, name, createTime, updateTime, orderKey] = columns as unknown[];
  const texts = [kind, uid, parent ?? '', name, createTime, updateTime];
  if (texts.some((value) => typeof value !== 'string') || !isObject(values) || others.length > 0)
    throw new Error('a record has values of the wrong type');
  return {
    record: { kind, uid, parent: parent ?? undefined, name, values, createTime, updateTime } as StoredRecord,
    orderKey: orderKey as string | number,
  };
}

/** Larger records are compressed. A new organization is smaller: loading the compression takes longer than the rest of its packing. */
const LARGE_BYTES = 64 * 1024;

/** Returns the records as text without line breaks, compressed if they are large. */
export function packRecords(row: QueryRow): string {
  if (row.bytes === null) return '';
  if (row.bytes.byteLength < LARGE_BYTES) return storedText(row);
  return gzipSync(row.bytes, { level: 1 }).toString('base64');
}

/** Returns the records of {@link packRecords}. Throws an `Error` when the text contains none. */
export function unpackRecords(text: string): StoredRecord[] {
  // No base64 begins with a bracket.
  const bytes = text.startsWith('[') ? Buffer.from(text) : gunzipSync(Buffer.from(text, 'base64'));
  return recordsIn({ bytes }).map(({ record }) => record);
}

/** Throws an `Error` when the bytes are no text. */
export function storedText({ bytes }: QueryRow): string {
  if (bytes === null) throw new Error('a value is missing');
  return decoder.decode(bytes);
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
