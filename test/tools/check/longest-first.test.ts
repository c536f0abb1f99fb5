import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type TestSequencer from '@jest/test-sequencer';

type Sequencer = typeof TestSequencer;
type Tests = Parameters<TestSequencer['sort']>[0];
type Results = Parameters<TestSequencer['cacheResults']>[1];

const { default: LongestFirst, longest } = jest.requireActual<{ default: Sequencer; longest: readonly string[] }>(
  '../../support/longest-first.mjs',
);
const folder = mkdtempSync(join(tmpdir(), 'order-test-'));
const cacheDirectory = mkdtempSync(join(tmpdir(), 'order-cache-'));
afterAll(() => {
  for (const path of [folder, cacheDirectory]) rmSync(path, { recursive: true });
});

const context = { config: { cache: true, cacheDirectory, id: 'order', haste: {} } };
const files = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return { path: join(folder, name), context };
  }) as unknown as Tests;
const sequencer = () => new LongestFirst({ contexts: [], globalConfig: {} as never });
const ordered = async (tests: Tests) =>
  (await sequencer().sort(tests)).map(({ path }) => path.slice(folder.length + 1));

test('of files that were never run, those begin first that grant their tests the most time, then the larger ones', async () => {
  const tests = files({
    small: 'test',
    large: 'test'.repeat(1_000),
    'a minute': 'jest.setTimeout(60_000);',
    'ten minutes': 'jest.setTimeout(600_000);',
    'worked out': 'jest.setTimeout(seconds * 1_000 + 30_000);',
  });
  expect(await ordered(tests)).toEqual(['worked out', 'ten minutes', 'a minute', 'large', 'small']);
});

test('each file of the list exists', () => {
  expect(longest.filter((path) => !existsSync(resolve(path)))).toEqual([]);
});

test('files of the list begin before all others, in its order', async () => {
  const listed = ['test/acceptance/demo.test.ts', 'test/acceptance/pipelines/pipeline.test.ts'];
  const tests = listed.map((path) => ({ path: resolve(path), context })) as unknown as Tests;
  const sorted = await sequencer().sort([...files({ 'ten minutes': 'jest.setTimeout(600_000);' }), ...tests]);
  expect(sorted.map(({ path }) => basename(path))).toEqual(['pipeline.test.ts', 'demo.test.ts', 'ten minutes']);
});

test('what was measured counts before what is granted', async () => {
  const tests = files({ 'granted a minute': 'jest.setTimeout(60_000);', 'took longer': 'test' });
  expect(await ordered(tests)).toEqual(['granted a minute', 'took longer']);
  const perfStats = { runtime: 100_000 };
  const testResults = [{ testFilePath: join(folder, 'took longer'), numFailingTests: 0, perfStats }];
  sequencer().cacheResults(tests, { testResults } as unknown as Results);
  expect(await ordered(tests)).toEqual(['took longer', 'granted a minute']);
});
