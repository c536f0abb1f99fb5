/**
 * `examples/own-provider`: built like on its page, installed in the mirror next to the configuration, and used by Terraform.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { terraform, type Terraform } from '../support/terraform';

jest.setTimeout(120_000);

const root = join(__dirname, '../..');
const example = join(root, 'examples/own-provider');

let tf: Terraform;

beforeAll(async () => {
  tf = terraform({ files: { 'main.tf': readFileSync(join(example, 'main.tf'), 'utf8') } });
  execFileSync(process.execPath, [join(example, 'build.mjs')], { cwd: tf.dir, stdio: 'pipe' });
  await tf.init();
});

afterAll(() => tf.close());

const note = (): string => readFileSync(join(tf.dir, 'notes/hello.txt'), 'utf8');

test('its own tests pass', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--test', '--test-reporter', 'tap', join(example, 'provider.test.ts')],
    {
      cwd: root,
      env: { ...process.env, TSX_TSCONFIG_PATH: join(root, 'tsconfig.json'), NODE_TEST_CONTEXT: undefined },
      encoding: 'utf8',
      timeout: 110_000,
    },
  );
  expect(stdout).toMatch(/^# pass 6$/m);
  expect(status).toBe(0);
});

test('it is applied once, and the second plan is empty', async () => {
  await tf.apply();
  expect(note()).toBe('Hello.');
  expect((await tf.plan()).changed).toBe(false);
});

test('an existing object is imported, and the next plan is empty', async () => {
  await tf.ok('state', 'rm', 'notes_note.hello');
  await tf.ok('import', 'notes_note.hello', 'hello');
  expect((await tf.plan()).changed).toBe(false);
});

test('an attribute is changed in place', async () => {
  tf.write({ 'main.tf': tf.read('main.tf').replace('Hello.', 'Bye.') });
  const { text } = await tf.ok('apply', '-auto-approve', '-no-color');
  expect(text).toContain('0 added, 1 changed, 0 destroyed');
  expect(note()).toBe('Bye.');
});

test('a rejected name is shown at its line', async () => {
  const before = tf.read('main.tf');
  tf.write({ 'main.tf': before.replace('name = "hello"', 'name = "a/b"') });
  const { code, text } = await tf.run('plan', '-no-color');
  expect(code).toBe(1);
  expect(text).toContain('"a/b" must contain only letters, digits and underscores.');
  expect(text).toMatch(/on main\.tf line \d+, in resource "notes_note" "hello"/);
  tf.write({ 'main.tf': before });
});

test('it logs only with the variable of its own name', async () => {
  const plan = async (): Promise<string> => (await tf.ok('apply', '-auto-approve', '-replace=notes_note.hello')).text;
  expect(await plan()).not.toContain('Note created');
  tf.env['TF_LOG_PROVIDER_NOTES'] = 'info';
  tf.env['TF_LOG_PROVIDER'] = 'info';
  expect(await plan()).toContain('Note created');
  delete tf.env['TF_LOG_PROVIDER'];
  delete tf.env['TF_LOG_PROVIDER_NOTES'];
});

test('after a destroy, nothing remains', async () => {
  await tf.ok('destroy', '-auto-approve');
  expect(existsSync(join(tf.dir, 'notes/hello.txt'))).toBe(false);
});
