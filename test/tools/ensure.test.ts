import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

jest.setTimeout(30_000);

/** A clone in miniature: our set-up programs, and stand-ins for npm and the build that leave marks. */
let clone: string;
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'clone-'));
  cpSync(resolve('src/tools'), join(clone, 'src/tools'), { recursive: true });
  writeFileSync(
    join(clone, 'package-lock.json'),
    '{"packages":{"":{},"node_modules/a":{},"node_modules/b":{"os":["none"]}}}',
  );
  writeFileSync(join(clone, 'src/tools/build/build.mjs'), `console.log('Built dist/ in 0.1 s');`);
  npmThat(`const { mkdirSync, writeFileSync } = require('node:fs');
    mkdirSync('node_modules', { recursive: true });
    writeFileSync('node_modules/.package-lock.json', process.argv.slice(2).join(' '));`);
});
afterEach(() => rmSync(clone, { recursive: true }));

function npmThat(does: string): void {
  writeFileSync(join(clone, 'npm.cjs'), does);
}

function ensure(env: Readonly<Record<string, string>> = {}): { code: number | null; stdout: string; stderr: string } {
  const script = `import { main } from './src/tools/say.mjs';
    import { ensureBuilt } from './src/tools/ensure.mjs';
    await main(ensureBuilt);`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: clone,
    env: { PATH: process.env.PATH, npm_execpath: join(clone, 'npm.cjs'), ...env },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { code: status, stdout, stderr };
}

test('a fresh clone reports the number and the size of the packages, and the build', () => {
  const { code, stdout } = ensure();
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^Installing 1 packages into node_modules\/ … \d+\.\d s\n  node_modules\/ contains \d+\.\d MB\nBuilt dist\/ in 0\.1 s\n$/,
  );
});

test('existing packages are not installed again', () => {
  ensure();
  expect(ensure().stdout).toBe('Built dist/ in 0.1 s\n');
});

test('a newer lock file, as after a pull, installs them again', () => {
  ensure();
  const later = new Date(Date.now() + 5_000);
  utimesSync(join(clone, 'package-lock.json'), later, later);
  expect(ensure().stdout).toContain('Installing');
});

test('packages that cannot be installed: the output of npm, and no stack trace', () => {
  npmThat(`console.error('npm error code ENOTFOUND'); process.exit(1);`);
  const { code, stderr } = ensure();
  expect(code).toBe(1);
  expect(stderr).toContain('Cannot install the packages. Check the connection to the npm registry.');
  expect(stderr).toContain('npm error code ENOTFOUND');
  expect(stderr).not.toContain('    at ');
});

test('a build that fails shows why', () => {
  ensure();
  writeFileSync(
    join(clone, 'src/tools/build/build.mjs'),
    `console.error('src/x.ts:1: no such thing'); process.exit(1);`,
  );
  const { code, stderr } = ensure();
  expect(code).toBe(1);
  expect(stderr).toContain('The build failed.\n\nsrc/x.ts:1: no such thing');
});

test('npm itself is found on PATH when npm did not start the program', () => {
  mkdirSync(join(clone, 'bin'));
  writeFileSync(
    join(clone, 'bin/npm'),
    `#!/bin/sh\nmkdir -p node_modules && echo > node_modules/.package-lock.json\n`,
    { mode: 0o755 },
  );
  const { code } = ensure({ npm_execpath: '', PATH: `${join(clone, 'bin')}:${process.env.PATH}` });
  expect(code).toBe(0);
});
