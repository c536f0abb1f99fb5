/** The example of a provider, `examples/own-provider`. Its own tests are run by `test/acceptance/own-provider.test.ts`. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provider } from '../../examples/own-provider/provider';
import { schemaProblems, UNKNOWN } from '../../src/plugin';
import { startHost, type Host } from '../../src/plugin/testing';

const example = readFileSync(join(__dirname, '../../examples/own-provider/provider.ts'), 'utf8');

let folder: string;
let host: Host;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notes-'));
  host = await startHost(provider, { folder });
});

afterEach(() => rmSync(folder, { recursive: true }));

test('its resource takes fifty lines at most', () => {
  const [resource = ''] = /const noteSchema[^]*?\nconst note:[^]*?\n};\n/.exec(example) ?? [];
  expect(resource.split('\n').length).toBeGreaterThan(20);
  expect(resource.split('\n').length).toBeLessThanOrEqual(50);
});

test('it has a valid schema', () => {
  expect(schemaProblems(provider)).toEqual([]);
});

test('it creates, reads, updates, replaces, imports and deletes', async () => {
  const note = host.resource('notes_note');
  await note.apply({ name: 'hello', text: 'Hello.' });
  expect(await note.plan({ name: 'hello', text: 'Hello.' })).toMatchObject({ action: 'no-op' });
  expect((await note.apply({ name: 'hello' })).action).toBe('update');
  expect(readFileSync(join(folder, 'hello.txt'), 'utf8')).toBe('');
  expect((await note.apply({ name: 'bye', text: 'Bye.' })).action).toBe('replace');
  expect(readdirSync(folder)).toEqual(['bye.txt']);

  const imported = host.resource('notes_note');
  await imported.import('bye');
  expect(await imported.plan({ name: 'bye', text: 'Bye.' })).toMatchObject({ action: 'no-op' });

  writeFileSync(join(folder, 'bye.txt'), 'changed');
  await note.refresh();
  expect(note.state).toMatchObject({ text: 'changed' });
  unlinkSync(join(folder, 'bye.txt'));
  await note.refresh();
  expect(note.state).toBeNull();
});

test('it rejects an invalid name, and a file that already exists', async () => {
  const note = host.resource('notes_note');
  await expect(note.apply({ name: '../x' })).rejects.toThrow('must contain only letters');
  writeFileSync(join(folder, 'taken.txt'), '');
  await expect(note.apply({ name: 'taken' })).rejects.toThrow('EEXIST');
});

test('a file that cannot be read is an error, and not a note that is gone', async () => {
  const note = host.resource('notes_note');
  await note.apply({ name: 'hello' });
  unlinkSync(join(folder, 'hello.txt'));
  mkdirSync(join(folder, 'hello.txt'));
  await expect(note.refresh()).rejects.toThrow('EISDIR');
  expect(note.state).not.toBeNull();
});

test('a folder that is not known yet is said to be so', async () => {
  await expect(startHost(provider, { folder: UNKNOWN })).rejects.toThrow('Folder unknown');
});

test('what it is written on knows nothing of our product', () => {
  const sources = ['plugin', 'grpc'].flatMap((folder) =>
    readdirSync(join(__dirname, '../../src', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(__dirname, '../../src', folder, file)),
  );
  expect(sources.length).toBeGreaterThan(40);
  const named = /platform[-._](?:iac|iam|internal)|provider-platform|PLATFORM_/;
  expect(sources.filter((file) => named.test(readFileSync(file, 'utf8')))).toEqual([]);
});
