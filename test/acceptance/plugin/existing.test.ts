/** Existing objects: items 54-59 of test/plugin/checklist.md. */
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

interface StateFile {
  resources: { instances: { schema_version: number; attributes: Record<string, unknown> }[] }[];
}

function editState(edit: (instance: StateFile['resources'][0]['instances'][0]) => void): void {
  const state = JSON.parse(tf.read('terraform.tfstate')) as StateFile;
  edit(state.resources[0]!.instances[0]!);
  tf.write({ 'terraform.tfstate': JSON.stringify(state) });
}

test('drift is shown, and corrected for configured attributes', async () => {
  thing('text = "mine"');
  await tf.apply();
  Object.assign(fixture.things.get('thing-1')!, { text: 'theirs', revision: 7 });
  const refresh = await tf.run('plan', '-refresh-only', '-no-color');
  expect(refresh.text).toMatch(/~ text +\= "mine" -> "theirs"/);
  expect((await tf.plan()).text).toMatch(/~ text +\= "theirs" -> "mine"/);
  Object.assign(fixture.things.get('thing-1')!, { text: 'mine', revision: 8 });
  expect((await tf.plan()).changed).toBe(false);
});

test('a missing object is created again; a data source for a missing one is a clear error', async () => {
  thing('');
  await tf.apply();
  fixture.things.clear();
  expect((await tf.plan()).text).toContain('1 to add, 0 to change, 0 to destroy');
  tf.write({ 'data.tf': 'data "fixture_thing" "x" { id = "thing-9" }\n' });
  const failed = await tf.run('plan', '-no-color');
  expect(unwrapped(failed.text)).toContain('Error: Thing not found with data.fixture_thing.x, on data.tf line 1');
});

test('a state of version 0 is upgraded step by step', async () => {
  thing('size = 3');
  await tf.apply();
  editState((instance) => {
    const { name, size, ...rest } = instance.attributes;
    instance.schema_version = 0;
    instance.attributes = { ...rest, title: name, size_text: String(size) };
  });
  expect((await tf.plan()).changed).toBe(false);
});

test('additional and missing attributes in the state are accepted at the same version', async () => {
  thing('');
  await tf.apply();
  editState((instance) => {
    for (const name of ['text', 'step']) Reflect.deleteProperty(instance.attributes, name);
    instance.attributes['unheard_of'] = 1;
  });
  expect((await tf.plan()).changed).toBe(false);
});

test('Terraform itself rejects a state of a newer version', async () => {
  thing('');
  await tf.apply();
  editState((instance) => (instance.schema_version = 99));
  expect((await tf.run('plan', '-no-color')).text).toContain('newer provider version');
});

test('a state that does not fit is a readable error', async () => {
  thing('');
  await tf.apply();
  editState((instance) => (instance.attributes['tags'] = 'none'));
  const failed = await tf.run('plan', '-no-color');
  expect(unwrapped(failed.text)).toContain('tags is not stored as a map.');
});

test('terraform import by command and by block, with a bad id, an unknown one and a managed one', async () => {
  thing('text = "x"');
  await tf.apply();
  tf.write({ 'b.tf': 'resource "fixture_thing" "b" {\n  name = "a"\n  text = "x"\n}\n' });
  await tf.ok('import', 'fixture_thing.b', 'thing-1');
  await tf.ok('state', 'rm', 'fixture_thing.b');
  tf.write({ 'import.tf': 'import {\n  to = fixture_thing.b\n  id = "thing-1"\n}\n' });
  expect((await tf.plan()).text).toContain('1 to import, 0 to add, 0 to change, 0 to destroy');
  await tf.apply();
  expect((await tf.plan()).changed).toBe(false);

  const failing = async (address: string, id: string): Promise<string> => {
    const run = await tf.run('import', '-no-color', address, id);
    expect(run.code).not.toBe(0);
    return unwrapped(run.text);
  };
  await tf.ok('state', 'rm', 'fixture_thing.b');
  tf.write({ 'import.tf': '' });
  expect(await failing('fixture_thing.b', 'x')).toContain('"x" is no id of a thing');
  expect(await failing('fixture_thing.b', 'thing-9')).toContain('Cannot import non-existent remote object');
  expect(await failing('fixture_thing.a', 'thing-1')).toContain('already managed');
  tf.write({ 'note.tf': 'resource "fixture_note" "n" { text = "x" }' });
  expect(await failing('fixture_note.n', 'x')).toContain('fixture_note cannot be imported');
});

