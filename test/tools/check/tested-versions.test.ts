/** The line of docs/versions.md that a scheduled workflow writes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const page = readFileSync('docs/versions.md', 'utf8');

function write(text: string): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const program = `
    import { withTestedVersions } from './src/tools/check/tested-versions.mjs';
    const tested = [{ cdk: 'cdktn', version: '0.26.0', constructs: '10.9.0' }, { cdk: 'cdktf', version: '0.21.1', constructs: '10.9.1' }];
    let text = '';
    for await (const part of process.stdin) text += part;
    process.stdout.write(withTestedVersions(text, tested, new Date('2027-01-02T03:04:05Z')));`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], { input: text, encoding: 'utf8' });
}

test('the versions and the date replace those of the last run, and nothing else changes', () => {
  const after =
    'Tested with `cdktn` 0.26.0 and `constructs` 10.9.0, and with `cdktf` 0.21.1 and `constructs` 10.9.1, on 2027-01-02.';
  const [before = ''] = /^Tested with .*$/m.exec(page)!;
  expect(write(page).stdout).toBe(page.replace(before, after));
  expect(write(page.replace(before, after)).stdout).toBe(page.replace(before, after));
});

test('a page without the line is an error', () => {
  const { status, stderr } = write('# Versions\n');
  expect(status).not.toBe(0);
  expect(stderr).toContain('docs/versions.md has no line "Tested with …"');
});

test('the newest version of each CDK that init offers is tested', () => {
  const program = `
    import { newestCdks } from './src/tools/check/package-axes.mjs';
    console.log(JSON.stringify(newestCdks.map(({ cdks, isNewest }) => [...cdks, isNewest])));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual([
    ['cdktn', true],
    ['cdktf', true],
  ]);
});

test('the workflow runs the test without a token that can write, and proposes the page without code of a package', () => {
  const { on, permissions, jobs } = parse(readFileSync('.github/workflows/versions.yml', 'utf8')) as {
    readonly on: object;
    readonly permissions: object;
    readonly jobs: Readonly<
      Record<string, { readonly permissions?: object; readonly steps: readonly { readonly run?: string }[] }>
    >;
  };
  const runs = (name: string) => jobs[name]!.steps.flatMap(({ run = [] }) => run).join('\n');
  expect(on).toHaveProperty('schedule');
  expect(permissions).toEqual({ contents: 'read' });
  expect(jobs['test']).not.toHaveProperty('permissions');
  expect(runs('test')).toContain('node src/tools/check/tested-versions.mjs');
  expect(JSON.stringify(jobs['propose'])).not.toMatch(/checkout|npm |node /);
});

test('cdktf bundles the versions with the advisories that the page names', () => {
  const named = [...page.matchAll(/`([\w-]+)` (\S+) \(\[GHSA/g)].map(([, name, version]) => [name, version]);
  const bundled = join('node_modules/cdktf/node_modules');
  expect(named.length).toBeGreaterThan(1);
  expect(named).toEqual(
    named.map(([name]) => [
      name,
      (JSON.parse(readFileSync(join(bundled, name!, 'package.json'), 'utf8')) as { readonly version: string }).version,
    ]),
  );
});
