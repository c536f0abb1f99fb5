/**
 * One running emulator for a data file: two would each remember counts that the other changes. The lock is one of SQLite
 * on a file beside it, which the operating system takes away from a process that ends, however it ends.
 */
import { loadLibsql, openingError, type Database } from './open-database';

/** How long to wait for an emulator that is just ending. Milliseconds. */
const patience = 2000;

/** Takes the lock; what it returns gives it back. Throws an `Error` if another emulator has it. */
export function lockDataFile(dataFile: string): () => void {
  const Libsql = loadLibsql();
  let lock: Database | undefined;
  try {
    lock = new Libsql(`${dataFile}-lock`);
    lock.exec(`PRAGMA busy_timeout = ${patience}`);
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if (!String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) throw openingError(dataFile, error);
    throw new Error(
      `The data file ${dataFile} is in use: an emulator is running with it. Stop that one, or take another file.`,
      { cause: error },
    );
  }
  const held = lock;
  return () => {
    held.exec('ROLLBACK');
    held.close();
  };
}
