/**
 * The storage of the emulator: one table of records in SQLite. The store knows kinds only as names. Every method is
 * synchronous, so that a request's reads and writes are one transaction.
 */
import { illFormedAt } from '../../model/api';
import type { Declaration } from '../../model/schema';
import { closeDatabase, openDatabase, readingError, setIndexes, writingError } from './database';
import { createIndexChoice, indexesFor, indexesForLoading } from './indexes';
import { createMatchCounts } from './match-counts';
import { createRecordCache } from './record-cache';
import {
  packRecords,
  recordsIn,
  recordsSql,
  storedText,
  textSql,
  type QueryRow,
  type StoredRecord,
  type StoredRow,
} from './row';
import { type Condition, countSql, selectionSql, type Selection } from './selection';

/** A record that was added (no `before`), replaced, or removed (no `after`). */
export interface RecordChange {
  readonly kind: string;
  readonly uid: string;
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
}

export interface Store {
  readonly get: (kind: string, uid: string) => StoredRecord | undefined;
  /** Adds a record. Throws if the kind has one of this uid. */
  insert(record: StoredRecord): void;
  /** Replaces the record of the same kind and uid. */
  replace(record: StoredRecord): void;
  remove(kind: string, uid: string): void;
  /** Records in their order, each with the value that it is ordered by. */
  select(selection: Selection): StoredRow[];
  count(kind: string, where: readonly Condition[]): number;
  /** Every record of a kind that matches, by uid. */
  find(kind: string, where: readonly Condition[]): StoredRecord[];
  /** Every record, by kind and uid. */
  all(): StoredRecord[];
  /** Returns every record in parts, each as text for `unpackRecords`. Large parts have some 3 % of their size. */
  packed(): string[];
  setting(name: string): string | undefined;
  /**
   * Returns the setting, converted by `parse`. Throws an `Error` that calls the data file damaged if `parse` throws.
   */
  settingAs<T>(name: string, parse: (text: string) => T): T | undefined;
  setSetting(name: string, value: string): void;
  /** Runs `work`; a throw undoes everything it wrote. */
  transaction<T>(work: () => T): T;
  /** A transaction that adds many records. In a new store, it finds records quickly only by uid or name. */
  load<T>(work: () => T): T;
  /** Removes every record; settings stay. */
  clear(): void;
  /** Grows with every write to the kind. */
  revision(kind: string): number;
  /** Calls `listener` with the changes of each transaction that was committed; `clear` is not reported. */
  subscribe(listener: (changes: readonly RecordChange[]) => void): () => void;
  close(): void;
}

