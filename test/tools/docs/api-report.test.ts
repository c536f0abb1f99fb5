// @slow
/** The committed report of the public API: a change of an export is a change of a file in the same commit. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

jest.setTimeout(240_000);

const root = join(__dirname, '../../..');
const folder = 'test/package/api-report';

test('the report shows the current exports of every entry', () => {
  const program = `import { apiReports } from './src/tools/docs/api-report.mjs';
    process.stdout.write(JSON.stringify([...(await apiReports())]));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(stderr).toBe('');
  const current = new Map(JSON.parse(stdout) as [string, string][]);
  const committed = readdirSync(join(root, folder)).map((name) => join(folder, name));
  expect(committed.sort()).toEqual([...current.keys()].sort());
  const stale = committed.filter((path) => readFileSync(join(root, path), 'utf8') !== current.get(path));
  expect(stale.map((path) => `${path} is out of date: run npm run docs`)).toEqual([]);
});
