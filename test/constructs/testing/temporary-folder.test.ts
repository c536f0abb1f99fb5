import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '../../../constructs/testing/temporary-folder';

test('it is removed with its contents, and one listener serves all', () => {
  const before = process.listenerCount('exit');
  const folders = [temporaryFolder(), temporaryFolder()];
  expect(process.listenerCount('exit')).toBe(before + 1);
  for (const { path } of folders) writeFileSync(join(path, 'file'), '');
  expect(folders.map(({ path }) => existsSync(path))).toEqual([true, true]);
  for (const { remove } of folders) remove();
  folders[0]?.remove();
  expect(folders.map(({ path }) => existsSync(path))).toEqual([false, false]);
  expect(process.listenerCount('exit')).toBe(before);
});

test('a folder of an ended process is removed after an hour', () => {
  const unused = 4_194_304;
  // The tests of both CDKs run at the same time.
  const folders = ['old', 'new'].map((name) => join(tmpdir(), `platform-testing-${unused}-${process.pid}-${name}`));
  const own = join(tmpdir(), `platform-testing-${process.pid}-old`);
  for (const folder of [...folders, own]) mkdirSync(folder);
  const twoHoursAgo = Date.now() / 1000 - 7200;
  for (const folder of [folders[0]!, own]) utimesSync(folder, twoHoursAgo, twoHoursAgo);
  temporaryFolder().remove();
  const found = [...folders, own].map((folder) => existsSync(folder));
  for (const folder of [...folders, own]) rmSync(folder, { recursive: true, force: true });
  expect(found).toEqual([false, true, true]);
});
