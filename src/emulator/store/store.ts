/**
 * What the emulator remembers: one table of records over SQLite. The store knows kinds only as names. Every method is
 * synchronous, so that a request's reads and writes are one transaction.
 */
import { illFormedAt } from '../../api';
import type { Declaration } from '../../schema';
import { type Condition, countSql, selectionSql, type Selection } from './selection';
import { closeDatabase, openDatabase, readingError, writingError } from './database';
import { recordIn, recordSql, textIn, textSql, type Row, type StoredRecord, type StoredRow } from './row';

export interface Store {
  get(kind: string, uid: string): StoredRecord | undefined;
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
  /** The records of every kind whose parent is the object. */
  childrenOf(parentUid: string): StoredRecord[];
  /** Every record, by kind and uid. */
  all(): StoredRecord[];
  setting(name: string): string | undefined;
  /** What `parse` makes of the setting. Throws an `Error` that calls the data file damaged if `parse` throws. */
  settingAs<T>(name: string, parse: (text: string) => T): T | undefined;
  setSetting(name: string, value: string): void;
  /** Runs `work`; a throw undoes everything it wrote. */
  transaction<T>(work: () => T): T;
  /** Removes every record; settings stay. */
  clear(): void;
  /** Grows with every write. */
  revision(): number;
  close(): void;
}

/** Opens a store over `dataFile`, or in memory. Throws like {@link openDatabase}. */
export function openStore(declarations: readonly Declaration[], dataFile?: string): Store {
  const database = openDatabase(dataFile, declarations);
  const prepare = (sql: string) => database.prepare(sql);
  const statements = new Map<string, ReturnType<typeof prepare>>();
  const counts = new Map<string, number>();
  let revision = 0;
  let inTransaction = false;

  const prepared = (sql: string) => {
    const known = statements.get(sql) ?? prepare(sql);
    statements.set(sql, known);
    return known;
  };
  const read = <T>(from: (row: Row) => T, sql: string, ...values: readonly unknown[]): T[] => {
    try {
      return (prepared(sql).all(...values) as Row[]).map(from);
    } catch (error) {
      throw readingError(dataFile, error);
    }
  };
  const write = (sql: string, ...values: readonly unknown[]) => {
    revision++;
    counts.clear();
    try {
      prepared(sql).run(...values);
    } catch (error) {
      throw writingError(dataFile, error);
    }
  };
  // How many records each kind has; kept up to date, since every list asks for it.
  const totals = new Map<string, number>();
  const totalOf = (kind: string): number => {
    const known = totals.get(kind) ?? count(kind, []);
    totals.set(kind, known);
    return known;
  };
  const count = (kind: string, where: readonly Condition[]): number => {
    const { sql, values } = countSql(kind, where);
    const key = JSON.stringify([sql, values]);
    const known = counts.get(key) ?? Number(read(textIn, sql, ...values)[0]);
    if (counts.size >= maxCounts) counts.clear();
    counts.set(key, known);
    return known;
  };
  const select = (selection: Selection): StoredRow[] => {
    const wide = count(selection.kind, selection.where) * 4 > totalOf(selection.kind);
    const { sql, values } = selectionSql(selection, wide);
    return read(recordIn, sql, ...values);
  };

  const settingAs = <T>(name: string, parse: (text: string) => T): T | undefined =>
    read((row) => parse(textIn(row)), `SELECT ${textSql('value')} FROM settings WHERE name = ?`, name)[0];

  return {
    get: (kind, uid) =>
      read(recordIn, `SELECT ${recordSql()} FROM records WHERE kind = ? AND uid = ?`, kind, uid)[0]?.record,
    insert: (record) => {
      const total = totalOf(record.kind);
      write('INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?)', record.kind, record.uid, ...columnsOf(record));
      totals.set(record.kind, total + 1);
    },
    replace: (record) =>
      write(
        'UPDATE records SET parent = ?, name = ?, json = ?, create_time = ?, update_time = ? WHERE kind = ? AND uid = ?',
        ...columnsOf(record),
        record.kind,
        record.uid,
      ),
    remove: (kind, uid) => {
      totals.delete(kind);
      write('DELETE FROM records WHERE kind = ? AND uid = ?', kind, uid);
    },
    select,
    count,
    find: (kind, where) =>
      select({ kind, where, order: { field: 'uid', descending: false }, skip: 0, limit: -1 }).map(
        ({ record }) => record,
      ),
    childrenOf: (parentUid) =>
      read(recordIn, `SELECT ${recordSql()} FROM records WHERE parent = ? ORDER BY kind, uid`, parentUid).map(
        ({ record }) => record,
      ),
    all: () => read(recordIn, `SELECT ${recordSql()} FROM records ORDER BY kind, uid`).map(({ record }) => record),
    setting: (name) => settingAs(name, (text) => text),
    settingAs,
    setSetting: (name, value) => write('INSERT OR REPLACE INTO settings VALUES (?, ?)', name, value),
    transaction: (work) => {
      if (inTransaction) return work();
      database.exec('BEGIN IMMEDIATE');
      inTransaction = true;
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        revision++;
        counts.clear();
        totals.clear();
        // A commit that failed may have ended the transaction already.
        if (database.inTransaction) database.exec('ROLLBACK');
        throw error;
      } finally {
        inTransaction = false;
      }
    },
    clear: () => {
      totals.clear();
      write('DELETE FROM records');
    },
    revision: () => revision,
    close: () => {
      statements.clear();
      closeDatabase(database);
    },
  };
}

/** How many counts are remembered between two writes. */
const maxCounts = 1000;

/** Requests and seeds are checked for ill-formed text when they arrive; this catches what was overlooked there. */
function columnsOf({ kind, uid, parent, name, values, createTime, updateTime }: StoredRecord): unknown[] {
  const illFormed = illFormedAt({ ...values, name });
  if (illFormed !== undefined) throw new TypeError(`${kind} ${uid} cannot be stored: ${illFormed} is no Unicode.`);
  return [parent ?? null, name, JSON.stringify(values), createTime, updateTime];
}
