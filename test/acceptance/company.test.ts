/** `examples/company/consumers.ts`, applied with the stand-in for `hashicorp/null`: consumers wait for the whole company. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmulator, type RunningEmulator } from '../../src/emulator';
import { installStandIn } from '../support/stand-in-provider';
import { serveProvider, type ServedProvider } from '../support/served-provider';
import { terraform, type Terraform } from '../support/terraform';

jest.setTimeout(120_000);

let emulator: RunningEmulator;
let outdir: string;
let tf: Terraform;
let provider: ServedProvider;

beforeAll(async () => {
  emulator = await startEmulator();
  outdir = mkdtempSync(join(tmpdir(), 'company-'));
  tf = terraform({
    dir: join(outdir, 'stacks/org'),
    env: { PLATFORM_BASE_URL: emulator.baseUrl, PLATFORM_TOKEN: emulator.token },
  });
  installStandIn(tf.env['HOME']!, 'null');
  const program = [
    '--require',
    resolve('src/tools/terraform/typescript-programs.cjs'),
    resolve('examples/company/consumers.ts'),
  ];
  execFileSync(process.execPath, program, {
    cwd: outdir,
    env: { ...process.env, CDKTF_OUTDIR: outdir, ROOT_GROUP_UID: emulator.rootGroupUid },
    timeout: 60_000,
  });
  provider = await serveProvider(tf.env);
  Object.assign(tf.env, provider.env);
});

afterAll(async () => {
  provider?.close();
  tf.close();
  rmSync(outdir, { recursive: true });
  await emulator.close();
});

/** Returns the writes since the last call, with the creations and deletions of null resources among them. */
async function changes(): Promise<string[]> {
  const entries = await emulator.requestLog.entries();
  await emulator.requestLog.clear();
  return entries.flatMap(({ method, path }) => {
    const [, collection, , name = ''] = path.split('/');
    if (collection === 'null_resource') return [path.slice(1)];
    return method === 'GET' ? [] : [`${method} ${name}`];
  });
}

test('the consumer is created after the last grant of the company, and the second plan is empty', async () => {
  await tf.init();
  expect((await tf.plan()).stdout).toContain('null_resource.shop-deployment will be created');
  await changes();
  await tf.apply();
  const all = await changes();
  const writes = all.filter((change) => change.startsWith('POST'));
  expect(writes.filter((change) => change === 'POST roleBindings').length).toBeGreaterThan(5);
  expect(all).toEqual([...writes, 'null_resource/created', 'null_resource/created']);
  expect((await tf.plan()).changed).toBe(false);
});

test('a destroy deletes the consumer before anything of the company', async () => {
  await changes();
  await tf.destroy();
  const all = await changes();
  const writes = all.filter((change) => change.startsWith('DELETE'));
  expect(writes.length).toBeGreaterThan(10);
  expect(all).toEqual(['null_resource/deleted', 'null_resource/deleted', ...writes]);
});
