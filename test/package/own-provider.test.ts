/**
 * The packed `examples/own-provider`: compiled against the packed types, tested and bundled with the packed library.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { installedProject, repository } from './installed-project';

jest.setTimeout(180_000);

const project = join(installedProject(), 'own-provider');
const page = readFileSync(join(repository, 'examples/own-provider/README.md'), 'utf8');

beforeAll(() => {
  cpSync(join(installedProject(), 'node_modules/cdktf-provider-platform/examples/own-provider'), project, {
    recursive: true,
  });
  // The page says to install it. Vitest, which other tests need, may have brought it.
  const esbuild = join(installedProject(), 'node_modules/esbuild');
  if (!existsSync(esbuild)) symlinkSync(join(repository, 'node_modules/esbuild'), esbuild);
});

it.each(['typescript', 'typescript-7'])('is compiled by %s as its page says', (compiler) => {
  const [, args = ''] = /^npx tsc (.+)$/m.exec(page) ?? [];
  expect(args).toContain('--strict');
  const tsc = join(installedProject(), 'node_modules', compiler, 'bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '--ignoreConfig', ...args.split(' ')].filter(known(compiler)), {
    cwd: project,
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
});

test('its tests pass', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      '--import',
      join(repository, 'node_modules/tsx/dist/loader.mjs'),
      '--test',
      '--test-reporter',
      'tap',
      'provider.test.ts',
    ],
    { cwd: project, env: { ...process.env, NODE_TEST_CONTEXT: undefined }, encoding: 'utf8', timeout: 170_000 },
  );
  expect(stdout).toMatch(/^# fail 0$/m);
  expect(status).toBe(0);
});

test('it is bundled into one executable that knows its version', () => {
  const built = execFileSync(process.execPath, ['build.mjs'], { cwd: project, encoding: 'utf8' });
  const [, executable = ''] = /^Built (.+)$/m.exec(built) ?? [];
  expect(executable).toMatch(
    /^terraform\.d\/plugins\/registry\.example\/acme\/notes\/0\.1\.0\/\w+\/terraform-provider-notes$/,
  );
  expect(execFileSync(join(project, executable), ['--version'], { encoding: 'utf8' })).toBe('0.1.0\n');
});

/** Only compilers from version 6 on care about files next to a tsconfig.json. */
function known(compiler: string): (option: string) => boolean {
  return (option) => option !== '--ignoreConfig' || compiler !== 'typescript';
}
