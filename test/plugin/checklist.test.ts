import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const rows = readFileSync(join(__dirname, 'checklist.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| +\d/.test(line));

test('the list has its 71 demands in order', () => {
  expect(rows.map((row) => Number(row.split('|')[1]))).toEqual(Array.from({ length: 71 }, (_, i) => i + 1));
});

test('every demand names a test, and the tests that are named exist', () => {
  const named = rows.map((row) =>
    [...row.matchAll(/`((?:plugin|acceptance|bench)\/[^`]+\.ts)`/g)].map(([, path = '']) => path),
  );
  expect(named.filter((paths) => paths.length === 0)).toEqual([]);
  expect(named.flat().filter((path) => !existsSync(join(__dirname, '..', path)))).toEqual([]);
});
