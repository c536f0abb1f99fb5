import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  describeFileError,
  findFolderReason,
  findWriteReason,
  writeReason,
  explainWriteError,
} from '../../../src/base/files/write-error';

const folder = mkdtempSync(join(tmpdir(), 'write-error-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['EACCES', 'EDQUOT', 'EEXIST', 'EISDIR', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'])(
  'the error %s is a sentence without its code',
  (code) => {
    const error = Object.assign(new Error(`${code}: system text, open 'x'`), { code, syscall: 'write' });
    expect(writeReason(error)).not.toMatch(/E[A-Z]{4}|system text/);
    expect(explainWriteError('x', error).message).toMatch(/^Cannot write x: [^']+\.$/);
    expect(describeFileError(error)).toMatch(/^Cannot write a file: [^']+\.$/);
  },
);

test('an error of the file system is a sentence, and any other error keeps its message', () => {
  writeFileSync(join(folder, 'file'), '');
  const caught = (run: () => void): string => {
    try {
      run();
    } catch (error) {
      return describeFileError(error as Error);
    }
    return '';
  };
  const path = join(folder, 'file', 'new');
  expect(caught(() => mkdirSync(path))).toBe(`Cannot write ${path}: a part of its path is not a folder.`);
  expect(describeFileError(new Error('The plan is empty.'))).toBe('The plan is empty.');
});

test('the reason is found before anything is written', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(findWriteReason(join(folder, 'new'))).toBeUndefined();
  expect(findFolderReason(join(folder, 'a', 'b', 'c'))).toBeUndefined();
  expect(findWriteReason(join(folder, 'missing', 'new'))).toBe('its folder does not exist');
  expect(findWriteReason(join(folder, 'file', 'new'))).toBe('a part of its path is not a folder');
  expect(findFolderReason(join(folder, 'file', 'new'))).toBe('a part of its path is not a folder');
});
