/** `Settled` and `Rotation`, applied by the real terraform: with a stand-in for `hashicorp/null`, and with terraform_data. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, LocalBackend, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { Group, PlatformProvider, Rotation, Settled, type AnchorType } from '../../constructs';
import { startEmulator, type RunningEmulator } from '../../src/emulator';
import { can } from '../support/engine';
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
  outdir = mkdtempSync(join(tmpdir(), 'anchors-'));
  tf = terraform({
    dir: join(outdir, 'stacks/org'),
    env: { PLATFORM_BASE_URL: emulator.baseUrl, PLATFORM_TOKEN: emulator.token },
  });
  installStandIn(tf.env['HOME']!, 'null');
  provider = await serveProvider(tf.env);
  Object.assign(tf.env, provider.env);
});

afterAll(async () => {
  provider.close();
  tf.close();
  rmSync(outdir, { recursive: true });
  await emulator.close();
});

/** Synthesizes a team, a group that waits for all of it, and an identity that rotates each quarter. */
function synth(anchor: AnchorType, quarter: string): void {
  const app = new App({ outdir });
  const stack = new TerraformStack(app, 'org');
  new PlatformProvider(stack, 'platform');
  new LocalBackend(stack, { path: join(outdir, 'terraform.tfstate') });
  const acme = Group.fromUid(stack, 'acme', emulator.rootGroupUid);
  const claimMatch = { issuer: 'https://issuer.example', subject: 'ci' };

  const tree = new Construct(stack, 'tree');
  const ready = new Settled(stack, 'ready', { tree, anchor });
  new Group(stack, 'late', { parent: acme, name: 'late', dependsOn: [ready] });
  new Group(tree, 'team', { parent: acme, name: 'team' }).addIdentity('bot', { claimMatch });

  const { lifecycle } = new Rotation(stack, 'rotation', { rotateOn: { quarter }, anchor });
  const ci = acme.addIdentity('ci', { name: `ci-${quarter}`, claimMatch, lifecycle });
  acme.grant(ci, 'viewer', { lifecycle });
  app.synth();
}

/** Returns the writes since the last call, in order: `POST groups team`, `DELETE groups/c0ffee…`. */
async function writes(): Promise<string[]> {
  const entries = (await emulator.requestLog.entries()).filter(({ method }) => method !== 'GET');
  await emulator.requestLog.clear();
  return entries.map(({ method, path, body = '{}' }) => {
    const [collection = '', ...uid] = path.split('/').slice(3);
    const { name = '' } = JSON.parse(body) as { name?: string };
    return method === 'POST' ? `POST ${collection} ${name}`.trim() : `${method} ${[collection, ...uid].join('/')}`;
  });
}

/** Expects these writes among all of them, in this order. */
function expectOrder(all: readonly string[], expected: readonly string[]): void {
  expect(all.filter((one) => expected.includes(one))).toEqual(expected);
}

/** Returns the uid of each object in the state, by its name. */
async function uids(): Promise<Record<string, string>> {
  const { values } = await tf.state();
  const resources = [values?.root_module].flatMap((module) => module?.resources ?? []);
  return Object.fromEntries(resources.map(({ values }) => [String(values['name']), String(values['uid'])]));
}

/** Returns the quarters in the names of identities. */
async function quarters(): Promise<string[]> {
  return Object.keys(await uids()).flatMap((name) => /^ci-(.*)/.exec(name)?.[1] ?? []);
}

const rotated = (name: string) => [
  `POST identities ${name}`,
  'POST roleBindings',
  expect.stringMatching(/^DELETE roleBindings/),
  expect.stringMatching(/^DELETE identities/),
];

test('with null_resource, a group waits for a whole tree, and the second plan is empty', async () => {
  synth('null_resource', '2026-q3');
  await tf.init();
  await tf.apply();
  expectOrder(await writes(), ['POST groups team', 'POST identities bot', 'POST groups late']);
  expect((await tf.plan()).changed).toBe(false);
});

test('a changed trigger replaces the identity and its role binding, and creates the new ones first', async () => {
  synth('null_resource', '2026-q4');
  await tf.apply();
  expect(await writes()).toEqual(rotated('ci-2026-q4'));
  expect((await tf.plan()).changed).toBe(false);
});

test('another type of anchor recreates the anchors, and what follows them if the engine does so', async () => {
  synth('terraform_data', '2026-q4');
  const { stdout } = await tf.plan();
  const replaced = can('triggers by a create') ? 4 : 2;
  expect(stdout).toContain(`Plan: ${replaced} to add, 0 to change, ${replaced} to destroy.`);
  // The new identity would have the name of the old one, which exists until then.
  if (can('triggers by a create')) return;
  await tf.apply();
  expect(await writes()).toEqual([]);
});

test('terraform_data rotates in the same way', async () => {
  synth('terraform_data', '2027-q1');
  await tf.apply();
  expect(await writes()).toEqual(rotated('ci-2027-q1'));
  expect((await tf.plan()).changed).toBe(false);
});

test.each([
  ['null_resource', '2027-q2'],
  ['terraform_data', '2027-q3'],
] as const)('with %s, a rotation whose create fails completes at the next apply', async (anchor, quarter) => {
  // A change of the type of anchor alone, if nothing is replaced with it.
  const [former] = await quarters();
  synth(anchor, can('triggers by a create') ? `${former}-${anchor}` : former!);
  await tf.apply();
  const before = await uids();
  await writes();
  synth(anchor, quarter);
  await emulator.faults.add({ effect: 'error', code: 'INVALID_ARGUMENT', method: 'POST', times: 1 });
  const { code } = await tf.run('apply', '-no-color', '-input=false', '-auto-approve');
  expect({ code, writes: await writes() }).toEqual({ code: 1, writes: ['POST identities'] });
  await tf.apply();
  expect(await writes()).toEqual(rotated(`ci-${quarter}`));
  expect(Object.values(before)).not.toContain((await uids())[`ci-${quarter}`]);
  expect((await tf.plan()).changed).toBe(false);
});

test('a destroy deletes the waiting group first, then the tree', async () => {
  const { late, bot, team } = await uids();
  await tf.destroy();
  expectOrder(await writes(), [`DELETE groups/${late}`, `DELETE identities/${bot}`, `DELETE groups/${team}`]);
});
