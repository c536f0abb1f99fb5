// @slow
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

jest.setTimeout(60_000);

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'reporter-test-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** The output of Jest with the reporter, without a terminal and without colors. */
function printed(files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.js`), text);
  writeFileSync(join(folder, 'jest.config.js'), `module.exports = { projects: [{ displayName: 'fast' }] };`);
  const args = ['--reporters', resolve('src/tools/check/brief-reporter.mjs'), '--rootDir', folder, '--runInBand'];
  const { stdout } = spawnSync(process.execPath, [resolve('node_modules/jest/bin/jest.js'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, CI: 'true', NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: 50_000,
  });
  return stdout;
}

test('files that pass are counted by project, and the longest are listed', () => {
  const text = printed({ one: `test('a', () => {}); test('b', () => {});`, other: `test('c', () => {});` });
  expect(text).toMatch(/^Running 2 test files\n/);
  expect(text).toMatch(/^fast +2 +3 +\d+\.\d$/m);
  expect(text).toMatch(/^ +\d+\.\d s {2}one\.test\.js$/m);
  expect(text).not.toContain('PASS');
});

test('a failure is printed in full, with the output of its file', () => {
  const text = printed({ wrong: `test('adds', () => { console.log('hint'); expect(1 + 1).toBe(3); });` });
  expect(text).toContain('FAIL fast wrong.test.js\nhint\n');
  expect(text).toContain('● adds');
  expect(text).toContain('Expected: 3');
});

test('a file that cannot be loaded is a failure', () => {
  expect(printed({ broken: `require('./missing');` })).toMatch(/FAIL fast broken\.test\.js\n[^]*Cannot find module/);
});
