/** Tests the errors of `platform-iac plan`: usage errors, and an engine that fails. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../../src/cli/program';

// The first test loads the modules of the review.
jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'plan-'));
const given = process.env['TERRAFORM_BINARY_NAME'];
afterAll(() => {
  rmSync(folder, { recursive: true });
  if (given === undefined) delete process.env['TERRAFORM_BINARY_NAME'];
  else process.env['TERRAFORM_BINARY_NAME'] = given;
});

async function plan(dir: string, ...args: readonly string[]) {
  let [out, err] = ['', ''];
  const write = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  return { code: await runCli(['plan', '--dir', dir, ...args], write), out, err };
}

function folderWith(name: string, files: Readonly<Record<string, string>>): string {
  const dir = join(folder, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(dir, file, '..'), { recursive: true });
    writeFileSync(join(dir, file), text);
  }
  return dir;
}

test('for a folder without a configuration, the error lists the synthesized stacks beneath it', async () => {
  const dir = folderWith('program', { 'main.ts': '', 'cdktf.out/stacks/org/cdk.tf.json': '{}' });
  expect(await plan(dir)).toEqual({
    code: 2,
    out: '',
    err: `platform-iac: No configuration found in ${dir}. Pass a synthesized stack: --dir ${join(dir, 'cdktf.out/stacks/org')}\n`,
  });
  const other = await plan(folderWith('other', { 'notes.txt': '' }));
  expect(other).toMatchObject({ code: 2, err: expect.stringContaining('Pass its folder with --dir') as string });
});

test('without cdktf.out, the error says how the program of the project writes it', async () => {
  const dir = folderWith('unsynthesized', { 'main.ts': '', 'cdktf.json': '{"app":"true"}' });
  expect(await plan(dir, '--no-synth')).toMatchObject({
    code: 2,
    err: `platform-iac: Cannot plan ${dir}: the project is not synthesized. Run its program first: true\n`,
  });
  const stack = join(dir, 'cdktf.out/stacks/org');
  expect(await plan(stack)).toMatchObject({
    code: 2,
    err: `platform-iac: ${stack} does not exist: the program of the project writes it. Plan in the folder of the project without --dir, which runs the program.\n`,
  });
});

test.each([
  ['above', '', 'acme'],
  ['beneath', 'acme/lib/deep', 'acme'],
])('in a folder %s a project, the error names the folder of the project', async (where, from, project) => {
  const root = folderWith(where, { [`${project}/cdktf.json`]: '{"app":"true"}', [`${project}/lib/deep/a.txt`]: '' });
  const dir = join(root, from);
  expect(await plan(dir)).toMatchObject({
    code: 2,
    err: `platform-iac: No configuration found in ${dir}. Run the command in the folder of the project: cd ${join(root, project)}\n`,
  });
});

test('in a project inside of another one, the error names the nearest', async () => {
  const files = { 'cdktf.json': '{"app":"true"}', 'acme/cdktf.json': '{"app":"true"}', 'acme/lib/a.txt': '' };
  const root = folderWith('nested', files);
  expect((await plan(join(root, 'acme/lib'))).err).toContain(`the folder of the project: cd ${join(root, 'acme')}\n`);
});

test('in a folder with many projects, such as /tmp, the error names none of them', async () => {
  const root = folderWith('many', Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}/cdktf.json`, '{}'])));
  expect(await plan(root)).toMatchObject({
    code: 2,
    err: `platform-iac: No configuration found in ${root}. ${root} contains 3 projects. Run the command in the folder of yours.\n`,
  });
});

test.each([
  ['main.ts', 'npx tsx main.ts'],
  ['main.js', 'node main.js'],
])('next to a lone %s, the error shows the cdktf.json that synthesizes it before a plan', async (program, app) => {
  const dir = folderWith(`lone-${program}`, { [program]: '' });
  const { code, err } = await plan(dir);
  const settings = `{"language":"typescript","app":"${app}"}`;
  expect([code, err]).toEqual([
    2,
    `platform-iac: No configuration found in ${dir}. To synthesize ${program} before each plan, write ${settings} to ${join(dir, 'cdktf.json')}, and plan again.\n`,
  ]);
  writeFileSync(join(dir, 'cdktf.json'), settings.replace(app, 'true'));
  expect((await plan(dir)).err).toContain('The program synthesized no stack');
});

test('an option of the engine before the -- is an error that names its place', async () => {
  const { code, err } = await plan('.', '-var-file=prod.tfvars');
  expect(code).toBe(2);
  expect(err).toContain("unknown option '-var-file=prod.tfvars'");
  expect(err).toContain('platform-iac plan -- -var-file=FILE');
});

test.each([
  ['nothing', 'nowhere/terraform', 'Command not found'],
  ['a path through a file', 'main.tf/terraform', 'main.tf/terraform: spawn ENOTDIR.'],
  ['a file that is no program', 'main.tf', 'Cannot run'],
])('an engine that is %s makes the review inconclusive, which is not a finding', async (_, engine, message) => {
  const dir = folderWith('configured', { 'main.tf': '' });
  chmodSync(join(dir, 'main.tf'), 0o644);
  process.env['TERRAFORM_BINARY_NAME'] = join(dir, engine);
  const { code, out, err } = await plan(dir);
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toContain(message);
});

test('an engine whose token the API rejects gives one sentence, and no findings', async () => {
  const dir = folderWith('rejected', { 'main.tf': '' });
  const box = (path: string) =>
    [
      '\u2577',
      `\u2502 Error: Cannot read ${path}`,
      '\u2502 ',
      `\u2502 GET ${path} returned 401`,
      '\u2502 UNAUTHENTICATED.',
      '\u2575',
    ].join('\n');
  const engine = join(dir, 'engine.cjs');
  const program = `for (const arg of process.argv) if (arg.startsWith('-out=')) require('node:fs').writeFileSync(arg.slice(5), '');
    if (process.argv[2] === 'plan') process.stderr.write(${JSON.stringify(`${box('/a')}\n${box('/b')}\n`)});
    process.exit(process.argv[2] === 'plan' ? 1 : 0);`;
  writeFileSync(engine, `#!${process.execPath}\n${program}`);
  chmodSync(engine, 0o755);
  process.env['TERRAFORM_BINARY_NAME'] = engine;
  expect(await plan(dir, '--offline')).toEqual({
    code: 3,
    out: '',
    err: `${box('/a')}\n1 more error with the same reason: --verbose lists them.\nplatform-iac: The API rejects the token, so nothing can be planned. Set PLATFORM_TOKEN to a valid token.\n`,
  });
});

test.each([
  ['without a key', ['--snapshot', 'x'], 2, 'Pass --snapshot and --snapshot-key together'],
  [
    'with a plan to save',
    ['--snapshot', 'x', '--snapshot-key', 'y', '--out', 'z'],
    2,
    'Cannot save a plan against a snapshot',
  ],
  ['with an age that is no number', ['--max-age', 'old'], 2, 'Pass a number of days.'],
  ['that is absent, with --pass', ['--pass', 'TF_VAR_x'], 2, 'Pass --pass with --snapshot only'],
  [
    'with the token of the API',
    ['--snapshot', 'x', '--snapshot-key', 'y', '--pass', 'PLATFORM_TOKEN'],
    2,
    'Cannot pass PLATFORM_TOKEN: only variables of the configuration can pass.',
  ],
  [
    'with a variable that is not set, after one that is',
    ['--snapshot', 'x', '--snapshot-key', 'y', '--pass', 'TF_VAR_set', '--pass', 'TF_VAR_missing'],
    2,
    'Cannot pass TF_VAR_missing: it is not set.',
  ],
  ['that does not exist', ['--snapshot', 'nowhere', '--snapshot-key', 'y'], 3, 'Cannot read nowhere: no such file.'],
])('a snapshot %s is an error', async (_, args, code, message) => {
  const dir = folderWith('with-snapshot', { 'main.tf': '' });
  process.env['TF_VAR_set'] = 'x';
  expect(await plan(dir, ...args)).toMatchObject({ code, out: '', err: expect.stringContaining(message) as string });
});

test('a provider that lost its permission in an artifact is an error before the engine starts', async () => {
  const provider =
    'terraform.d/plugins/platform-iac.internal/npm/platform/0.1.0/linux_amd64/terraform-provider-platform';
  const dir = folderWith('an artifact', { 'cdk.tf.json': '{}', [provider]: '#!/bin/sh' });
  chmodSync(join(dir, provider), 0o644);
  expect(await plan(dir, '--no-synth')).toEqual({
    code: 2,
    out: '',
    err: `platform-iac: The provider ${join(dir, provider)} is not executable: archives of artifacts lose the permission. Run chmod -R u+x '${join(dir, 'terraform.d/plugins')}', and plan again. To keep the permission, archive the folder with tar.\n`,
  });
});

test.each([
  ['of Terraform', 'PK\x03\x04old'],
  ['that is encrypted', '{"meta":{},"encrypted_data":"x"}'],
  ['of a remote run', '{"remote_plan_format":1}'],
  ['that is empty', ''],
  ['that is a text', 'notes'],
])('a program that fails leaves no earlier plan %s, and no earlier report', async (kind, text) => {
  const files = { 'cdktf.json': '{"app":"exit 1"}', tfplan: text, 'comment.md': 'old', 'plans/plan.json': 'old' };
  const dir = folderWith(`earlier ${kind}`, { ...files, 'plans/mine.json': 'mine' });
  const [out, comment, plans] = ['tfplan', 'comment.md', 'plans'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  expect(await plan(dir, '--out', out, '--save', `markdown=${comment}`, '--json-out', plans)).toMatchObject({
    code: 3,
  });
  expect([out, comment, join(plans, 'plan.json'), join(plans, 'mine.json')].map(existsSync)).toEqual([
    ...[false, false, false, true],
  ]);
});
