import { mkdtempSync, readFileSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { schemaProblems } from '../../src/plugin';
import { startHost, type Host } from '../../src/plugin/testing';
import { provider } from './support/readme-example';

const readme = readFileSync(join(__dirname, '../../src/plugin/README.md'), 'utf8');
const example = readFileSync(join(__dirname, 'support/readme-example.ts'), 'utf8');

let folder: string;
let host: Host;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notes-'));
  host = await startHost(provider, { folder });
});

afterEach(() => rmSync(folder, { recursive: true }));

test('the page shows the example that is tested here', () => {
  expect(readme).toContain(`\`\`\`ts\n${example.replace("'../../../src/plugin'", "'./plugin'")}\`\`\``);
});

test('its resource takes forty lines', () => {
  const [resource = ''] = /const noteSchema[^]*?\nconst note:[^]*?\n};\n/.exec(example) ?? [];
  expect(resource.split('\n').length).toBeGreaterThan(20);
  expect(resource.split('\n').length).toBeLessThanOrEqual(40);
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

test('it refuses a name, and a file that is there already', async () => {
  const note = host.resource('notes_note');
  await expect(note.apply({ name: '../x' })).rejects.toThrow('has other characters');
  writeFileSync(join(folder, 'taken.txt'), '');
  await expect(note.apply({ name: 'taken' })).rejects.toThrow('EEXIST');
});
