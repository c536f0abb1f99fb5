/** The place of a plan. Plans against snapshots: `test/cli/plan-command.test.ts` and `test/cli/snapshot-command.test.ts`. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveSite, readText, snapshotSite } from '../../src/cli/plan-site';
import { createSnapshotKeys, signedSnapshot, type Snapshot } from '../../src/snapshot';

// The bundle has this path; jest compiles the sources.
jest.mock('../../src/emulator/index.js', () => jest.requireActual<object>('../../src/emulator'), { virtual: true });

const folder = mkdtempSync(join(tmpdir(), 'plan-site-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const { privateKey, publicKey } = createSnapshotKeys();
const root = { uid: 'a'.repeat(40), name: 'acme' };
const snapshot: Snapshot = {
  ...{ version: 1, time: new Date().toISOString(), service: 'https://api.example.com', roots: [root] },
  mayList: [{ group: root.uid, capabilities: ['groups.list'] }],
  tree: { groups: [root] },
  stacks: [
    { name: 'org', omitted: ['the output token'], state: { version: 4 } },
    { name: 'other', omitted: [] },
  ],
};
writeFileSync(at('key'), publicKey);

/** Prepares the copy of a folder with a configuration, a state and packages. */
async function site(dir: string, more: object = {}) {
  writeFileSync(at('snapshot'), signedSnapshot({ ...snapshot, ...more }, privateKey));
  mkdirSync(at(`${dir}/node_modules`), { recursive: true });
  writeFileSync(at(`${dir}/main.tf`), '# main');
  writeFileSync(at(`${dir}/terraform.tfstate`), '{}');
  const scratch = mkdtempSync(at('scratch-'));
  return snapshotSite({ dir: at(dir), snapshot: at('snapshot'), snapshotKey: at('key') }, scratch);
}

test('a live plan runs in the folder, with its environment', async () => {
  const live = liveSite({ dir: 'stack' });
  expect([live.dir, live.env]).toEqual(['stack', process.env]);
  expect(await live.problems({} as never)).toEqual([]);
});

test('a plan against a snapshot runs in a copy, with the state of the snapshot and without the backend', async () => {
  const made = await site('org');
  await made.close();
  const { dir, env } = made;
  expect(readFileSync(join(dir, 'main.tf'), 'utf8')).toBe('# main');
  expect(['node_modules', 'terraform.tfstate'].filter((name) => existsSync(join(dir, name)))).toEqual([]);
  expect(readFileSync(join(dir, 'snapshot.tfstate'), 'utf8')).toBe('{"version":4}');
  expect(readFileSync(join(dir, 'snapshot_override.tf.json'), 'utf8')).toContain('"backend":{"local"');
  expect(env['PLATFORM_SNAPSHOT_API']).toContain('127.0.0.1');
});

test('a stack that the snapshot lacks, another workspace, and a missing file are refused', async () => {
  await expect(site('unknown')).rejects.toThrow('it contains org, other. Name one of them with --stack.');
  await expect(site('unknown', { stacks: [] })).rejects.toThrow('it contains no state');
  mkdirSync(at('org/.terraform'), { recursive: true });
  writeFileSync(at('org/.terraform/environment'), 'test');
  await expect(site('org')).rejects.toThrow('only the default workspace is supported');
  expect(() => readText(at('missing'))).toThrow(`Cannot read ${at('missing')}: no such file.`);
});
