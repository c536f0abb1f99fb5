import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const scratch = mkdtempSync(join(tmpdir(), 'prepare-test-'));
beforeAll(() => cpSync('src/tools', join(scratch, 'src/tools'), { recursive: true }));
afterAll(() => rmSync(scratch, { recursive: true }));

const prepare = () => {
  const script = join(scratch, 'src/tools/build/prepare.mjs');
  const { status, stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  return { status, stdout };
};

test('an installation without development packages succeeds, and reports that nothing is built', () => {
  const stdout =
    'dist/ is not built: the development packages are missing. To build it, run "npm ci" without --omit=dev.\n';
  expect(prepare()).toEqual({ status: 0, stdout });
});

test('with them it builds, and a failed build fails the installation', () => {
  const compiler = join(scratch, 'node_modules/esbuild');
  mkdirSync(compiler, { recursive: true });
  writeFileSync(join(compiler, 'index.js'), '');
  for (const [program, status] of [
    ['console.log("built")', 0],
    ['process.exit(3)', 3],
  ] as const) {
    writeFileSync(join(scratch, 'src/tools/build/build.mjs'), program);
    expect(prepare()).toEqual({ status, stdout: status === 0 ? 'built\n' : '' });
  }
});
