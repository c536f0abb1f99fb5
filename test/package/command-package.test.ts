/** The package `platform-iac` of a release, installed together with the package that it starts. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifestOf, repository, tarball } from './installed-project';

jest.setTimeout(180_000);

const project = mkdtempSync(join(tmpdir(), 'command-package-test-'));
const { version } = manifestOf(repository);
const installed = join(project, 'node_modules/platform-iac');

beforeAll(() => {
  execFileSync(process.execPath, ['src/tools/release/command-package.mjs', project], {
    cwd: repository,
    stdio: 'pipe',
  });
  writeFileSync(join(project, 'package.json'), '{"name":"mine","private":true}');
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline', '--ignore-scripts'];
  const files = [tarball(), join(project, `platform-iac-${version}.tgz`)];
  execFileSync('npm', ['install', ...options, ...files], { cwd: project, stdio: 'pipe' });
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

test('its program is the one of the package: arguments, output and exit code', () => {
  const run = (...args: string[]) => {
    const program = join(installed, 'platform-iac.js');
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  expect(run('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  expect(run('install', '/does/not/exist')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('/does/not/exist'),
  });
  expect(run('no-such-command').status).toBe(2);
});

test('it needs exactly the same version, runs no script, and contains nothing else', () => {
  const own = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(own).toMatchObject({
    version,
    bin: { 'platform-iac': 'platform-iac.js' },
    dependencies: { 'cdktf-provider-platform': version },
    license: 'Apache-2.0',
  });
  expect(own).not.toHaveProperty('scripts');
  const listed = execFileSync('tar', ['-tzf', join(project, `platform-iac-${version}.tgz`)], { encoding: 'utf8' });
  expect(listed.trim().split('\n').sort()).toEqual(
    ['LICENSE', 'README.md', 'package.json', 'platform-iac.js'].map((file) => `package/${file}`),
  );
});
