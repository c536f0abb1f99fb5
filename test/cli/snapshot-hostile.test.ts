/** Tests hostile contents of a signed snapshot: the plan has a place, or the error names the file and the reason. */
import fc from 'fast-check';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { snapshotSite } from '../../src/cli/plan/plan-site';
import { createClient } from '../../src/client';
import { startEmulator } from '../../src/emulator';
import {
  createSnapshotKeys,
  readSnapshotContents,
  type Snapshot,
  SnapshotError,
  signedSnapshot,
} from '../../src/review/snapshot';
import { everyKind } from '../review/snapshot/every-kind';
import { mutate, mutations } from '../support/json-mutations';
import { createSearchLog, search } from '../support/search';

jest.setTimeout(300_000 * search);
// The bundle has this path; jest compiles the sources.
jest.mock('../../src/emulator/index.js', () => jest.requireActual<object>('../../src/emulator'), { virtual: true });

const folder = mkdtempSync(join(tmpdir(), 'hostile-snapshot-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const { privateKey, publicKey } = createSnapshotKeys();
writeFileSync(at('key'), publicKey);
mkdirSync(at('org'));
writeFileSync(at('org/main.tf'), '# main');

let snapshot: Snapshot;
beforeAll(async () => {
  const emulator = await startEmulator({ seed: everyKind });
  const client = createClient(emulator);
  const contents = await readSnapshotContents(client, {});
  await client.close();
  await emulator.close();
  const state = { version: 4, resources: [] };
  const stacks = [{ name: 'org', omitted: [], state }];
  const time = new Date().toISOString();
  snapshot = { version: 1, time, service: 'https://api.example.com', stacks, ...contents };
});
const log = createSearchLog('snapshots');

async function open(content: unknown): Promise<'open' | 'refused'> {
  writeFileSync(at('snapshot'), signedSnapshot(content as Snapshot, privateKey));
  const scratch = mkdtempSync(at('scratch-'));
  try {
    const flags = { dir: at('org'), snapshot: at('snapshot'), snapshotKey: at('key'), root: ['acme'] };
    const site = await snapshotSite(flags, scratch);
    await site.close();
    return 'open';
  } catch (error) {
    expect(error).toBeInstanceOf(SnapshotError);
    const { message } = error as Error;
    expect(message).toContain(at('snapshot'));
    expect(message).not.toMatch(
      /Cannot read properties|is not (a function|iterable|defined)|undefined|\[object|SQLITE/,
    );
    return 'refused';
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

test('signed snapshots with parts deleted, replaced, duplicated and renamed', async () => {
  const results = { open: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(mutations, async (changes) => {
      const document = JSON.parse(JSON.stringify(snapshot)) as Record<string, unknown>;
      for (const change of changes) mutate(document, change);
      results[await log.run(changes, () => open(document))]++;
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    }),
    { numRuns: 200 * search },
  );
  expect(Math.min(results.open, results.refused)).toBeGreaterThan(0);
});

test.each([null, [], 'x', 1, {}, { version: 1 }])('the signed value %j is no snapshot', async (value) => {
  expect(await open(value)).toBe('refused');
});
