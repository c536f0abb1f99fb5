import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  lstatSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder, writeNewFile, writeWholeFile } from '../../src/cli/whole-file';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'whole-file-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (file: string) => statSync(file).mode & 0o777;

test.each([
  ['writeWholeFile', 'before'],
  ['writeNewFile', undefined],
])('%s without space for the file keeps its content, and nothing else is left', (name, before) => {
  const file = join(folder, 'report.json');
  if (before !== undefined) writeFileSync(file, before);
  const program = `require(${JSON.stringify(join(process.cwd(), 'src/cli/whole-file.ts'))}).${name}(process.argv[1], 'x'.repeat(1e6))`;
  // A limit of the size of files acts like a full disk.
  const limited = `trap '' XFSZ; ulimit -f 10; exec "$@"`;
  const command = [process.execPath, '--require', 'tsx/cjs', '--eval', program, file];
  const { status, stderr } = spawnSync('bash', ['-c', limited, 'bash', ...command], { encoding: 'utf8' });
  expect({ status, isTooBig: stderr.includes('EFBIG') }).toEqual({ status: 1, isTooBig: true });
  expect(readdirSync(folder).map((each) => [each, readFileSync(join(folder, each), 'utf8')])).toEqual(
    before === undefined ? [] : [['report.json', before]],
  );
});

test('a file keeps its permissions and its link, and a new one gets the named permissions', () => {
  const file = join(folder, 'a');
  writeFileSync(file, 'before');
  chmodSync(file, 0o640);
  const link = join(folder, 'link');
  symlinkSync(file, link);
  writeWholeFile(link, 'after');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect({ text: readFileSync(file, 'utf8'), mode: modeOf(file) }).toEqual({ text: 'after', mode: 0o640 });
  const secret = join(folder, 'b');
  writeWholeFile(secret, 'x', 0o600);
  expect(modeOf(secret)).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(['a', 'b', 'link']);
});

test('a device is written directly', () => {
  writeWholeFile('/dev/null', 'x');
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
});

test('a folder, and a file in a missing folder, are errors', () => {
  expect(() => writeWholeFile(folder, 'x')).toThrow(/^Cannot write .*: (it is a folder|EISDIR.*)\.$/);
  const missing = join(folder, 'missing', 'a');
  for (const write of [writeWholeFile, writeNewFile])
    expect(() => write(missing, 'x')).toThrow(`Cannot write ${missing}: its folder does not exist.`);
});

test('a folder is made with those above it, and again without an effect', () => {
  const deep = join(folder, 'a', 'b');
  makeFolder(deep);
  makeFolder(deep);
  expect(statSync(deep).isDirectory()).toBe(true);
});

test('a folder that the system does not accept is an error with the folder and the reason', () => {
  expect(() => makeFolder('/proc/platform-iac/reviews')).toThrow(
    'Cannot write /proc/platform-iac: its folder does not exist.',
  );
});
