import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runModule } from './child';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postgres-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function programsIn(path: string): Promise<unknown> {
  const { code, stdout, stderr } = await runModule(
    `import { postgresPrograms } from ${JSON.stringify(resolve('src/tools/postgres.mjs'))};
    console.log(JSON.stringify(postgresPrograms(${JSON.stringify(path)}) ?? null));`,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

test('the newest server is used, and a folder without one is not', async () => {
  for (const version of ['9', '15']) {
    mkdirSync(join(folder, version, 'bin'), { recursive: true });
    writeFileSync(join(folder, version, 'bin/initdb'), '');
  }
  // Only the client is installed.
  mkdirSync(join(folder, '17/bin'), { recursive: true });
  expect(await programsIn(folder)).toBe(join(folder, '15/bin'));
});

test('without the package there is no server', async () => {
  expect(await programsIn(join(folder, 'none'))).toBeNull();
});
