// @slow
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

jest.setTimeout(60_000);

const root = join(__dirname, '../../..');
const projects = ['fast', 'slow', 'smoke', 'acceptance', 'package'];

function getTests(...options: string[]): string[] {
  const jestProgram = join(root, 'node_modules/jest/bin/jest.js');
  const listed = execFileSync(process.execPath, [jestProgram, '--listTests', '--json', ...options], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [json = ''] = /^\[.*\]$/m.exec(listed) ?? [];
  return (JSON.parse(json) as string[]).map((file) => relative(root, file));
}

test('every test file belongs to exactly one project', () => {
  const listed = projects.map((project) => getTests('--selectProjects', project));
  for (const tests of listed) expect(tests).not.toEqual([]);
  const written = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join('test', path));
  expect(listed.flat().sort()).toEqual(written.sort());
});

test('only projects with the real engine or the package prepare it: a unit test starts without a build', () => {
  const jestProgram = join(root, 'node_modules/jest/bin/jest.js');
  const shown = execFileSync(process.execPath, [jestProgram, '--showConfig'], { cwd: root, encoding: 'utf8' });
  const { configs } = JSON.parse(shown) as {
    configs: { displayName: { name: string }; globalSetup?: string | null }[];
  };
  // Tests in one process share a folder for reports, and build nothing.
  const prepared = configs.filter(({ globalSetup }) => globalSetup && !globalSetup.endsWith('/shared-reports.mjs'));
  expect(prepared.map(({ displayName }) => displayName.name).sort()).toEqual(['acceptance', 'package', 'smoke']);
});