/** Opens a store over `dataFile`, or in memory. Throws like {@link openDatabase}. */
export function openStore(declarations: readonly Declaration[], dataFile?: string): Store {
  const database = openDatabase(dataFile, declarations);
  const prepare = (sql: string) => database.prepare(sql);
  const statements = new Map<string, ReturnType<typeof prepare>>();
  const revisions = new Map<string, number>();
  const allIndexes = createIndexChoice(indexesFor(declarations));
  const loadingIndexes = createIndexChoice(indexesForLoading());
  const records = createRecordCache();
  const listeners = new Set<(changes: readonly RecordChange[]) => void>();
  /** Changes of the transaction that is open. */
  let uncommitted: RecordChange[] = [];
  let inTransaction = false;
  let isLoading = false;
  let isOpen = true;

  const prepared = (sql: string) => {
    const known = statements.get(sql) ?? prepare(sql);
    statements.set(sql, known);
    return known;
  };
  /** Returns the row of a query with at most one row. */
  const read = <T>(from: (row: QueryRow) => T, sql: string, ...values: readonly unknown[]): T | undefined => {
    try {
      const row = prepared(sql).get(...values);
      return row && from(row);
    } catch (error) {
      throw readingError(dataFile, error);
    }
  };
  const readRows = (sql: string, ...values: readonly unknown[]): StoredRow[] => read(recordsIn, sql, ...values) ?? [];
  const readNumber = (expression: string) => Number(read(storedText, `SELECT ${textSql(expression)} FROM records`));
  const readAfter = (kind: string, uid: string): StoredRow[] =>
    readRows(
      `SELECT ${recordsSql()} FROM (SELECT * FROM records WHERE (kind, uid) > (?, ?) ORDER BY kind, uid LIMIT ${PART})`,
      kind,
      uid,
    );
  const write = (sql: string, ...values: readonly unknown[]) => {
    try {
      prepared(sql).run(...values);
    } catch (error) {
      throw writingError(dataFile, error);
    }
  };
  const rollBack = () => {
    try {
      database.exec('ROLLBACK');
    } catch {
      // A commit that failed may have ended the transaction already.
    }
  };
  const revise = (kind: string) => void revisions.set(kind, (revisions.get(kind) ?? 0) + 1);
  const isNew = readNumber('coalesce(max(rowid), 0)') === 0;
  let isIndexed = !isNew;
  /** Builds the indexes of a new database when it no longer loads: from whole tables, which takes less time and memory. */
  const chooseIndexes = () => {
    if (isLoading && !isIndexed) return loadingIndexes;
    if (!isIndexed) makeIndexes();
    isIndexed = true;
    return allIndexes;
  };
  const makeIndexes = () => {
    try {
      setIndexes(database, indexesFor(declarations));
    } catch (error) {
      throw writingError(dataFile, error);
    }
  };
  const counts = createMatchCounts((kind, where) => {
    const { sql, values } = countSql(kind, where, chooseIndexes().narrowest(kind, where));
    return Number(read(storedText, sql, ...values));
  });
  const select = (selection: Selection): StoredRow[] => {
    const { sql, values } = selectionSql(selection, chooseIndexes().cheapest(selection, counts.count));
    return readRows(sql, ...values);
  };
  const forget = () => {
    for (const { kind } of declarations) revise(kind);
    counts.clear();
    records.clear();
  };

  const get: Store['get'] = (kind, uid) => {
    const known = records.get(kind, uid);
    if (known !== undefined) return known;
    const found = read(
      (row) => ({ record: recordsIn(row)[0]?.record, length: row.bytes?.byteLength ?? 0 }),
      `SELECT ${recordsSql()} FROM records WHERE kind = ? AND uid = ?`,
      kind,
      uid,
    );
    if (found?.record !== undefined) records.set(found.record, found.length);
    return found?.record;
  };
  /** Returns the record if counts or listeners need to know it before it is changed. */
  const beforeChange = (kind: string, uid: string) =>
    counts.concern(kind) || listeners.size > 0 ? get(kind, uid) : undefined;
  /** Receives a record that was added, replaced or removed. */
  const changed = (kind: string, uid: string, before: StoredRecord | undefined, after: StoredRecord | undefined) => {
    revise(kind);
    counts.changed(before, after);
    records.delete(kind, uid);
    if (listeners.size === 0) return;
    uncommitted.push({ kind, uid, before, after });
    if (!inTransaction) report();
  };
  const report = () => {
    const changes = uncommitted;
    uncommitted = [];
    if (changes.length > 0) for (const listener of listeners) listener(changes);
  };
  const settingAs = <T>(name: string, parse: (text: string) => T): T | undefined =>
    read((row) => parse(storedText(row)), `SELECT ${textSql('value')} FROM settings WHERE name = ?`, name);

  const transaction: Store['transaction'] = (work) => {
    if (inTransaction) return work();
    database.exec('BEGIN IMMEDIATE');
    inTransaction = true;
    try {
      const result = work();
      database.exec('COMMIT');
      report();
      return result;
    } catch (error) {
      uncommitted = [];
      forget();
      rollBack();
      isIndexed = !isNew;
      throw error;
    } finally {
      inTransaction = false;
    }
  };

  return {
    get,
    insert: (record) => {
      const { kind, uid } = record;
      write('INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?)', kind, uid, ...getColumns(record));
      changed(kind, uid, undefined, record);
    },
    replace: (record) => {
      const { kind, uid } = record;
      const before = beforeChange(kind, uid);
      write(
        'UPDATE records SET parent = ?, name = ?, json = ?, create_time = ?, update_time = ? WHERE kind = ? AND uid = ?',
        ...getColumns(record),
        kind,
        uid,
      );
      changed(kind, uid, before, record);
    },
    remove: (kind, uid) => {
      const before = beforeChange(kind, uid);
      write('DELETE FROM records WHERE kind = ? AND uid = ?', kind, uid);
      changed(kind, uid, before, undefined);
    },
    select,
    count: counts.count,
    find: (kind, where) =>
      select({ kind, where, order: { field: 'uid', descending: false }, skip: 0, limit: -1 }).map(
        ({ record }) => record,
      ),
    all: () => {
      const found: StoredRecord[] = [];
      // In parts: SQLite, Node and JSON.parse would each have a copy of the whole text.
      for (let rows = readAfter('', ''); rows.length > 0;) {
        for (const { record } of rows) found.push(record);
        const { kind = '', uid = '' } = found.at(-1) ?? {};
        rows = readAfter(kind, uid);
      }
      return found;
    },
    packed: () => {
      const parts: string[] = [];
      const last = readNumber('coalesce(max(rowid), 0)');
      const sql = `SELECT ${recordsSql()} FROM records WHERE rowid > ? AND rowid <= ?`;
      for (let from = 0; from < last; from += PART) parts.push(read(packRecords, sql, from, from + PART) ?? '');
      return parts.filter((part) => part !== '');
    },
    setting: (name) => settingAs(name, (text) => text),
    settingAs,
    setSetting: (name, value) => write('INSERT OR REPLACE INTO settings VALUES (?, ?)', name, value),
    transaction,
    load: (work) =>
      transaction(() => {
        isLoading = true;
        let result;
        try {
          result = work();
        } finally {
          isLoading = false;
        }
        chooseIndexes();
        return result;
      }),
    clear: () => {
      forget();
      write('DELETE FROM records');
    },
    revision: (kind) => revisions.get(kind) ?? 0,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => {
      statements.clear();
      if (isOpen) closeDatabase(database);
      isOpen = false;
    },
  };
}

/** The number of records that are read together. */
const PART = 2_000;

/** The checks of requests and seeds reject invalid Unicode. This check catches the rest. */
function getColumns({ kind, uid, parent, name, values, createTime, updateTime }: StoredRecord): unknown[] {
  const illFormed = illFormedAt({ ...values, name });
  if (illFormed !== undefined)
    throw new TypeError(`${kind} ${uid} cannot be stored: ${illFormed} is not valid Unicode.`);
  return [parent ?? null, name, JSON.stringify(values), createTime, updateTime];
}
