/**
 * The ownership and permissions of a data file, which contains the keys that sign tokens. Databases of other
 * applications are recognized without SQLite, which would write to them even for a check.
 */
import { chmodSync, closeSync, existsSync, openSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** SQLite's `application_id` of our data files: "piac". Data files of version 0.1.0 have none. */
export const APPLICATION_ID = 0x70696163;

/** The first statement of the schema, which SQLite keeps in the file as it was written. */
const firstTable = 'CREATE TABLE records (\n    kind TEXT NOT NULL';

/**
 * Creates the file if it does not exist, and makes it, and SQLite's files next to it, accessible to its owner only.
 * Returns its path without links. Throws an `Error` for a file of another application, which is not changed.
 */
export function claimDataFile(dataFile: string): string {
  const created = creates(dataFile);
  const path = realpathSync(dataFile);
  if (!created) assertOurs(path);
  for (const file of ['', '-wal', '-shm', '-lock'].map((suffix) => `${path}${suffix}`))
    if (existsSync(file) && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  return path;
}

/**
 * Creates an empty file, which is an empty database, that only its owner can read. Returns true if it did not exist
 * before.
 */
export function creates(file: string): boolean {
  try {
    closeSync(openSync(resolve(file), 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

function assertOurs(path: string): void {
  // Not opened: a pipe would be waited for.
  if (!statSync(path).isFile()) throw new Error('it is not a regular file');
  const header = getHeader(path);
  if (header.length === 0) return;
  if (header.length < headerBytes || !header.subarray(0, magic.length).equals(magic))
    throw new Error('file is not a database');
  const id = header.readUInt32BE(applicationIdAt);
  if (id === APPLICATION_ID || (id === 0 && isOfFirstVersion(path))) return;
  throw new Error('it is the database of another application and was not changed. Use another file');
}

// Source: sqlite.org "Database File Format", 1.3.
const magic = Buffer.from('SQLite format 3\0');
const headerBytes = 100;
const applicationIdAt = 68;

function getHeader(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const header = Buffer.alloc(headerBytes);
    return header.subarray(0, readSync(file, header));
  } finally {
    closeSync(file);
  }
}

/** After a killed process, only the write-ahead log may contain the schema. */
function isOfFirstVersion(path: string): boolean {
  return [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file).includes(firstTable));
}
