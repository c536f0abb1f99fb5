/** Tests `platform-iac addresses` with synthesized stacks and states in files. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROVIDER_ADDRESS } from '../../../src/model/api';
import { runCli } from '../../../src/cli/program';

const folder = mkdtempSync(join(tmpdir(), 'addresses-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ROOT = 'a0000000a0000000a0000000a0000000a0000000';
const PAYMENTS = `${ROOT}/b000000000000001`;
const CI = `${PAYMENTS}/c000000000000001`;
const VIEWER = 'd0000000d0000000d0000000d0000000d0000000';

async function run(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await runCli(['addresses', ...args], { out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

type Blocks = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** Writes a synthesized stack. Returns its folder. */
function stack(name: string, resource: Blocks, more: object = {}): string {
  const dir = join(folder, name);
  mkdirSync(dir, { recursive: true });
  writeFileSync(
    join(dir, 'cdk.tf.json'),
    JSON.stringify({ '//': { metadata: { stackName: name } }, resource, ...more }),
  );
  return dir;
}

const at = (path: string, line: number, attributes: object) => ({
  ...attributes,
  '//': { metadata: { path, source: { file: 'main.ts', line } } },
});

/** A group with an identity and a binding; `group` is its address, `path` the path of its construct. */
function team(stackName: string, path: string, group: string): Blocks {
  return {
    platform_group: { [group]: at(`${stackName}/${path}`, 1, { parent_uid: ROOT, name: 'payments' }) },
    platform_identity: {
      [`${group}_ci`]: at(`${stackName}/${path}/ci`, 2, { group_uid: `\${platform_group.${group}.uid}`, name: 'ci' }),
    },
    platform_role_binding: {
      [`${group}_ci_viewer`]: at(`${stackName}/${path}/ci_viewer`, 3, {
        group_uid: `\${platform_group.${group}.uid}`,
        identity_uid: `\${platform_identity.${group}_ci.uid}`,
        role_uid: VIEWER,
      }),
    },
  };
}

/** Writes a state of the same objects. */
function state(group: string): string {
  const resource = (type: string, name: string, attributes: object) => ({
    ...{ mode: 'managed', type, name, provider: `provider["${PROVIDER_ADDRESS}"]` },
    instances: [{ attributes }],
  });
  const file = join(folder, `${group}.tfstate`);
  const resources = [
    resource('platform_group', group, { uid: PAYMENTS, parent_uid: ROOT, name: 'payments' }),
    resource('platform_identity', `${group}_ci`, { uid: CI, group_uid: PAYMENTS, name: 'ci' }),
    resource('platform_role_binding', `${group}_ci_viewer`, {
      ...{ uid: `${PAYMENTS}/e000000000000001`, group_uid: PAYMENTS, identity_uid: CI, role_uid: VIEWER },
    }),
  ];
  writeFileSync(file, JSON.stringify({ version: 4, terraform_version: '1.11.4', resources }));
  return file;
}

const movedTeam = [
  'moved {\n  from = platform_group.old\n  to   = platform_group.new\n}\n',
  'moved {\n  from = platform_identity.old_ci\n  to   = platform_identity.new_ci\n}\n',
  'moved {\n  from = platform_role_binding.old_ci_viewer\n  to   = platform_role_binding.new_ci_viewer\n}\n',
].join('\n');

test('lists construct, address and natural name of each object', async () => {
  const { code, out } = await run(stack('list', team('org', 'team/payments', 'payments')));
  expect(code).toBe(0);
  expect(out.split('\n')[0]).toMatch(/^org\/team\/payments +platform_group\.payments +group .*payments$/);
  expect(out.split('\n')).toHaveLength(4);
});

test('prints the moves since a state, matched by natural keys', async () => {
  const dir = stack('org', team('org', 'team/new', 'new'));
  const hcl = await run(dir, '--since', state('old'), '--format', 'hcl');
  expect(hcl).toEqual({ code: 0, out: movedTeam, err: '' });
  const { out } = await run(dir, '--since', state('old'));
  expect(out).toContain('The address of 3 objects changes.');
  expect(out).toContain("x.wasAt('platform_group.old'); // x is org/team/new, ");
});

test('prints one call for a construct and everything in its scope since an earlier synthesized stack', async () => {
  const before = join(stack('before', team('org', 'squads/payments', 'old')), 'cdk.tf.json');
  const dir = stack('after', team('org', 'teams/payments', 'new'));
  const calls = await run(dir, '--since', before, '--format', 'typescript');
  expect(calls.code).toBe(0);
  expect(calls.out).toMatch(/^x\.wasAt\('squads\/payments'\); \/\/ x is org\/teams\/payments, .*main\.ts:1\n$/);
});

test('counts declared moves as done', async () => {
  const moved = ['', '_ci', '_ci_viewer'].map((name, index) => {
    const type = ['platform_group', 'platform_identity', 'platform_role_binding'][index]!;
    return { from: `${type}.old${name}`, to: `${type}.new${name}` };
  });
  const dir = stack('done', team('org', 'new', 'new'), { moved });
  expect(await run(dir, '--since', state('old'))).toEqual({
    ...{ code: 0, err: '' },
    out: 'No address of an object has changed.\n',
  });
});

test('prints removed and import blocks between stacks', async () => {
  const [left, right] = [stack('left', {}), stack('right', team('right', 'new', 'new'))];
  const empty = join(folder, 'empty.tfstate');
  writeFileSync(empty, JSON.stringify({ version: 4, resources: [] }));
  const { code, out } = await run(left, right, '--since', state('old'), '--since', empty, '--format', 'hcl');
  expect(code).toBe(0);
  expect(out).toContain(
    '# Stack left\n\nremoved {\n  from = platform_group.old\n  lifecycle {\n    destroy = false\n  }\n}',
  );
  expect(out).toContain(`import {\n  to = platform_identity.new_ci\n  id = "${CI}"\n}`);
});

