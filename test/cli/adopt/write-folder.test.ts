import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProjectFiles } from '../../../src/cli/project/new-project';
import { findWritingProblem, MANIFEST, writeFolder } from '../../../src/cli/adopt/write-folder';

const folder = mkdtempSync(join(tmpdir(), 'adopt-'));
afterAll(() => rmSync(folder, { recursive: true }));

const files = (texts: Readonly<Record<string, string>>) =>
  new Map(Object.entries(texts).map(([path, text]) => [path, { text }]));
const read = (dir: string, path: string) => readFileSync(join(dir, path), 'utf8');

test('it writes a new folder, and nothing next to it', () => {
  const dir = join(folder, 'new', 'project');
  const given: ProjectFiles = new Map<string, { text: string; executable?: boolean }>([
    ...files({ 'a/b.ts': 'b' }),
    ['run.sh', { text: '#!/bin/sh', executable: true }] as const,
  ]);
  expect(findWritingProblem(dir, given)).toBeUndefined();
  writeFolder(dir, given);
  expect(read(dir, 'a/b.ts')).toBe('b');
  expect(statSync(join(dir, 'run.sh')).mode & 0o111).not.toBe(0);
  expect(readdirSync(join(folder, 'new'))).toEqual(['project']);
});

test('it writes an empty folder', () => {
  const dir = join(folder, 'empty');
  mkdirSync(dir);
  expect(findWritingProblem(dir, files({ a: 'a' }))).toBeUndefined();
  writeFolder(dir, files({ a: 'a' }));
  expect(read(dir, 'a')).toBe('a');
});

test('a second run replaces its own files, deletes those that it no longer writes, and keeps others', () => {
  const dir = join(folder, 'again');
  writeFolder(dir, files({ a: '1', 'old/b': '2' }));
  writeFileSync(join(dir, 'package-lock.json'), '{}');
  const next = files({ a: '3', 'c/d': '4' });
  expect(findWritingProblem(dir, next)).toBeUndefined();
  writeFolder(dir, next);
  expect([read(dir, 'a'), read(dir, 'c/d'), read(dir, 'package-lock.json')]).toEqual(['3', '4', '{}']);
  expect(existsSync(join(dir, 'old/b'))).toBe(false);
  expect(findWritingProblem(dir, next)).toBeUndefined();
});

test('it refuses a folder with other files, a file, an edited file, and a file of the same name', () => {
  const other = join(folder, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'x'), 'x');
  expect(findWritingProblem(other, files({ a: 'a' }))).toBe('it is not empty. Name a new folder.');
  expect(findWritingProblem(join(other, 'x'), files({}))).toBe('it is not a folder. Name another folder.');

  const edited = join(folder, 'edited');
  writeFolder(edited, files({ a: '1', b: '2' }));
  writeFileSync(join(edited, 'a'), 'edited');
  rmSync(join(edited, 'b'));
  expect(findWritingProblem(edited, files({ a: '1' }))).toBe(
    'someone has changed a, b since. To add only objects that no stack manages, pass --unmanaged. Otherwise name a new folder, and merge both.',
  );

  const applied = join(folder, 'applied');
  const project = files({ a: '1', 'imports.json': '{}', 'imports/one.json': '{}', 'imports.tf': '' });
  writeFolder(applied, project);
  for (const path of ['imports.json', 'imports', 'imports.tf']) rmSync(join(applied, path), { recursive: true });
  expect(findWritingProblem(applied, project)).toBeUndefined();
  writeFileSync(join(applied, 'imports.json'), '{ }');
  expect(findWritingProblem(applied, project)).toContain('someone has changed imports.json since.');

  const mixed = join(folder, 'mixed');
  writeFolder(mixed, files({ a: '1' }));
  writeFileSync(join(mixed, 'c'), 'mine');
  expect(findWritingProblem(mixed, files({ a: '1', c: '2' }))).toBe('it contains c. Name a new folder.');
});

test('the manifest lists the hashes of the files', () => {
  const dir = join(folder, 'manifest');
  writeFolder(dir, files({ a: 'a' }));
  expect(JSON.parse(read(dir, MANIFEST))).toEqual({
    files: { a: 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb' },
  });
});
