/** Plans of the fixture provider in Terraform: items 33-42 of test/plugin/checklist.md. */
import { fixtureHcl } from '../../support/fixture/fixture-provider';
import { startFixtureSession, type FixtureSession } from '../../support/fixture/session';
import { unwrapped } from '../../support/terraform';

jest.setTimeout(120_000);

let session: FixtureSession;
let { fixture, tf, thing, changes, stored }: FixtureSession = {} as FixtureSession;

beforeEach(async () => {
  session = await startFixtureSession();
  ({ fixture, tf, thing, changes, stored } = session);
});

afterEach(() => session.close());

const everything = `
  region   = "eu"
  text     = "x"
  size     = 2
  ratio    = 0.1
  enabled  = true
  tags     = { team = "x", "a.b" = "" }
  zones    = ["z", "a", "z"]
  members  = ["b", "a", "b"]
  numbers  = [1, 2.5, 1e21]
  anything = { list = [1, "two"], none = null }
  point    = { x = 1, y = null }
  pair     = ["p", 2]
  document = jsonencode({ b = 1, a = [2] })
  code     = "abc"
  secret   = "hidden"
  password = "never-stored"
  password_version = 1
  settings = { mode = "fast" }
  disks    = [{ gb = 1 }, { gb = 2, type = "ssd" }]
  rules    = [{ port = 80 }, { port = 443, protocol = "udp" }]
  users    = { ann = { role = "admin" } }
  step {
    run = "one"
    env { key = "k" }
  }
  step { run = "two" }
  label { text = "l" }
  window { from = 1 }
  limits { cpu = 2 }
  quota "disk" { most = 5 }
`;

test('a thing with everything set is created as planned, and the next plan is empty', async () => {
  thing(everything);
  const plan = await tf.plan();
  expect(plan.text).toMatch(/\+ id +\= \(known after apply\)/);
  expect(plan.text).toMatch(/\+ level +\= 3/);
  await tf.apply();
  expect((await tf.plan()).text).toContain('No changes');
  await tf.destroy();
  expect(fixture.things.size).toBe(0);
});

test('a saved plan is applied unchanged', async () => {
  thing('text = "x"');
  await tf.ok('plan', '-out=p');
  await tf.ok('apply', 'p');
  expect((await tf.plan()).changed).toBe(false);
});

test('values that become known during apply are accepted in every kind of place', async () => {
  tf.write({
    'main.tf': `${fixtureHcl}
resource "terraform_data" "late" { input = "known-later" }
locals { late = terraform_data.late.output }
resource "fixture_thing" "a" {
  name     = "a"
  text     = local.late
  note     = "pre-\${local.late}"
  size     = length(local.late)
  tags     = { team = local.late }
  zones    = ["a", local.late]
  members  = ["a", local.late]
  anything = local.late
  settings = { mode = local.late }
  disks    = [{ gb = length(local.late), type = local.late }]
  rules    = [{ port = length(local.late) }]
  dynamic "step" {
    for_each = toset([local.late])
    content { run = step.value }
  }
  dynamic "label" {
    for_each = [local.late]
    content { text = label.value }
  }
}`,
  });
  await tf.apply();
  expect(fixture.things.get('thing-1')).toMatchObject({
    text: 'known-later',
    note: 'pre-known-later',
    size: 11,
    step: [{ run: 'known-later' }],
  });
  expect((await tf.plan()).changed).toBe(false);
});