test('reports objects without a match and exits with 1', async () => {
  const resource = { platform_group: { shop: at('org/shop', 1, { parent_uid: ROOT, name: 'shop' }) } };
  const { code, out } = await run(stack('other', resource), '--since', state('old'));
  expect(code).toBe(1);
  expect(out).toContain('No match. The next apply deletes:\n  platform_group.old (group ');
  expect(out).toContain('No match. The next apply creates:\n  platform_group.shop (group ');
});

test('pairs no objects that have the same natural key', async () => {
  const group = (name: string) => at(`org/${name}`, 1, { parent_uid: ROOT, name: 'payments' });
  const resource = { platform_group: { one: group('one'), two: group('two') } };
  const { code, out } = await run(stack('twice', resource), '--since', state('old'));
  expect({ code, isMoved: out.includes('moved {') }).toEqual({ code: 1, isMoved: false });
});

test('explains missing folders, unreadable files and wrong options', async () => {
  expect(await run(join(folder, 'none'))).toMatchObject({
    code: 3,
    err: expect.stringContaining(
      `contains no cdk.tf.json. Name the folder of a stack, for example ${join('cdktf.out', 'stacks', 'org')}.`,
    ) as string,
  });
  const dir = stack('plain', {});
  expect(await run(dir, '--since', join(folder, 'none.json'))).toMatchObject({ code: 3 });
  expect(await run(dir, '--format', 'hcl')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--since') as string,
  });
});

describe('a state of another provider', () => {
  const provider = 'provider["registry.terraform.io/chainguard-dev/chainguard"]';
  const BINDING = `${PAYMENTS}/e000000000000001`;
  const resource = (type: string, name: string, attributes: object, more: object = {}) => ({
    ...{ mode: 'managed', type, name, provider },
    instances: [{ schema_version: 0, attributes }],
    ...more,
  });
  const viewer = { id: VIEWER, name: 'viewer', description: '', capabilities: ['groups.list'] };
  const foreign = (more: readonly object[] = []): string => {
    const file = join(folder, 'foreign.tfstate');
    const resources = [
      resource('chainguard_group', 'payments', { id: PAYMENTS, parent_id: ROOT, name: 'payments' }),
      resource('chainguard_identity', 'ci', { id: CI, parent_id: PAYMENTS, name: 'ci', claim_match: {} }),
      resource('chainguard_rolebinding', 'ci', { id: BINDING, group: PAYMENTS, identity: CI, role: VIEWER }),
      resource('chainguard_role', 'viewer', { id: 'x', name: 'viewer', items: [viewer] }, { mode: 'data' }),
      resource(
        'aws_iam_group',
        'admins',
        { id: 'admins', name: 'payments' },
        { provider: 'provider["registry.terraform.io/hashicorp/aws"]' },
      ),
      resource('chainguard_subscription', 'events', { id: `${PAYMENTS}/0000000000000009`, parent_id: PAYMENTS }),
      ...more,
    ];
    writeFileSync(file, JSON.stringify({ version: 4, terraform_version: '1.11.4', resources }));
    return file;
  };

  test('prints the moves, and the calls that name the provider', async () => {
    const dir = stack('taken', team('taken', 'payments', 'payments'));
    const { code, out, err } = await run(dir, '--since', foreign(), '--format', 'hcl');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(
      [
        ['chainguard_group.payments', 'platform_group.payments'],
        ['chainguard_identity.ci', 'platform_identity.payments_ci'],
        ['chainguard_rolebinding.ci', 'platform_role_binding.payments_ci_viewer'],
      ]
        .map(([from, to]) => `moved {\n  from = ${from}\n  to   = ${to}\n}\n`)
        .join('\n'),
    );
    const calls = await run(dir, '--since', foreign(), '--format', 'typescript');
    expect(calls.out.split('\n')[0]).toMatch(
      /^x\.moveFromId\('chainguard_group\.payments', \{ source: 'chainguard-dev\/chainguard' \}\); \/\/ x is taken\/payments, /,
    );
    expect(calls.out.trimEnd().split('\n')).toHaveLength(3);
  });

  test('with --import prints import and removed blocks, for engines without moves between types', async () => {
    const dir = stack('imported', team('imported', 'payments', 'payments'));
    const { code, out } = await run(dir, '--since', foreign(), '--format', 'hcl', '--import');
    expect(code).toBe(0);
    expect(out).not.toMatch(/^moved /m);
    for (const from of ['chainguard_group.payments', 'chainguard_identity.ci', 'chainguard_rolebinding.ci'])
      expect(out).toContain(`removed {\n  from = ${from}\n  lifecycle {\n    destroy = false\n  }\n}`);
    expect(out).toContain(`import {\n  to = platform_role_binding.payments_ci_viewer\n  id = "${BINDING}"\n}`);
    const calls = await run(dir, '--since', foreign(), '--format', 'typescript', '--import');
    expect(calls.out).toContain(`x.importFrom('${CI}'); // x is imported/payments/ci`);
    expect(calls.out).toContain(`unmanage(stack, 'chainguard_identity.ci');`);
  });

  test('reports an object that the stack does not declare', async () => {
    const dir = stack('lost', team('lost', 'payments', 'payments'));
    const lost = resource('chainguard_role', 'auditor', { id: `${PAYMENTS}/f000000000000001`, name: 'auditor' });
    const { code, err } = await run(dir, '--since', foreign([lost]), '--format', 'hcl');
    expect(code).toBe(1);
    expect(err).toContain('chainguard_role.auditor (role ');
  });
});
