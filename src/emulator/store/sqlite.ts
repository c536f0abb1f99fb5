/**
 * The SQLite of this process: `node:sqlite` if Node has it, otherwise the optional package libsql. Both write the same files.
 * Loaded only when an emulator starts.
 */
import type { QueryRow } from './row';

/** The members that both libraries have. */
export interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}

interface Statement {
  get(...values: readonly unknown[]): QueryRow | undefined;
  all(...values: readonly unknown[]): QueryRow[];
  run(...values: readonly unknown[]): unknown;
}

type DatabaseClass = new (file: string) => Database;

/** The result codes of SQLite that have a meaning for us. Source: sqlite.org "Result and Error Codes". */
export const ERROR = 1;
export const BUSY = 5;
export const READONLY = 8;
export const IOERR = 10;
export const CORRUPT = 11;
export const FULL = 13;
export const CANTOPEN = 14;
export const FORMAT = 24;
export const NOTADB = 26;

/** Returns what opens a file, or `:memory:`. Throws an `Error` with the next step if this process has no SQLite. */
export function loadSqlite(): (file: string) => Database {
  const DatabaseOfProcess = loadNodeSqlite() ?? loadLibsql();
  return (file) => new DatabaseOfProcess(file);
}

/** Returns the primary result code of SQLite; `undefined` for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  const { errcode, rawCode = errcode } = error as { readonly errcode?: number; readonly rawCode?: number };
  return rawCode === undefined ? undefined : rawCode & 0xff;
}

function loadNodeSqlite(): DatabaseClass | undefined {
  // Some versions of Node warn that it is experimental. The user of an emulator cannot act on that.
  // oxlint-disable-next-line typescript/unbound-method -- put back as it was
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    const found = process.getBuiltinModule?.('node:sqlite') as { readonly DatabaseSync: DatabaseClass } | undefined;
    return found?.DatabaseSync;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function loadLibsql(): DatabaseClass {
  try {
    // oxlint-disable-next-line typescript/no-require-imports -- optional: an import would fail for users without it
    return require('libsql') as DatabaseClass;
  } catch (error) {
    throw new Error(
      'The emulator needs Node 22.13 or newer, or the package "libsql", which is not installed: npm install libsql',
      { cause: error },
    );
  }
}