test('a replacement is announced, even for a value that is still unknown', async () => {
  thing('region = "eu"');
  await tf.apply();
  thing('region = "us"');
  const planned: string[] = [];
  fixture.override.modifyPlan = ({ action }) => void planned.push(action);
  const plan = await tf.plan();
  // Its replacement is planned as new.
  expect(planned).toEqual(['update', 'create']);
  expect(plan.text).toContain('-/+ resource "fixture_thing" "a"');
  expect(plan.text).toMatch(/~ region .*# forces replacement/);
  tf.write({ 'late.tf': 'resource "terraform_data" "late" { input = "us" }' });
  thing('region = terraform_data.late.output');
  expect((await tf.plan()).text).toContain('# forces replacement');
  await tf.apply();
  expect(changes()).toEqual(['create thing-1', 'delete thing-1', 'create thing-2']);
});

test('-replace, taint, untaint and create_before_destroy', async () => {
  thing('');
  await tf.apply();
  expect((await tf.plan('-replace=fixture_thing.a')).text).toContain('-/+ resource');
  await tf.ok('taint', 'fixture_thing.a');
  expect((await tf.planJson()).resource_changes).toMatchObject([{ action_reason: 'replace_because_tainted' }]);
  await tf.ok('untaint', 'fixture_thing.a');
  expect((await tf.plan()).changed).toBe(false);
  thing('lifecycle { create_before_destroy = true }');
  await tf.apply('-replace=fixture_thing.a');
  expect(changes()).toEqual(['create thing-1', 'create thing-2', 'delete thing-1']);
});

test('an update keeps the id and renews volatile values; an update without effect is accepted', async () => {
  tf.write({ 'late.tf': 'resource "terraform_data" "late" {\n  input = "same"\n  triggers_replace = "1"\n}' });
  thing('text = terraform_data.late.output');
  await tf.apply();
  tf.write({ 'late.tf': 'resource "terraform_data" "late" {\n  input = "same"\n  triggers_replace = "2"\n}' });
  const plan = await tf.plan();
  expect(plan.text).toMatch(/~ text +\= "same" -> \(known after apply\)/);
  expect(plan.text).toMatch(/~ revision +\= 1 -> \(known after apply\)/);
  expect(plan.text).toMatch(/  id +\= "thing-1"/);
  await tf.apply();
  expect((await tf.plan()).changed).toBe(false);
});

test('another representation is not a change, and a normalization by the service is not an inconsistency', async () => {
  thing('document = "{\\"a\\": 1}"\ncode = "abc"');
  await tf.apply();
  expect(fixture.things.get('thing-1')).toMatchObject({ document: '{"a":1}', code: 'ABC' });
  thing('document = "{ \\"a\\" : 1 }"\ncode = "ABC"');
  expect((await tf.plan()).changed).toBe(false);
  expect(await stored()).toMatchObject({ document: '{"a": 1}', code: 'abc' });
});

test('ignore_changes, prevent_destroy and replace_triggered_by work as in any provider', async () => {
  thing('text = "x"\nlifecycle { ignore_changes = [text, tags["auto"]] }');
  await tf.apply();
  thing('text = "y"\ntags = { auto = "z" }\nlifecycle { ignore_changes = [text, tags["auto"]] }');
  await tf.apply();
  expect(fixture.things.get('thing-1')).toMatchObject({ text: 'x' });
  thing('text = "y"\nsize = 9\nlifecycle { ignore_changes = all }');
  expect((await tf.plan()).changed).toBe(false);
  thing('text = "x"\nlifecycle { prevent_destroy = true }');
  expect((await tf.run('plan', '-destroy', '-no-color')).text).toContain('prevent_destroy');
  tf.write({ 'trigger.tf': 'resource "terraform_data" "t" { input = 1 }' });
  thing('text = "x"\nlifecycle { replace_triggered_by = [terraform_data.t] }');
  await tf.apply();
  tf.write({ 'trigger.tf': 'resource "terraform_data" "t" { input = 2 }' });
  expect((await tf.plan()).text).toContain('replace_triggered_by');
});

test('removing an optional and computed value keeps it; removing an optional one plans null', async () => {
  thing('note = "mine"\ntext = "x"');
  await tf.apply();
  thing('text = "x"');
  expect((await tf.plan()).changed).toBe(false);
  thing('note = "mine"');
  expect((await tf.plan()).text).toMatch(/- text +\= "x" -> null/);
});

test('a warning does not fail a plan and is shown once; an error points at the line', async () => {
  thing('old = "x"');
  const plan = await tf.plan();
  expect(unwrapped(plan.text).match(/Use "text" instead\./g)).toHaveLength(1);
  thing('tags = {\n  "TEAM" = "x"\n}\ndisks = [{ gb = 1 }, { gb = 0 }]\nstep {\n  run = "X"\n}');
  expect(await tf.diagnostics('validate')).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        summary: 'Invalid value for disks[1].gb',
        range: expect.objectContaining({ start: expect.objectContaining({ line: 6 }) }),
      }),
      expect.objectContaining({
        summary: 'Invalid value for step[0].run',
        range: expect.objectContaining({ start: expect.objectContaining({ line: 8 }) }),
      }),
      expect.objectContaining({
        detail: 'The key "TEAM" is not in lower case.\n(FIXTURE_INVALID_VALUE)',
        range: expect.objectContaining({ start: expect.objectContaining({ line: 4 }) }),
      }),
    ]),
  );
});

test('null for a required attribute and a value for a computed one are errors with file and line', async () => {
  tf.write({ 'thing.tf': 'resource "fixture_thing" "a" {\n  name = null\n  id   = "x"\n}\n' });
  expect(await tf.diagnostics('validate')).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        summary: 'Missing value',
        range: expect.objectContaining({ filename: 'thing.tf', start: expect.objectContaining({ line: 2 }) }),
      }),
      expect.objectContaining({
        summary: 'Read-only attribute',
        range: expect.objectContaining({ filename: 'thing.tf', start: expect.objectContaining({ line: 3 }) }),
      }),
    ]),
  );
});

test('a provider block with unknown values still plans', async () => {
  tf.write({
    'provider.tf':
      'resource "terraform_data" "late" { input = "https://late" }\nprovider "fixture" { endpoint = terraform_data.late.output }',
  });
  thing('');
  const plan = await tf.plan();
  expect(plan.text).toContain('The endpoint is not known yet');
  await tf.apply();
  expect(fixture.things.size).toBe(1);
});
