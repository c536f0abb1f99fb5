// @slow
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { createEmulator } from '../../../src/emulator';
import { program } from '../../support/program';

jest.setTimeout(180_000);

let folder: string;
let dataFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'damage-'));
  dataFile = join(folder, 'organization.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** In a process of its own: what the database driver does with such data, it may do to the whole process. */
function run(file: string, ...args: readonly string[]): { ended: string | number | null; out: string } {
  const { status, signal, stdout } = spawnSync(process.execPath, program(file, ...args), {
    timeout: 150_000,
    killSignal: 'SIGKILL',
  });
  return { ended: signal ?? status, out: stdout.toString() };
}

test('no damage to a data file ends the process: each is an error, or of no consequence', () => {
  const { ended, out } = run('test/emulator/support/damage.ts', folder, '4', '60');
  expect(ended).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ 'truncate refused': 12, 'writeHalfPairs errors': 12 });
});

test('a damaged file is refused before anything is written, by its name and with what to do', () => {
  createEmulator({ dataFile }).close();
  const database = new Libsql(dataFile);
  // The index says other names than the table does.
  database.exec('PRAGMA writable_schema = ON');
  database.exec(
    `UPDATE sqlite_master SET sql = replace(sql, '(kind, name', '(kind, create_time') WHERE name = 'records_by_name'`,
  );
  database.close();
  expect(() => createEmulator({ dataFile })).toThrow(dataFile);
  expect(() => createEmulator({ dataFile })).toThrow('it is damaged:');
});

test('an object whose text is no UTF-8 is an error that names the file, and the rest can be read', async () => {
  createEmulator({ dataFile, seed: { groups: [{ name: 'acme', groups: [{ name: 'a' }] }] } }).close();
  const database = new Libsql(dataFile);
  database.exec(`UPDATE records SET create_time = CAST(x'ff' AS TEXT) WHERE kind = 'Group' AND name = 'a'`);
  database.close();
  const emulator = createEmulator({ dataFile });
  const headers = { authorization: `Bearer ${await emulator.administratorToken()}` };
  const ask = (path: string) => emulator.handle(new Request(`http://localhost/iam/v2beta1/${path}`, { headers }));
  const list = await ask('groups?order_by=create_time');
  expect([list.status, await list.json()]).toMatchObject([
    500,
    {
      code: 13,
      message: expect.stringMatching(new RegExp(`The data file ${dataFile} is damaged: .+ Use a copy`)),
    },
  ]);
  expect((await ask(`groups/${emulator.rootGroupUid}`)).status).toBe(200);
  emulator.close();
});

test('a key that is none is damage, too', () => {
  createEmulator({ dataFile }).close();
  const database = new Libsql(dataFile);
  database.exec(`UPDATE settings SET value = '{"kty":"EC"}' WHERE name = 'apiSigningKey'`);
  database.close();
  expect(() => createEmulator({ dataFile })).toThrow(`The data file ${dataFile} is damaged`);
});

test('what is closed is whole without its write-ahead log', () => {
  createEmulator({ dataFile, seed: { groups: [{ name: 'kept' }] } }).close();
  writeFileSync(`${dataFile}-wal`, '');
  const emulator = createEmulator({ dataFile });
  expect(emulator.snapshot()).toMatchObject({ groups: [{ name: 'kept' }] });
  emulator.close();
});
