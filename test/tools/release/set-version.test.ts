import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const scratch = mkdtempSync(join(tmpdir(), 'set-version-test-'));
const pages = [
  ...[
    'README.md',
    'docs/adopt.md',
    'docs/cli.md',
    'docs/compatibility.md',
    'docs/emulator.md',
    'docs/errors.md',
    'docs/guides/provider.md',
    'docs/integrations.md',
    'docs/pipelines.md',
  ],
  ...['docs/provider.md', 'examples/own-provider/README.md', 'examples/pipelines/README.md'],
];
const files = [
  ...['package.json', 'package-lock.json', 'src/model/api/product.ts', 'examples/emulator-service/Containerfile'],
  'examples/gitlab-component/templates/review.yml',
  ...pages,
];
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

beforeEach(() => {
  for (const path of ['src/tools', ...files]) cpSync(path, join(scratch, path), { recursive: true });
});
afterAll(() => rmSync(scratch, { recursive: true }));

function setVersion(...args: string[]) {
  const script = join(scratch, 'src/tools/release/set-version.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { status, stderr: stderr.trim() };
}

test('the version of the tag is in every file that contains the version of the package', () => {
  expect(setVersion('v9.8.7-rc.1')).toEqual({ status: 0, stderr: '' });
  for (const file of files) {
    const [before, after] = ['.', scratch].map((folder) => readFileSync(join(folder, file), 'utf8').split('\n'));
    const changed = before!.flatMap((line, index) => (line === after![index] ? [] : [[line, after![index]]]));
    expect(changed).not.toEqual([]);
    expect(changed).toEqual(changed.map(([line]) => [line, line!.replaceAll(version, '9.8.7-rc.1')]));
  }
  const lock = JSON.parse(readFileSync(join(scratch, 'package-lock.json'), 'utf8')) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  expect([lock.version, lock.packages['']!.version]).toEqual(['9.8.7-rc.1', '9.8.7-rc.1']);
});

test('every page that contains the version gets that of the tag', () => {
  setVersion('v9.8.7-rc.1');
  const all = ['docs', 'examples'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const found = ['README.md', ...all.filter((name) => /\.(md|yml|yaml)$/.test(name) && !name.includes('node_modules'))];
  // The names of our own files and actions. Other software can have the same version.
  const ours = new RegExp(`(?:-platform[-_@]v?|/review@v?|refs/tags/v)${version.replaceAll('.', '\\.')}`);
  expect(found.filter((name) => ours.test(readFileSync(name, 'utf8'))).sort()).toEqual([...pages].sort());
  for (const page of pages) expect(readFileSync(join(scratch, page), 'utf8')).not.toMatch(ours);
});

test('the tag of the current version changes nothing', () => {
  expect(setVersion(`v${version}`).status).toBe(0);
  for (const file of files) expect(readFileSync(join(scratch, file), 'utf8')).toBe(readFileSync(file, 'utf8'));
});

test.each(['', '1.2.3', 'v1.2', 'v1.2.3 ', 'v1.2.3-RC', 'v1.2.3;id'])('%j is no tag of a version', (tag) => {
  const { status, stderr } = setVersion(tag);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('is no version. A tag is such as') });
});

test('a file without its version is an error', () => {
  writeFileSync(join(scratch, 'src/model/api/product.ts'), '');
  expect(setVersion('v9.8.7').stderr).toContain('Cannot set the version in src/model/api/product.ts');
});
