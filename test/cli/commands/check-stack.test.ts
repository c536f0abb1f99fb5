/** Tests `platform-iac check-stack` with files and folders. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../../src/cli/program';
import { everyProduction } from '../../model/approval/grammar/stacks';

const scratch = mkdtempSync(join(tmpdir(), 'check-stack-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let folders = 0;
function folder(files: Readonly<Record<string, unknown>>): string {
  const dir = join(scratch, String(folders++));
  mkdirSync(dir);
  for (const [name, value] of Object.entries(files))
    writeFileSync(join(dir, name), typeof value === 'string' ? value : JSON.stringify(value));
  return dir;
}

async function checkStack(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await runCli(['check-stack', ...args], { out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

test('a stack that is data ends with 0', async () => {
  const dir = folder({ 'cdk.tf.json': everyProduction(), '.terraform.lock.hcl': '', 'terraform.tfstate': {} });
  expect(await checkStack(dir)).toEqual({ code: 0, out: `${dir} is data.\n`, err: '' });
  expect(await checkStack(join(dir, 'cdk.tf.json'))).toMatchObject({ code: 0, err: '' });
});

test('each place that is not data is one line with the reason and the next step', async () => {
  const dir = folder({ 'cdk.tf.json': { ...everyProduction(), locals: {}, module: {} } });
  expect(await checkStack(dir)).toEqual({
    code: 1,
    out:
      'cdk.tf.json: locals: not data: the member locals of a stack. It consists of expressions. Compute the value in the program that synthesizes the stack.\n' +
      'cdk.tf.json: module: not data: the member module of a stack. It loads other files. Declare the objects in this stack.\n',
    err: `platform-iac: ${dir} is not data: 2 places.\n`,
  });
});

test.each(['main.tf', 'main.tofu', 'x.auto.tfvars', 'terraform.tfvars.json'])(
  'the file %s in the folder of a stack is refused',
  async (name) => {
    const dir = folder({ 'cdk.tf.json': everyProduction(), [name]: '{}' });
    const { code, out } = await checkStack(dir);
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining(`${name}: not data: a file`) as string });
  },
);

test.each([
  ['a folder without a stack', () => [folder({ 'README.md': '' })], 'it contains no file of a stack'],
  ['--out without --settings', () => [folder({ 'cdk.tf.json': {} }), '--out', 'x'], '--out requires --settings'],
])('%s is a usage error', async (_what, args, why) => {
  const { code, out, err } = await checkStack(...args());
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(why);
});

test('a file that is no UTF-8 is not read', async () => {
  const file = join(folder({}), 'stack.json');
  writeFileSync(file, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
  expect(await checkStack(file)).toMatchObject({ code: 3, out: '' });
});

describe('with the settings of the main branch', () => {
  const settings = (backend: object, providers: object = {}) =>
    join(
      folder({ 'settings.tf.json': { terraform: { backend, required_providers: { platform: {}, ...providers } } } }),
      'settings.tf.json',
    );
  const { provider: _provider, ...stack } = everyProduction();
  const attacker = { terraform: { backend: { http: { address: 'https://attacker.example' } } } };

  test('--out writes the stack without its backend and its providers', async () => {
    const dir = folder({ 'stack.json': { ...stack, provider: { platform: [{}] } } });
    const out = join(dir, 'out/cdk.tf.json');
    expect(await checkStack(join(dir, 'stack.json'), '--settings', settings({ http: {} }), '--out', out)).toMatchObject(
      { code: 0 },
    );
    const { terraform: _terraform, data, ...parts } = stack as { terraform?: object; data: Record<string, object> };
    const name = 'cross-stack-reference-input-structure';
    const states = { [name]: { backend: 'http', config: { address: '/structure' } } };
    expect(read(out)).toEqual({
      ...parts,
      data: { ...data, terraform_remote_state: states },
      provider: { platform: {} },
    });
  });

  test.each([
    [{ http: {} }, { backend: 'http', config: { address: 'https://state.example/structure' } }],
    [
      { s3: { bucket: 'acme', key: 'STACK.tfstate' } },
      { backend: 's3', config: { bucket: 'acme', key: 'structure.tfstate' } },
    ],
  ])('the state of a sibling stack is read at the backend %j', async (backend, state) => {
    const dir = folder({ 'stack.json': { ...stack, ...attacker } });
    const out = join(dir, 'out.json');
    process.env['STATE_URL'] = 'https://state.example';
    try {
      expect(await checkStack(join(dir, 'stack.json'), '--settings', settings(backend), '--out', out)).toMatchObject({
        code: 0,
      });
    } finally {
      delete process.env['STATE_URL'];
    }
    expect(read(out)).toMatchObject({
      data: { terraform_remote_state: { 'cross-stack-reference-input-structure': state } },
    });
  });

  test('a configured provider and another source are refused', async () => {
    const dir = folder({ 'a.json': { provider: { platform: [{ base_url: 'https://attacker.example' }] } } });
    expect(await checkStack(join(dir, 'a.json'), '--settings', settings({ http: {} }))).toMatchObject({ code: 1 });
  });

  test('the types of a provider in the settings are accepted, without programs', async () => {
    const bucket = { bucket: 'x', description: '${platform_group.shop.name}' };
    const check = (body: object) => {
      const dir = folder({
        'stack.json': { ...stack, resource: { ...(stack['resource'] as object), aws_s3_bucket: { x: body } } },
      });
      return checkStack(
        join(dir, 'stack.json'),
        '--settings',
        settings({ http: {} }, { aws: { source: 'hashicorp/aws' } }),
      );
    };
    expect(await check(bucket)).toMatchObject({ code: 0 });
    for (const more of [{ provisioner: {} }, { connection: {} }, { x: '${file("/x")}' }, { for_each: {} }])
      expect(await check({ ...bucket, ...more })).toMatchObject({ code: 1 });
  });
});
