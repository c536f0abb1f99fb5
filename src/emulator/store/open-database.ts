/**
 * Opens the database: in memory, or a file that survives a crash (write-ahead log, every commit synced). libsql is an
 * optional dependency and loaded only here, when an emulator starts.
 */
import type Libsql from 'libsql';
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
 * Opens `dataFile`, or a database in memory without one. Throws an `Error` that names the file when it is no database
 * or another process holds it, and says what to install when libsql is missing.
 */
export function openDatabase(dataFile: string | undefined, indexes: readonly StoreIndex[]): Database {
  const Libsql = loadLibsql();
  try {
    const database = new Libsql(dataFile ?? ':memory:');
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    database.exec('PRAGMA busy_timeout = 2000');
    database.exec(tables);
    for (const { name, kind, expression } of indexes) {
      database.exec(`CREATE INDEX IF NOT EXISTS ${name} ON records (${expression}) WHERE kind = '${kind}'`);
    }
    return database;
  } catch (error) {
    throw new Error(`The data file ${dataFile ?? '(in memory)'} cannot be opened: ${why(error)}`, { cause: error });
  }
}

function why(error: unknown): string {
  const message = String(error).replace(/^\w*Error: /, '');
  // What the binding says of a path that SQLite cannot open is a Rust value.
  return message.startsWith('ConnectionFailed')
    ? 'its folder does not exist, or this is not a file that may be read and written here.'
    : `${message}.`;
}

function loadLibsql(): typeof Libsql {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- optional: importing it would fail whoever does without
    return require('libsql') as typeof Libsql;
  } catch (error) {
    throw new Error('The emulator needs the package "libsql", which is not installed: npm install libsql', {
      cause: error,
    });
  }
}
