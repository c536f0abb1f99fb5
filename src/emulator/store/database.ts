/**
 * The database beneath the store: in memory, or a data file that survives a crash (write-ahead log, every commit synced)
 * and that one emulator uses at a time.
 */
import { rmSync, statSync } from 'node:fs';
import type { Declaration } from '../../model/schema';
import { APPLICATION_ID, claimDataFile, creates } from './data-file';
import { type Index, indexesFor, indexesForLoading, indexSql } from './indexes';
import { storedText, textSql } from './row';
import { findWriteReason } from '../../base/files/write-error';
import {
  BUSY,
  CANTOPEN,
  CORRUPT,
  type Database,
  ERROR,
  FORMAT,
  FULL,
  IOERR,
  loadSqlite,
  NOTADB,
  READONLY,
  sqliteCode,
} from './sqlite';

// With rowids, so that the indexes are narrow, and counting or skipping does not read the JSON.
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
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

/**
 * Opens `dataFile`, or a database in memory without one. Throws an `Error` that names the file when it is no database,
 * is damaged, or belongs to another application, and says what to install when SQLite is missing.
 */
export function openDatabase(dataFile: string | undefined, declarations: readonly Declaration[]): Database {
  const open = loadSqlite();
  let database: Database | undefined;
  try {
    database = open(dataFile === undefined ? ':memory:' : claimDataFile(dataFile));
    if (dataFile !== undefined) {
      checkIntegrity(database);
      markOurs(database);
    }
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    database.exec('PRAGMA busy_timeout = 2000');
    // Building an index sorts it. The folder of temporary files may be read-only.
    database.exec('PRAGMA temp_store = MEMORY');
    database.exec(tables);
    setIndexes(database, isEmpty(database) ? indexesForLoading() : indexesFor(declarations));
    return database;
  } catch (error) {
    database?.close();
    if (dataFile !== undefined && statSync(dataFile, { throwIfNoEntry: false })?.size === 0) rmSync(dataFile);
    throw openingError(dataFile, error);
  }
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

/** The time to wait for an emulator that is about to end. Milliseconds. */
const lockTimeout = 2000;

/**
 * Makes sure that one emulator runs over a data file: two would each remember counts that the other changes. Returns what
 * releases the lock. Throws an `Error` if another emulator has it.
 *
 * The lock is SQLite's, on a file next to the data file: the operating system releases it when the process ends,
 * however it ends.
 */
export function lockDataFile(dataFile: string, waitMs: number = lockTimeout): () => void {
  const open = loadSqlite();
  let lock: Database | undefined;
  try {
    // One lock for all paths to the same file.
    const lockFile = `${claimDataFile(dataFile)}-lock`;
    creates(lockFile);
    lock = open(lockFile);
    lock.exec(`PRAGMA busy_timeout = ${waitMs}`);
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if (sqliteCode(error) !== BUSY) throw openingError(dataFile, error);
    throw new Error(
      `The data file ${dataFile} is in use: an emulator is running with it. Stop it, or use another file.`,
      { cause: error },
    );
  }
  return () => {
    lock?.exec('ROLLBACK');
    lock?.close();
    lock = undefined;
  };
}

/** Returns true if an emulator is running over a data file. Throws an `Error` if the file cannot be used. */
export function isDataFileInUse(dataFile: string): boolean {
  try {
    lockDataFile(dataFile, 0)();
    return false;
  } catch (error) {
    if (sqliteCode((error as Error).cause) === BUSY) return true;
    throw error;
  }
}

/**
 * Returns the error for a failed read. Our statements are valid, so the data is the cause unless SQLite reports another
 * one.
 */
export function readingError(dataFile: string | undefined, error: unknown): unknown {
  const code = sqliteCode(error);
  return code === undefined || code === ERROR || isDamage(code) ? damageError(dataFile, error) : error;
}

/** Returns the error to throw for a failed write: the written data may be the cause. */
export function writingError(dataFile: string | undefined, error: unknown): unknown {
  if (isDamage(sqliteCode(error))) return damageError(dataFile, error);
  const reason = [IOERR, FULL].includes(sqliteCode(error) ?? 0) ? findWriteReason(dataFile ?? '') : undefined;
  return reason === undefined ? error : new Error(`Cannot write ${dataFile}: ${reason}.`, { cause: error });
}

/** Throws if the file is damaged. Called before the first write: the check needs some 250 ms for 100,000 objects. */
function checkIntegrity(database: Database): void {
  const [row] = database.prepare(`SELECT ${textSql('integrity_check')} FROM pragma_integrity_check LIMIT 1`).all();
  const found = row === undefined ? 'ok' : storedText(row);
  if (found !== 'ok') throw new Error(`it is damaged: ${found}`);
}

/** Read from the file itself, before a write-ahead log exists that only SQLite can read. */
function markOurs(database: Database): void {
  const [row] = database.prepare(`SELECT ${textSql('application_id')} FROM pragma_application_id`).all();
  if (row === undefined || Number(storedText(row)) !== APPLICATION_ID)
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
}

function isEmpty(database: Database): boolean {
  return database.prepare(`SELECT ${textSql('1')} FROM records LIMIT 1`).get() === undefined;
}

/** Creates the missing indexes and removes the others, together. */
export function setIndexes(database: Database, indexes: readonly Index[]): void {
  const wanted = new Map(indexes.map((index) => [index.name, indexSql(index)]));
  const rows = database
    .prepare(
      `SELECT ${textSql('name || char(10) || sql')} FROM sqlite_master WHERE type = 'index' AND tbl_name = 'records' AND sql IS NOT NULL`,
    )
    .all();
  const found = new Map(rows.map((row) => storedText(row).split('\n', 2) as [string, string]));
  const outdated = [...found.keys()].filter((name) => found.get(name) !== wanted.get(name));
  const missing = [...wanted].filter(([name, sql]) => found.get(name) !== sql).map(([, sql]) => sql);
  if (outdated.length + missing.length === 0) return;
  const statements = [...outdated.map((name) => `DROP INDEX "${name.replaceAll('"', '""')}"`), ...missing];
  // A transaction, also within another one.
  database.exec(`SAVEPOINT indexes; ${statements.join('; ')}; RELEASE indexes`);
}

function openingError(dataFile: string | undefined, error: unknown): Error {
  const message = String(error).replace(/^\w*Error: /, '');
  // For a path that cannot be opened, the message of libsql is a Rust value, and that of `node:fs` names a system call.
  const isOfSystem = [READONLY, IOERR, FULL, CANTOPEN].includes(sqliteCode(error) ?? 0);
  const reason =
    isOfSystem || /^(ConnectionFailed|E[A-Z]+: )/.test(message)
      ? `${findWriteReason(dataFile ?? '') ?? 'its folder does not exist, or the file is not readable and writable'}.`
      : `${message}.`;
  return new Error(`The data file ${dataFile ?? '(in memory)'} cannot be opened: ${reason}`, { cause: error });
}

function damageError(dataFile: string | undefined, cause: unknown): Error {
  const where = dataFile === undefined ? 'The data in memory is' : `The data file ${dataFile} is`;
  const found = cause instanceof Error ? cause.message : String(cause);
  return new Error(`${where} damaged: ${found}. Use a copy of it, or a new file.`, { cause });
}

function isDamage(code: number | undefined): boolean {
  return code === CORRUPT || code === NOTADB || code === FORMAT;
}
