/** `platform-iac drift` without an engine: states of stacks against the live organization. Real plans: the acceptance tests. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROVIDER_ADDRESS } from '../../../src/model/api';
import { createClient } from '../../../src/client';
import { identity } from '../../../src/model/kinds';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { runCli } from '../../../src/cli/program';
import type { Drift } from '../../../src/review';

// The first test loads the modules of the review.
jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'drift-'));
const at = (name: string) => join(folder, name);
const environment = { ...process.env };
const root = 'ac3e'.repeat(10);
const [payments, shop, ci] = ['1', '2', '3'].map((digit) => digit.repeat(16));
const claimMatch = {
  issuer: 'https://token.actions.githubusercontent.com',
  subject: 'repo:acme@1/shop@2:ref:refs/heads/main',
};
let running: RunningEmulator;

beforeAll(async () => {
  running = await startEmulator({
    seed: {
      groups: [
        {
          uid: root,
          name: 'acme',
          accountAssociations: [{ name: 'clouds', amazon: { account: '123456789012' } }],
          groups: [
            { uid: `${root}/${payments}`, name: 'payments', roleBindings: [{ identity: 'shop/ci', role: 'viewer' }] },
            {
              uid: `${root}/${shop}`,
              name: 'shop',
              identities: [{ uid: `${root}/${shop}/${ci}`, name: 'ci', claimMatch }],
            },
          ],
        },
      ],
    },
  });
  Object.assign(process.env, { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token });
  const group = (name: string, segment = '') => ({
    ...{ mode: 'managed', type: 'platform_group', name, provider: `provider["${PROVIDER_ADDRESS}"]` },
    instances: [{ attributes: { uid: `${root}/${segment}`, parent_uid: root, name } }],
  });
  const state = (resources: readonly object[]) =>
    JSON.stringify({ version: 4, terraform_version: '1.11.4', resources });
  writeFileSync(at('payments.tfstate'), state([group('payments', payments)]));
  writeFileSync(at('shop.tfstate'), state([group('shop', shop)]));
  writeFileSync(at('empty.tfstate'), state([]));
  const data = { mode: 'data', name: 'ada', provider: `provider["${PROVIDER_ADDRESS}"]` };
  const anchor = {
    mode: 'managed',
    type: 'terraform_data',
    name: 'a',
    provider: 'provider["terraform.io/builtin/terraform"]',
  };
  writeFileSync(at('without-platform.tfstate'), state([{ ...anchor, instances: [{ attributes: { id: 'a' } }] }]));
  // The uid of a person looks like that of a root group.
  const person = { ...data, type: 'platform_identity', instances: [{ attributes: { uid: 'ada0'.repeat(10) } }] };
  writeFileSync(at('people.tfstate'), state([person]));
});
afterAll(async () => {
  process.env = environment;
  rmSync(folder, { recursive: true });
  await running.close();
});

async function run(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const write = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  return { code: await runCli(args, write), out, err };
}
const drift = (...args: readonly string[]) => run('drift', ...args);
const states = ['--state', at('payments.tfstate'), '--state', at('shop.tfstate')];

test('it lists what no given state manages, of every kind, and neither the root group nor built-in roles', async () => {
  const { code, out, err } = await drift(...states, '--format', 'json');
  expect({ code, err }).toEqual({ code: 1, err: '' });
  const { changed, unmanaged } = JSON.parse(out) as Drift;
  expect(changed).toEqual([]);
  expect(unmanaged.map(({ kind, path }) => `${kind}: ${path}`).sort()).toEqual([
    'account association: account association clouds in acme',
    'identity: acme/shop/ci',
    'role binding: acme/shop/ci is viewer in acme/payments',
    expect.stringMatching(/^role binding: .* is owner in acme$/),
  ]);
  expect(unmanaged.find(({ kind }) => kind === 'identity')).toMatchObject({
    uid: `${root}/${shop}/${ci}`,
    to: 'platform_identity.acme_shop_ci',
  });
});

test('an object that another state manages is not listed', async () => {
  const { out } = await drift('--state', at('payments.tfstate'), '--format', 'json');
  expect((JSON.parse(out) as Drift).unmanaged.map(({ path }) => path)).toContain('acme/shop');
});

test('the patterns select groups', async () => {
  const only = await drift(...states, '--only', 'acme/shop/**');
  expect(only.out).toContain('1 object that no stack manages:\n  low     identity acme/shop/ci');
  expect(only.out).toContain(`import {\n  to = platform_identity.acme_shop_ci\n  id = "${root}/${shop}/${ci}"\n}`);
  const rest = await drift(...states, '--only', 'acme/**', '--exclude', 'acme/shop', '--exclude', 'acme');
  expect(rest.out).toContain(
    '1 object that no stack manages:\n  low     role binding "acme/shop/ci is viewer in acme/payments"',
  );
  expect(await drift(...states, '--only', 'acme/payments', '--exclude', 'acme/payments')).toEqual({
    code: 0,
    out: 'No drift: every object is managed and unchanged. Compared 2 objects in acme.\n',
    err: '',
  });
});

test('a pattern without a group compares nothing, which is no result', async () => {
  const { code, out, err } = await drift(...states, '--only', 'acme/none/**');
  expect({ code, out }).toEqual({
    code: 3,
    out: 'Compared 2 objects in acme. The comparison is incomplete.\n',
  });
  expect(err).toContain('No group matches "acme/none/**". Correct the pattern of --only.');
});

describe('a state without an object', () => {
  const unknown = 'cannot determine the root group: no object of the organization is in';

  test.each(['empty', 'without-platform', 'people'])('%s is no result, alone and with other states', async (name) => {
    const state = ['--state', at(`${name}.tfstate`)];
    const { code, out, err } = await drift(...states, ...state);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(`${unknown} ${at(`${name}.tfstate`)}. Check the state, or name the root group with --root.`);
  });

  test.each([
    [['empty'], 'the state of FILES contains none'],
    [['people'], 'the state of FILES contains none'],
    [['empty', 'without-platform'], 'the states of FILES contain none'],
  ])('%s: without a managed object no command deletes anything, also with --root', async (names, reason) => {
    const files = names.map((name) => at(`${name}.tfstate`));
    for (const root of [[], ['--root', 'acme']])
      expect(await drift(...files.flatMap((file) => ['--state', file]), ...root)).toEqual({
        code: 3,
        out: '',
        err: `platform-iac: Cannot determine which objects are managed: ${reason.replace('FILES', files.join(', '))}. Configure the backend of the state, or pass the state with --state FILE.\n`,
      });
  });

  test.each([
    ['who-can', ['repo.list', 'acme', '--live']],
    ['where-can', ['acme/shop/ci', '--live']],
    ['why', ['acme/shop/ci', 'repo.list', 'acme/payments', '--live']],
    ['explore', ['--live', '--out', at('page.html')]],
    ['access-review', ['--live', '--out', at('review')]],
  ])('%s is inconclusive, too', async (command, args) => {
    const { code, err } = await run(command, ...args, '--state', at('empty.tfstate'));
    expect(code).toBe(3);
    expect(err).toContain(unknown);
    const named = await run(command, ...args, '--state', at('empty.tfstate'), '--root', 'acme');
    expect(named.err).not.toContain(unknown);
    expect(named.code).toBe(0);
  });

  test('a review is inconclusive if no plan has an object', async () => {
    const plan = { format_version: '1.2', planned_values: { root_module: {} } };
    writeFileSync(at('plan.json'), JSON.stringify(plan));
    const { code, err } = await run('review', at('plan.json'), '--live');
    expect(code).toBe(3);
    expect(err).toContain(`${unknown} ${at('plan.json')}`);
    expect(await run('review', at('plan.json'), '--live', '--root', 'acme')).toMatchObject({ code: 0 });
  });

  test('a plan without an object manages nothing, and the other sources have a root group', async () => {
    const type = 'terraform_data';
    const provider_name = 'terraform.io/builtin/terraform';
    const change = { actions: ['no-op'], before: {}, after: {}, after_unknown: {} };
    const one = { address: `${type}.a`, mode: 'managed', type, name: 'a', provider_name, change };
    writeFileSync(at('other.json'), JSON.stringify({ format_version: '1.2', resource_changes: [one] }));
    const args = ['who-can', 'repo.list', 'acme', '--live', '--plan', at('other.json')];
    expect(await run(...args, '--state', at('shop.tfstate'))).toMatchObject({ code: 0, err: '' });
    const alone = await run(...args);
    expect(alone.code).toBe(3);
    expect(alone.err).toContain(`${unknown} ${at('other.json')}`);
  });
});

test('a used or expired invite is no drift, because no apply creates it again, and a deleted reusable one is', async () => {
  const invite = (name: string, segment: string, attributes: object) => ({
    ...{ mode: 'managed', type: 'platform_group_invite', name, provider: `provider["${PROVIDER_ADDRESS}"]` },
    instances: [
      {
        attributes: {
          ...{ uid: `${root}/${segment.repeat(16)}`, group_uid: root, role_uid: 'f'.repeat(40), state: 'active' },
          ...{
            email: `${name}@example.com`,
            single_use: false,
            expiration_time: '2999-01-01T00:00:00Z',
            ...attributes,
          },
        },
      },
    ],
  });
  const resources = [
    invite('used', '4', { single_use: true }),
    invite('expired', '5', { expiration_time: '2020-01-01T00:00:00Z' }),
    invite('deleted', '6', {}),
  ];
  writeFileSync(at('invites.tfstate'), JSON.stringify({ version: 4, terraform_version: '1.11.4', resources }));
  const { out } = await drift(...states, '--state', at('invites.tfstate'), '--format', 'json');
  expect((JSON.parse(out) as Drift).changed.map(({ status, path }) => `${status} ${path}`)).toEqual([
    'removed group invite deleted@example.com in acme',
  ]);
});

test('--accept keeps known unmanaged objects quiet, until one of them changes', async () => {
  writeFileSync(at('known.json'), (await drift(...states, '--format', 'json')).out);
  const known = ['--accept', at('known.json')];
  expect(await drift(...states, ...known)).toEqual({
    code: 0,
    out: 'No drift: every object is managed or accepted and unchanged. Compared 6 objects in acme, with 4 accepted unmanaged objects.\n',
    err: '',
  });
  const client = createClient({ baseUrl: running.baseUrl, token: running.token });
  const uid = `${root}/${shop}/${ci}`;
  await client.update(identity, uid, { claimMatch: { ...claimMatch, subject: 'repo:acme@1/shop@2:pull_request' } });
  const { code, out } = await drift(...states, ...known, '--format', 'json');
  await client.update(identity, uid, { claimMatch });
  await client.close();
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ accepted: 3, unmanaged: [{ uid }] });
});

test.each([
  ['no such file', undefined],
  ['it does not list unmanaged objects', '{}'],
  ['it does not list unmanaged objects', '{"unmanaged":[{"uid":"a"}]}'],
])('a file for --accept is refused: %s', async (message, text) => {
  if (text === undefined) rmSync(at('accepted.json'), { force: true });
  else writeFileSync(at('accepted.json'), text);
  const { code, out, err } = await drift(...states, '--accept', at('accepted.json'));
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toContain(message);
});

test('the Markdown is a table, with the blocks to import', async () => {
  const { out } = await drift(...states, '--only', 'acme/shop', '--format', 'markdown');
  expect(out).toContain('### Drift: 0 changed objects, 1 unmanaged object');
  expect(out).toContain(`| identity \`acme/shop/ci\` | \`${root}/${shop}/${ci}\` |`);
  expect(out).toContain('```hcl\nimport {');
});

test('a token that cannot list every kind makes the lists incomplete, which is neither drift nor none', async () => {
  process.env['PLATFORM_TOKEN'] = await running.tokenFor(running.administratorUid, ['groups.list']);
  const { code, err } = await drift(...states);
  process.env['PLATFORM_TOKEN'] = running.token;
  expect(code).toBe(3);
  expect(err).toContain('the token cannot list every role binding of acme');
});

test('a state of another organization than the token is named', async () => {
  const other = await startEmulator({ seed: { groups: [{ name: 'other' }] } });
  Object.assign(process.env, { PLATFORM_BASE_URL: other.baseUrl, PLATFORM_TOKEN: other.token });
  const { code, out, err } = await drift(...states);
  Object.assign(process.env, { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token });
  await other.close();
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toContain('The stack belongs to another organization than the token');
  expect(err).toContain(`in the organization ${root}, and the token belongs to "other" (uid ${other.rootGroupUid})`);
});

test.each([
  ['a missing folder', ['--dir', 'nowhere'], 2, 'nowhere is not a folder.'],
  ['a folder without a configuration', ['--dir', 'docs'], 2, 'No configuration found in /'],
  ['a missing state', ['--state', 'nowhere'], 3, 'Cannot read nowhere: no such file.'],
  [
    'an unknown root group',
    ['--state', at('shop.tfstate'), '--root', 'initech'],
    3,
    'Cannot find root group "initech"',
  ],
])('%s is an error', async (_, args, code, message) => {
  expect(await drift(...args)).toMatchObject({ code, out: '', err: expect.stringContaining(message) as string });
});
