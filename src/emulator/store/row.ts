/**
 * Records as they leave the database: as bytes. On text that is not UTF-8, which a damaged file may hold, the driver
 * aborts the whole process; it passes bytes on unchecked, and they are checked here. A whole record is one value, since
 * each value costs about as much as parsing the record's JSON.
 */

/** An object as the store keeps it, whatever its kind. */
export interface StoredRecord {
  readonly kind: string;
  readonly uid: string;
  /** The uid of the object in which it lies; absent for a root. */
  readonly parent?: string | undefined;
  readonly name: string;
  /** The declared fields in our spelling, without default values, and what is derived from them for filters. */
  readonly values: Readonly<Record<string, unknown>>;
  /** RFC 3339 with milliseconds. */
  readonly createTime: string;
  readonly updateTime: string;
}

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
