/** Both libraries of SQLite: the suites of the store run with that of this Node, and here with libsql, which every Node can have. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator } from '../../../src/emulator';
import { loadSqlite } from '../../../src/emulator/store/sqlite';

/** Removes `node:sqlite` from this process. */
const useLibsql = () => void jest.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
afterEach(() => jest.restoreAllMocks());

describe('libsql:', () => {
  beforeEach(useLibsql);
  // oxlint-disable typescript/no-require-imports -- registers the tests of these files in this block
  require('./data-file.test');
  require('./store.test');
});

test('a file that one library made opens with the other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-'));
  const dataFile = join(folder, 'organization.db');
  const names = (seed?: { groups: { name: string }[] }) => {
    const emulator = createEmulator({ dataFile, ...(seed && { seed }) });
    emulator.seed({ groups: [{ name: `group-${emulator.snapshot().groups?.length}` }] });
    const found = emulator.snapshot().groups?.map(({ name }) => name);
    emulator.close();
    return found?.sort();
  };
  expect(names({ groups: [{ name: 'acme' }] })).toEqual(['acme', 'group-1']);
  useLibsql();
  expect(names()).toEqual(['acme', 'group-1', 'group-2']);
  jest.restoreAllMocks();
  expect(names()).toEqual(['acme', 'group-1', 'group-2', 'group-3']);
  rmSync(folder, { recursive: true });
});

test('the SQLite of Node is in use if the process has it, without its warning', () => {
  const emitWarning = jest.spyOn(process, 'emitWarning').mockImplementation();
  class DatabaseSync {}
  jest.spyOn(process, 'getBuiltinModule').mockImplementation((name: string) => {
    process.emitWarning(`${name} is experimental`, 'ExperimentalWarning');
    return { DatabaseSync };
  });
  expect(loadSqlite()(':memory:')).toBeInstanceOf(DatabaseSync);
  expect(emitWarning).not.toHaveBeenCalled();
  process.emitWarning('later');
  expect(emitWarning).toHaveBeenCalledWith('later');
});

test('without any SQLite, the error names both ways to get it', () => {
  useLibsql();
  jest.doMock('libsql', () => {
    throw new Error('Cannot find module');
  });
  expect(() => createEmulator({})).toThrow(
    /^The emulator needs Node 22\.13 or newer, or the package "libsql", which is not installed: npm install libsql$/,
  );
  jest.dontMock('libsql');
});
