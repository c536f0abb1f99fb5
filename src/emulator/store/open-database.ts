/**
 * Opens the database: in memory, or a file that survives a crash (write-ahead log, every commit synced). libsql is an
 * optional dependency and loaded only here, when an emulator starts.
 */
import type Libsql from 'libsql';
import { textIn, textSql, type Row } from './row';
import type { StoreIndex } from './store-index';

export type Database = Libsql.Database;

// With rowids: so the indexes are narrow, and counting or skipping reads none of the JSON.
const tables = `
  CREATE TABLE IF NOT EXISTS records (
    kind TEXT NOT NULL,
    uid TEXT NOT NULL,
    parent TEXT,
    name TEXT NOT NULL,
    json TEXT NOT NULL,
    create_time TEXT NOT NULL,
    update_time TEXT NOT NULL,
    PRIMARY KEY (kind, uid)
  );
  CREATE INDEX IF NOT EXISTS records_by_parent ON records (parent, kind);
  CREATE INDEX IF NOT EXISTS records_by_name ON records (kind, name, uid);
  CREATE INDEX IF NOT EXISTS records_by_create_time ON records (kind, create_time, uid);
  CREATE INDEX IF NOT EXISTS records_by_update_time ON records (kind, update_time, uid);
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

/**
 * Opens `dataFile`, or a database in memory without one. Throws an `Error` that names the file when it is no database,
 * is damaged, or another process holds it, and says what to install when libsql is missing.
 */
export function openDatabase(dataFile: string | undefined, indexes: readonly StoreIndex[]): Database {
  const Libsql = loadLibsql();
  let database: Database | undefined;
  try {
    database = new Libsql(dataFile ?? ':memory:');
    if (dataFile !== undefined) check(database);
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    database.exec('PRAGMA busy_timeout = 2000');
    database.exec(tables);
    for (const { name, kind, expression } of indexes) {
      database.exec(`CREATE INDEX IF NOT EXISTS ${name} ON records (${expression}) WHERE kind = '${kind}'`);
    }
    return database;
  } catch (error) {
    database?.close();
    throw openingError(dataFile, error);
  }
}

/** Says which file cannot be opened, and why. */
export function openingError(dataFile: string | undefined, error: unknown): Error {
  return new Error(`The data file ${dataFile ?? '(in memory)'} cannot be opened: ${why(error)}`, { cause: error });
}

/** Leaves everything in the data file itself, so that it can be copied without its write-ahead log. */
export function closeDatabase(database: Database): void {
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch {
    // A file that cannot be written now keeps its log, which is read when it is opened again.
  }
  database.close();
}

/** Before anything is written into it. Takes about a quarter of a second for 100,000 objects. */
function check(database: Database): void {
  const [row] = database.prepare(`SELECT ${textSql('integrity_check')} FROM pragma_integrity_check(1)`).all() as Row[];
  const found = row === undefined ? 'ok' : textIn(row);
  if (found !== 'ok') throw new Error(`it is damaged: ${found}`);
}

function why(error: unknown): string {
  const message = String(error).replace(/^\w*Error: /, '');
  // What the binding says of a path that SQLite cannot open is a Rust value.
  return message.startsWith('ConnectionFailed')
    ? 'its folder does not exist, or this is not a file that may be read and written here.'
    : `${message}.`;
}

/** Throws an `Error` that says what to install when it is missing. */
export function loadLibsql(): typeof Libsql {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- optional: importing it would fail whoever does without
    return require('libsql') as typeof Libsql;
  } catch (error) {
    throw new Error('The emulator needs the package "libsql", which is not installed: npm install libsql', {
      cause: error,
    });
  }
}
