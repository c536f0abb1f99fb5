import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import Libsql from 'libsql';
import { createEmulator, startEmulator } from '../../../src/emulator';

let folder: string;
let dataFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-file-'));
  dataFile = join(folder, 'organization.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Everything in the folder, byte for byte. */
const contents = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name)).toString('base64')]);
const modes = () => readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]);

/** The database as it lies there while a program holds it, or after it was killed. */
function asKilled(make: (database: Libsql.Database) => void, closes = false): void {
  const original = join(folder, 'elsewhere', basename(dataFile));
  mkdirSync(dirname(original));
  const database = new Libsql(original);
  make(database);
  if (closes) database.close();
  for (const name of readdirSync(dirname(original)).filter((one) => !one.endsWith('-shm')))
    copyFileSync(join(dirname(original), name), join(folder, name));
  database.close();
  rmSync(dirname(original), { recursive: true });
}

describe('a data file', () => {
  test('and what lies beside it are readable by its owner alone, whatever the umask', () => {
    const umask = process.umask(0);
    const emulator = createEmulator({ dataFile });
    process.umask(umask);
    expect(modes()).toContainEqual(['organization.db-wal', '600']);
    expect(modes().filter(([, mode]) => mode !== '600')).toEqual([]);
    emulator.close();
  });

  test('that others may read is closed to them', () => {
    createEmulator({ dataFile }).close();
    for (const suffix of ['', '-lock']) chmodSync(`${dataFile}${suffix}`, 0o644);
    createEmulator({ dataFile }).close();
    expect(modes()).toContainEqual(['organization.db', '600']);
    expect(modes().filter(([, mode]) => mode !== '600')).toEqual([]);
  });

  test('is for one emulator at a time, by whatever path; a seed that is wrong lets go of it', () => {
    const link = join(folder, 'link.db');
    const emulator = createEmulator({ dataFile });
    symlinkSync(dataFile, link);
    for (const path of [dataFile, link])
      expect(() => createEmulator({ dataFile: path })).toThrow(`The data file ${path} is in use`);
    emulator.close();
    emulator.close();
    rmSync(dataFile);
    expect(() => createEmulator({ dataFile, seed: { groups: [{ name: 'NOT' }] } })).toThrow('groups[0]');
    createEmulator({ dataFile: link }).close();
  });

  test.each([['closed'], ['killed']])('of version 0.1.0, which was %s, is opened', (end) => {
    const seed = { groups: [{ name: 'kept' }] };
    const first = createEmulator({ dataFile: join(folder, 'first.db'), seed });
    const schema = new Libsql(join(folder, 'first.db'));
    const statements = schema.prepare('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL').all() as { sql: string }[];
    const settings = schema.prepare('SELECT name, value FROM settings').all() as { name: string; value: string }[];
    schema.close();
    first.close();
    asKilled((database) => {
      database.exec('PRAGMA journal_mode = WAL');
      for (const { sql } of statements) database.exec(sql);
      for (const { name, value } of settings) database.prepare('INSERT INTO settings VALUES (?, ?)').run(name, value);
    }, end === 'closed');
    const emulator = createEmulator({ dataFile });
    expect(emulator.rootGroupUid).toBe(first.rootGroupUid);
    emulator.close();
  });
});

describe('the file of another application is refused, and stays as it is', () => {
  const others: readonly [string, () => void][] = [
    ['with its own application_id', () => asKilled((database) => void database.exec('PRAGMA application_id = 7'))],
    ['that has no application_id', () => asKilled((database) => void database.exec('CREATE TABLE records (id)'))],
    [
      'that was killed',
      () => asKilled((database) => void database.exec('PRAGMA journal_mode = WAL; CREATE TABLE settings (id)')),
    ],
    [
      'that was closed',
      () => asKilled((database) => void database.exec('PRAGMA journal_mode = WAL; CREATE TABLE a (id)'), true),
    ],
    ['that is text', () => writeFileSync(dataFile, 'a letter of a hundred characters and more. '.repeat(5))],
    ['of one byte', () => writeFileSync(dataFile, 'x')],
  ];
  test.each(others)('%s', async (_, make) => {
    make();
    chmodSync(dataFile, 0o644);
    const before = [contents(), modes()];
    const refusal =
      /^The data file .*organization\.db cannot be opened: (it is the database of another application|file is not a database)/;
    expect(() => createEmulator({ dataFile })).toThrow(refusal);
    await expect(startEmulator({ dataFile })).rejects.toThrow(refusal);
    expect(() => createEmulator({ dataFile, dataFileInUse: true })).toThrow(refusal);
    expect([contents(), modes()]).toEqual(before);
  });

  test('a folder', () => {
    expect(() => createEmulator({ dataFile: folder })).toThrow('not a regular file');
    expect(contents()).toEqual([]);
  });
});
