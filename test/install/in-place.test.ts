import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireFolders, requireNoOtherFiles, requireRegularFile } from '../../src/install/in-place';

let root: string;
beforeEach(() => (root = realpathSync(mkdtempSync(join(tmpdir(), 'in-place-')))));
afterEach(() => rmSync(root, { recursive: true }));

const remedy = 'Nothing was changed: move or remove it, and run this again.';

test('folders, absent folders and links within the root are accepted', () => {
  mkdirSync(join(root, 'real/inner'), { recursive: true });
  symlinkSync(join(root, 'real'), join(root, 'link'));
  for (const path of ['real/inner', 'real/absent/deeper', 'link/inner', 'link/absent'])
    expect(() => requireFolders(root, join(root, path))).not.toThrow();
});

test('a file instead of a folder is an error', () => {
  writeFileSync(join(root, 'a'), '');
  expect(() => requireFolders(root, join(root, 'a/b'))).toThrow(
    `${join(root, 'a')} is a file and not a folder. ${remedy}`,
  );
});

test('a link that leaves the root is an error, also if its target begins like the root', () => {
  const beside = `${root}-beside`;
  mkdirSync(beside);
  try {
    symlinkSync(beside, join(root, 'out'));
    expect(() => requireFolders(root, join(root, 'out/b'))).toThrow(
      `${join(root, 'out')} is a link to ${beside}, which is not a folder in ${root}: nothing is written there. ${remedy}`,
    );
  } finally {
    rmSync(beside, { recursive: true });
  }
  symlinkSync(join(root, 'nowhere'), join(root, 'dangling'));
  expect(() => requireFolders(root, join(root, 'dangling'))).toThrow('nothing is written there');
  symlinkSync(root, join(root, 'self'));
  expect(() => requireFolders(root, join(root, 'self'))).toThrow('nothing is written there');
});

test('a link to a file within the root is an error, too', () => {
  writeFileSync(join(root, 'file'), '');
  symlinkSync(join(root, 'file'), join(root, 'link'));
  expect(() => requireFolders(root, join(root, 'link/b'))).toThrow(`${join(root, 'link')} is a link and not a folder.`);
});

test('only a regular file is replaced', () => {
  const path = join(root, 'provider');
  expect(() => requireRegularFile(path)).not.toThrow();
  writeFileSync(path, '');
  expect(() => requireRegularFile(path)).not.toThrow();
  symlinkSync('/etc/hostname', join(root, 'link'));
  expect(() => requireRegularFile(join(root, 'link'))).toThrow(
    `${join(root, 'link')} is a link to /etc/hostname and not a regular file. ${remedy}`,
  );
  expect(() => requireRegularFile(root)).toThrow(`${root} is a folder and not a regular file.`);
});

test('other files of the folder are named, at most five', () => {
  expect(() => requireNoOtherFiles(join(root, 'absent'), ['provider'])).not.toThrow();
  writeFileSync(join(root, 'provider'), '');
  expect(() => requireNoOtherFiles(root, ['provider'])).not.toThrow();
  writeFileSync(join(root, 'part-2cf24dba.cjs'), 'hello');
  expect(() => requireNoOtherFiles(root, ['provider'])).not.toThrow();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) writeFileSync(join(root, name), '');
  expect(() => requireNoOtherFiles(root, ['provider'])).toThrow(
    `${root} also contains "a", "b", "c", "d", "e", which Terraform would treat as parts of the provider. ${remedy}`,
  );
});
