/** The package built only from the repository, as users who pack it there get it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { repository } from './installed-project';
import { createRepository } from './local-repository';

jest.setTimeout(300_000);

const scratch = mkdtempSync(join(tmpdir(), 'repository-test-'));
const clone = join(scratch, 'a', 'deeper', 'clone');
const elsewhere = join(scratch, 'elsewhere');

beforeAll(() => {
  createRepository(clone);
  // The packages are installed; test/tools/ensure.test.ts tests a folder without them.
  symlinkSync(join(repository, 'node_modules'), join(clone, 'node_modules'));
  for (const folder of [elsewhere, join(clone, 'dist')]) {
    mkdirSync(folder);
    writeFileSync(join(folder, 'former.js'), '');
  }
  symlinkSync(elsewhere, join(clone, 'dist', 'link'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('npm pack in a clean clone packs what is built, and its answer on stdout stays JSON', () => {
  const printed = npm(clone, 'pack', '--json', '--prefer-offline', '--loglevel=error');
  const [{ files }] = JSON.parse(printed) as [{ files: { path: string }[] }];
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'dist/platform-iac.js',
      'dist/terraform-provider-platform',
      'dist/lib/src/client/index.d.ts',
    ]),
  );
});

test('the same sources make the same bytes in every folder, with packages in any place; old files are removed, and nothing behind a link', () => {
  expect(readdirSync(elsewhere)).toEqual(['former.js']);
  rmSync(join(clone, 'dist', 'link'));
  const built = sums(join(clone, 'dist'));
  expect(built.size).toBeGreaterThan(5);
  expect(built).toEqual(sums(join(repository, 'dist')));
});

/** The hash of each file, by its path in the folder. Another test may be building, too, and its files may be incomplete. */
function sums(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const isRelease = (path: string) => path.startsWith(join(folder, 'release'));
  const files = entries.filter((entry) => entry.isFile() && !/\.\d+$/.test(entry.name) && !isRelease(entry.parentPath));
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(
    paths.map((path) => [relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

/** Without what the npm that runs these tests tells its children. */
function npm(cwd: string, ...args: string[]): string {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(?!config_)/.test(name)));
  return execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: 'pipe' });
}
