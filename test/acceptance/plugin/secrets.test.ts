/** Sensitive, write-only and ephemeral values, and functions: items 60-63 of test/plugin/checklist.md. */
import { fixtureHcl } from '../../support/fixture/fixture-provider';
import { startFixtureSession, type FixtureSession } from '../../support/fixture/session';
import { unwrapped } from '../../support/terraform';

jest.setTimeout(120_000);

let session: FixtureSession;
let { fixture, tf, thing, stored }: FixtureSession = {} as FixtureSession;

beforeEach(async () => {
  session = await startFixtureSession();
  ({ fixture, tf, thing, stored } = session);
});

afterEach(() => session.close());

test('a sensitive value is not shown, and an output of it must be sensitive', async () => {
  thing('secret = "hush-hush"');
  tf.env['TF_LOG'] = 'trace';
  const plan = await tf.plan();
  expect(plan.text).toMatch(/secret +\= \(sensitive value\)/);
  expect(plan.stdout).not.toContain('hush-hush');
  delete tf.env['TF_LOG'];
  tf.write({ 'out.tf': 'output "s" { value = fixture_thing.a.secret }' });
  expect((await tf.run('plan', '-no-color')).text).toContain('Output refers to sensitive values');
});

test('a write-only value reaches only the handlers, and a new version sends a new one', async () => {
  const config = (password: string, version: number): void =>
    tf.write({
      'main.tf': `${fixtureHcl}\nvariable "password" {\n  default = "${password}"\n  ephemeral = true\n}\nresource "fixture_thing" "a" {\n  name = "a"\n  password = var.password\n  password_version = ${version}\n}`,
    });
  config('first-secret', 1);
  await tf.ok('plan', '-out=p');
  const { stdout } = await tf.ok('show', '-json', 'p');
  expect(stdout.replace(/"configuration":.*/s, '').replace(/"variables":\{.*?\}\}/s, '')).not.toContain('first-secret');
  await tf.ok('apply', 'p');
  config('second-secret', 1);
  expect((await tf.plan()).changed).toBe(false);
  config('second-secret', 2);
  await tf.apply();
  expect(fixture.passwords).toEqual(['first-secret', 'second-secret']);
  expect(await stored()).toMatchObject({ password: null });
  expect(tf.read('terraform.tfstate')).not.toMatch(/(first|second)-secret/);
});

test('an ephemeral resource is opened and closed in plan and in apply, and can configure the provider', async () => {
  tf.write({
    'lease.tf':
      'ephemeral "fixture_lease" "l" { name = "one" }\nprovider "fixture" {\n  alias = "leased"\n  token = ephemeral.fixture_lease.l.token\n}\n',
    'thing.tf':
      'resource "fixture_thing" "a" {\n  provider = fixture.leased\n  name = "a"\n  password = ephemeral.fixture_lease.l.token\n}\n',
  });
  await tf.ok('plan', '-out=p');
  expect(fixture.calls).toEqual(['open one', 'close one']);
  await tf.ok('apply', 'p');
  expect(fixture.calls).toEqual(['open one', 'close one', 'open one', 'create thing-1', 'close one']);
  expect(fixture.passwords).toEqual(['token-of-one']);
});

test('an ephemeral resource with an unknown configuration is not opened; an expiring one is renewed', async () => {
  tf.write({
    'lease.tf':
      'resource "terraform_data" "late" { input = "late" }\nephemeral "fixture_lease" "l" {\n  name = terraform_data.late.output\n  renew_ms = 200\n}\n',
    'thing.tf': 'resource "fixture_thing" "a" {\n  name = "a"\n  password = ephemeral.fixture_lease.l.token\n}\n',
  });
  await tf.plan();
  expect(fixture.calls).toEqual([]);
  fixture.override.modifyPlan = async () => {
    // Only after it is open: its configuration is unknown in the plan before.
    const isOpen = fixture.calls.includes('open late');
    while (isOpen && !fixture.calls.includes('renew late')) await new Promise(setImmediate);
  };
  await tf.apply();
  expect(fixture.calls.filter((call) => !call.startsWith('create'))).toEqual(['open late', 'renew late', 'close late']);
});

test('functions: results, errors of arguments, null, unknown, variadic and dynamic ones, and the console', async () => {
  tf.write({
    'f.tf': `
resource "terraform_data" "late" { input = "late" }
output "shout" { value = provider::fixture::shout("hey") }
output "late" { value = provider::fixture::shout(terraform_data.late.output) }
output "join" { value = provider::fixture::join("-", "a", "b") }
output "null" { value = provider::fixture::join(null, "a", "b") }
output "wrap" { value = provider::fixture::wrap(1)[0] }`,
  });
  expect((await tf.plan()).text).toMatch(/late +\= \(known after apply\)/);
  await tf.apply();
  const outputs = JSON.parse((await tf.ok('output', '-json')).stdout) as Record<string, { value: unknown }>;
  expect(Object.entries(outputs).map(([name, { value }]) => [name, value])).toEqual([
    ['join', 'a-b'],
    ['late', 'LATE'],
    ['null', 'ab'],
    ['shout', 'HEY'],
    ['wrap', 1],
  ]);
  tf.write({
    'f.tf':
      'output "bad" { value = provider::fixture::shout("") }\noutput "fail" { value = provider::fixture::fail() }\noutput "n" { value = provider::fixture::shout(null) }',
  });
  const failed = unwrapped((await tf.run('plan', '-no-color')).text);
  expect(failed).toContain('Invalid value for "text" parameter: There is nothing to shout.');
  expect(failed).toContain('It always fails.');
  expect(failed).toContain('argument must not be null');
});
