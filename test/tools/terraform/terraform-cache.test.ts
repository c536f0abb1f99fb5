import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runModule } from '../child';

jest.setTimeout(30_000);

let home: string;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'cache-'))));
afterEach(() => rmSync(home, { recursive: true }));

/** Returns what the program passes to `show`. */
async function inCache(program: string, env: Readonly<Record<string, string>> = { HOME: home }): Promise<unknown[]> {
  const { stdout, stderr } = await runModule(
    `import { chmodSync, writeFileSync } from 'node:fs';
     import { cachedTerraform, keep, sha256, getState } from '${resolve('src/tools/terraform/terraform-cache.mjs')}';
     const cached = cachedTerraform(process.env, { version: '9.9.9' });
     const shown = [];
     const show = (value) => shown.push(value);
     ${program}
     console.log(JSON.stringify(shown));`,
    { env },
  );
  expect(stderr).toBe('');
  return JSON.parse(stdout) as unknown[];
}

test('the cache is in XDG_CACHE_HOME, or in .cache of the home folder', async () => {
  const inHome = join(home, '.cache/cdktf-provider-platform');
  expect(await inCache('show(cached);')).toEqual([
    {
      folder: inHome,
      version: '9.9.9',
      path: join(inHome, 'terraform-9.9.9'),
      sum: join(inHome, 'terraform-9.9.9.sha256'),
    },
  ]);
  expect(await inCache('show(cached.folder);', { HOME: home, XDG_CACHE_HOME: '/xdg' })).toEqual([
    '/xdg/cdktf-provider-platform',
  ]);
  expect(await inCache('show(cached.folder);', { HOME: home, XDG_CACHE_HOME: '' })).toEqual([inHome]);
});

test('a kept program is intact, executable for its owner alone, and has a file with its checksum', async () => {
  const states = await inCache(`
    show(getState(cached));
    keep(cached, Buffer.from('program'));
    show(getState(cached));
    show(sha256(Buffer.from('program')));`);
  const folder = join(home, '.cache/cdktf-provider-platform');
  expect(states.slice(0, 2)).toEqual(['absent', 'intact']);
  expect(readFileSync(join(folder, 'terraform-9.9.9.sha256'), 'utf8')).toBe(`${String(states[2])}\n`);
  expect(readdirSync(folder).sort()).toEqual(['terraform-9.9.9', 'terraform-9.9.9.sha256']);
  expect(
    ['terraform-9.9.9', 'terraform-9.9.9.sha256'].map((name) => statSync(join(folder, name)).mode & 0o777),
  ).toEqual([0o700, 0o600]);
});

test('a program with other bytes than its checksum is changed, and one kept again is intact', async () => {
  expect(
    await inCache(`
      keep(cached, Buffer.from('program'));
      writeFileSync(cached.path, 'another');
      show(getState(cached));
      keep(cached, Buffer.from('newer'));
      show(getState(cached));
      writeFileSync(cached.sum, sha256(Buffer.from('another')));
      show(getState(cached));`),
  ).toEqual(['changed', 'intact', 'changed']);
});

test('nothing is trusted in a folder that others could write to, and the folder is closed', async () => {
  expect(
    await inCache(`
      keep(cached, Buffer.from('program'));
      chmodSync(cached.folder, 0o770);
      show(getState(cached));
      show(getState(cached));`),
  ).toEqual(['changed', 'intact']);
  expect(statSync(join(home, '.cache/cdktf-provider-platform')).mode & 0o777).toBe(0o700);
});