test('the configuration that Terraform generates for an import plans no change', async () => {
  thing('tags = { a = "b" }\nsettings = { mode = "fast" }\nsecret = "s"\nwindow { from = 1 }\nrules = [{ port = 80 }]');
  await tf.apply();
  await tf.ok('state', 'rm', 'fixture_thing.a');
  const block = 'import {\n  to = fixture_thing.a\n  id = "thing-1"\n}\n';
  tf.write({ 'thing.tf': block.replace('{', '{\n  provider = fixture') });
  await tf.run('plan', '-generate-config-out=generated.tf');
  tf.write({ 'thing.tf': block });
  // Terraform does not write sensitive values.
  tf.write({ 'generated.tf': tf.read('generated.tf').replace(/secret( +)= null.*/, 'secret = "s"') });
  expect((await tf.plan()).text).toContain('1 to import, 0 to add, 0 to change, 0 to destroy');
});

test('a moved block moves an object from another type, without creating or destroying', async () => {
  thing('password = "p"');
  await tf.apply();
  tf.write({
    'thing.tf':
      'resource "fixture_item" "b" { name = "a" }\nmoved {\n  from = fixture_thing.a\n  to   = fixture_item.b\n}\n',
  });
  const [moved, ...others] = (await tf.planJson()).resource_changes ?? [];
  expect(others).toEqual([]);
  expect(moved).toMatchObject({ previous_address: 'fixture_thing.a', address: 'fixture_item.b' });
  // OpenTofu plans an update if an attribute is no longer a secret, even if all values stay unchanged.
  expect(['no-op', 'update']).toContain(moved?.change.actions.join());
  expect(moved?.change.after).toEqual(moved?.change.before);
  await tf.apply();
  expect(await stored('fixture_item.b')).toEqual({ id: 'thing-1', name: 'a', password: null });
  expect(changes()).toEqual(['create thing-1']);
});

test('a moved block moves an object from another provider', async () => {
  tf.write({ 'data.tf': 'resource "terraform_data" "a" { input = "a" }' });
  await tf.apply();
  tf.write({
    'data.tf':
      'resource "fixture_item" "b" { name = "a" }\nmoved {\n  from = terraform_data.a\n  to   = fixture_item.b\n}\n',
  });
  expect((await tf.plan()).text).toContain('0 to add, 0 to change, 0 to destroy');
  await tf.apply();
  expect(await stored('fixture_item.b')).toMatchObject({ name: 'a' });
  expect((await tf.plan()).changed).toBe(false);
});

test('a moved block from an unsupported type is an error', async () => {
  tf.write({ 'note.tf': 'resource "fixture_note" "n" { text = "x" }' });
  await tf.apply();
  tf.write({
    'note.tf':
      'resource "fixture_item" "b" { name = "a" }\nmoved {\n  from = fixture_note.n\n  to   = fixture_item.b\n}\n',
  });
  expect(unwrapped((await tf.run('plan', '-no-color')).text)).toContain('Cannot move fixture_note to fixture_item');
});

test('a removed block forgets an object without destroying it', async () => {
  thing('');
  await tf.apply();
  tf.write({
    'thing.tf': 'removed {\n  from = fixture_thing.a\n  lifecycle { destroy = false }\n}\n',
    'main.tf': fixtureHcl,
  });
  await tf.apply();
  expect(await stored()).toBeUndefined();
  expect(fixture.things.size).toBe(1);
});
