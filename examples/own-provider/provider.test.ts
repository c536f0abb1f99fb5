/** Tests the provider with a host that calls it like Terraform. Run it with `npx tsx --test provider.test.ts`. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { schemaProblems } from 'cdktf-provider-platform/plugin';
import { startHost, type Host } from 'cdktf-provider-platform/plugin/testing';
import { provider } from './provider';

let folder: string;
let host: Host;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notes-'));
  host = await startHost(provider, { folder });
});

afterEach(() => rmSync(folder, { recursive: true }));

test('the schemas are valid', () => {
  assert.deepEqual(schemaProblems(provider), []);
});

test('a note is created, and changed in place', async () => {
  const note = host.resource('notes_note');
  await note.apply({ name: 'hello', text: 'Hello.' });
  assert.equal((await note.plan({ name: 'hello', text: 'Hello.' })).action, 'no-op');
  assert.equal((await note.apply({ name: 'hello', text: 'Bye.' })).action, 'update');
  assert.equal(readFileSync(join(folder, 'hello.txt'), 'utf8'), 'Bye.');
});

test('a change of the name replaces the note', async () => {
  const note = host.resource('notes_note');
  await note.apply({ name: 'hello' });
  assert.deepEqual((await note.plan({ name: 'bye' })).requiresReplace, ['name']);
});

test('a deleted note is recreated', async () => {
  const note = host.resource('notes_note');
  await note.apply({ name: 'hello' });
  unlinkSync(join(folder, 'hello.txt'));
  assert.equal((await note.apply({ name: 'hello' })).action, 'create');
});

test('an existing file can be imported, but not overwritten', async () => {
  writeFileSync(join(folder, 'mine.txt'), 'Mine.');
  const note = host.resource('notes_note');
  await assert.rejects(note.apply({ name: 'mine' }), /EEXIST/);
  await note.import('mine');
  assert.equal((await note.plan({ name: 'mine', text: 'Mine.' })).action, 'no-op');
});

test('an invalid file name is rejected at plan', async () => {
  await assert.rejects(host.resource('notes_note').plan({ name: '../x' }), /must contain only letters/);
});
