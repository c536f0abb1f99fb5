import { spawnSync } from 'node:child_process';
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
import { createEmulator, startEmulator, type Emulator } from '../../../src/emulator';

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
  test('and the files next to it are readable by its owner only, for any umask', () => {
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

  test('is for one emulator at a time, over any path; a start that fails releases it', () => {
    const link = join(folder, 'link.db');
    const emulator = createEmulator({ dataFile });
    symlinkSync(dataFile, link);
    for (const path of [dataFile, link])
      expect(() => createEmulator({ dataFile: path })).toThrow(`The data file ${path} is in use`);
    emulator.close();
    emulator.close();
    rmSync(dataFile);
    expect(() => createEmulator({ dataFile, seed: { groups: [{ name: 'NOT' }] } })).toThrow('groups[0]');
    createEmulator({ dataFile }).close();
    createEmulator({ dataFile: link }).close();
  });

  test('does not remain after an invalid seed, but its lock does, for which others may wait', () => {
    expect(() => createEmulator({ dataFile, seed: { groups: [{ name: 'NOT' }] } })).toThrow('groups[0]');
    expect(readdirSync(folder)).toEqual([`${basename(dataFile)}-lock`]);
  });

  // The data of version 0.1.0, without the keys that it generated.
  const version010 = readFileSync(join(__dirname, 'data-file-0.1.0.sql'), 'utf8');

  test.each([
    ['closed', version010],
    ['killed', version010],
    ['closed, before files had an id', version010.replace(/PRAGMA application_id.*/, '')],
    ['killed, before files had an id', version010.replace(/PRAGMA application_id.*/, '')],
  ])(
    'of version 0.1.0, which was %s, is opened, and has the indexes and the built-in roles of this one',
    async (end, dump) => {
      asKilled((database) => void database.exec(dump), end.startsWith('closed'));
      const old = createEmulator({ dataFile });
      const fresh = createEmulator({ dataFile: join(folder, 'fresh.db'), seed: old.snapshot() });
      expect(old.rootGroupUid).toBe('e960615f5517fa032775a62f0deaacbdad857d6b');
      for (const path of [
        'iam/v2beta1/groups?order_by=name',
        `iam/v2beta1/identities?name=ci&uidp.descendants_of=${old.rootGroupUid}`,
        'iam/v2beta1/roles?name=auditor',
        'iam/v2beta1/roles?uidp.in_root=true&order_by=name',
        'iam/v2beta1/roleBindings?order_by=create_time desc',
        'registry/v2beta1/tags?include_dates=true',
        'registry/v2beta1/tags',
      ]) {
        const [before, after] = [await ask(old, path), await ask(fresh, path)];
        expect([path, before]).toEqual([path, after]);
        expect([path, before]).not.toMatchObject([path, { totalCount: '0' }]);
      }
      for (const emulator of [old, fresh]) emulator.close();
      expect(indexes(dataFile)).toEqual(indexes(join(folder, 'fresh.db')));
      createEmulator({ dataFile }).close();
      expect(indexes(dataFile)).toEqual(indexes(join(folder, 'fresh.db')));
    },
  );
});

async function ask(emulator: Emulator, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${await emulator.administratorToken()}` };
  return (await emulator.handle(new Request(`http://localhost/${path}`, { headers }))).json();
}

function indexes(file: string): unknown[] {
  const database = new Libsql(file);
  const found = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' ORDER BY name").all() as {
    name: string;
    sql: string | null;
  }[];
  database.close();
  return found.map(({ name, sql }) => [name, sql]);
}

describe('the file of another application is rejected and not changed', () => {
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

test('a full disk leaves no empty data file', () => {
  const program = `require(${JSON.stringify(join(process.cwd(), 'src/emulator/store/database.ts'))}).openDatabase(process.argv[1], [])`;
  // A limit of the size of files acts like a full disk.
  const command = [process.execPath, '--require', 'tsx/cjs', '--eval', program, dataFile];
  const limited = ['-c', `trap '' XFSZ; ulimit -f 0; exec "$@"`, 'bash', ...command];
  const { status, stderr } = spawnSync('bash', limited, {
    encoding: 'utf8',
    env: { ...process.env, TSX_DISABLE_CACHE: '1' },
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('organization.db cannot be opened: ')]);
  expect(readdirSync(folder)).toEqual([]);
});
