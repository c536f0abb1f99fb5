import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const scratch = mkdtempSync(join(tmpdir(), 'release-test-'));
const changelog = [
  '# Changelog\n',
  '## [Unreleased]\n\n- Later.\n',
  '## [1.2.0] - 2026-11-22\n\n### Added\n\n- Much.\n',
  '## [1.1.0]\n\n- Little.\n',
  '[1.2.0]: https://example.com\n',
].join('\n');

beforeAll(() => {
  cpSync(join(root, 'src/tools'), join(scratch, 'src/tools'), { recursive: true });
  writeFileSync(join(scratch, 'package.json'), '{"version":"1.2.0"}');
});
beforeEach(() => writeFileSync(join(scratch, 'CHANGELOG.md'), changelog));
afterAll(() => rmSync(scratch, { recursive: true }));

function notes(...args: string[]) {
  return spawnSync(process.execPath, [join(scratch, 'src/tools/release/release-notes.mjs'), ...args], {
    encoding: 'utf8',
  });
}

test('the notes of a release are what the changelog says of its version', () => {
  expect(notes('v1.2.0')).toMatchObject({ status: 0, stdout: '### Added\n\n- Much.\n' });
});

test.each([
  [['v1.1.0'], 'The tag is v1.1.0, the version in package.json 1.2.0: v1.2.0 is expected.'],
  [[], 'The tag is missing, the version in package.json 1.2.0: v1.2.0 is expected.'],
])('a tag of another version is refused: %j', (args, why) => {
  const { status, stderr } = notes(...args);
  expect({ status, stderr: stderr.trim() }).toEqual({ status: 1, stderr: why });
});

test('a version without an entry in the changelog is rejected', () => {
  writeFileSync(join(scratch, 'CHANGELOG.md'), changelog.replace('[1.2.0] -', '[1.3.0] -'));
  const { status, stderr } = notes('v1.2.0');
  expect(status).toBe(1);
  expect(stderr).toContain('CHANGELOG.md does not describe 1.2.0');
});
