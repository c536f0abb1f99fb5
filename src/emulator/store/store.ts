/**
 * The emulator's memory: one table of records over SQLite. It knows kinds only as names; every method is synchronous,
 * so that a request's reads and writes are one transaction.
 */
import type { Declaration } from '../../schema';
import type { Condition } from './condition';
import { openDatabase } from './open-database';
import type { StoredRecord } from './record';
import { countSql, selectionSql, type Selection } from './selection';
import { indexesOf } from './store-index';

/** A record in a list, with the value that the list is ordered by. */
export interface Selected {
  readonly record: StoredRecord;
  readonly orderKey: string | number;
}

export interface Store {
  get(kind: string, uid: string): StoredRecord | undefined;
  /** Adds a record. Throws if the kind has one of this uid. */
  insert(record: StoredRecord): void;
  /** Replaces the record of the same kind and uid. */
  replace(record: StoredRecord): void;
  remove(kind: string, uid: string): void;
  select(selection: Selection): Selected[];
  count(kind: string, where: readonly Condition[]): number;
  /** Everything of a kind that matches, by uid. */
  find(kind: string, where: readonly Condition[]): StoredRecord[];
  /** What lies directly in a group, of every kind. */
  childrenOf(parentUid: string): StoredRecord[];
  /** Every record, by kind and uid. */
  all(): StoredRecord[];
  setting(name: string): string | undefined;
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
  const database = openDatabase(dataFile, indexesOf(declarations));
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
  const rows = (sql: string, ...values: readonly unknown[]) => prepared(sql).all(...values) as Row[];
  const write = (sql: string, ...values: readonly unknown[]) => {
    revision++;
    counts.clear();
    prepared(sql).run(...values);
  };
  // Kept along, since every list asks for it.
  const totals = new Map<string, number>();
  const totalOf = (kind: string): number => {
    const known = totals.get(kind) ?? count(kind, []);
    totals.set(kind, known);
    return known;
  };
  const count = (kind: string, where: readonly Condition[]): number => {
    const { sql, values } = countSql(kind, where);
    const key = JSON.stringify([sql, values]);
    const known = counts.get(key) ?? (prepared(sql).get(...values) as { count: number }).count;
    if (counts.size >= maxCounts) counts.clear();
    counts.set(key, known);
    return known;
  };
  const select = (selection: Selection): Selected[] => {
    const wide = count(selection.kind, selection.where) * 4 > totalOf(selection.kind);
    const { sql, values } = selectionSql(selection, wide);
    return rows(sql, ...values).map((row) => ({ record: recordOf(selection.kind, row), orderKey: row.order_key }));
  };

  return {
    get: (kind, uid) => {
      const [row] = rows(`SELECT ${columns} FROM records WHERE kind = ? AND uid = ?`, kind, uid);
      return row && recordOf(kind, row);
    },
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
      rows(`SELECT ${columns} FROM records WHERE parent = ? ORDER BY kind, uid`, parentUid).map((row) =>
        recordOf(row.kind, row),
      ),
    all: () => rows(`SELECT ${columns} FROM records ORDER BY kind, uid`).map((row) => recordOf(row.kind, row)),
    setting: (name) => (prepared('SELECT value FROM settings WHERE name = ?').get(name) as Setting | undefined)?.value,
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
      database.close();
    },
  };
}

/** How many counts are remembered between two writes. */
const maxCounts = 1000;

interface Setting {
  readonly value: string;
}

interface Row {
  readonly kind: string;
  readonly uid: string;
  readonly parent: string | null;
  readonly name: string;
  readonly json: string;
  readonly create_time: string;
  readonly update_time: string;
  readonly order_key: string | number;
}

const columns = 'kind, uid, parent, name, json, create_time, update_time';

function recordOf(kind: string, row: Row): StoredRecord {
  return {
    kind,
    uid: row.uid,
    parent: row.parent ?? undefined,
    name: row.name,
    values: JSON.parse(row.json) as StoredRecord['values'],
    createTime: row.create_time,
    updateTime: row.update_time,
  };
}

function columnsOf({ parent, name, values, createTime, updateTime }: StoredRecord): unknown[] {
  return [parent ?? null, name, JSON.stringify(values), createTime, updateTime];
}
