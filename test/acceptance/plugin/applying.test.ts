// @smoke
/** The state after failures: items 17, 44-47 of test/plugin/checklist.md. */
import { DiagError } from '../../../src/plugin';
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

test('a creation that fails before anything exists leaves nothing in the state', async () => {
  thing('');
  fixture.override.create = async () => Promise.reject(new DiagError('No room', 'The service is full.', ['name']));
  const failed = await tf.run('apply', '-auto-approve', '-no-color');
  expect(failed.code).toBe(1);
  expect(unwrapped(failed.text)).toContain('Error: No room with fixture_thing.a, on thing.tf line 2');
  expect(await stored()).toBeUndefined();
});

test('a creation that fails after its checkpoint is tainted, and replaced by the next apply', async () => {
  thing('tags = { a = "b" }');
  fixture.override.create = async ({ checkpoint }) => {
    checkpoint({ id: 'half' });
    fixture.things.set('half', { id: 'half' });
    throw new Error('connection reset');
  };
  expect((await tf.run('apply', '-auto-approve', '-no-color')).text).toContain('connection reset');
  expect(await stored()).toMatchObject({ id: 'half', name: 'a', tags: { a: 'b' }, revision: null });
  fixture.override.create = undefined;
  fixture.override.read = async ({ state }) => (fixture.things.get(String(state.id)) === undefined ? null : state);
  expect((await tf.planJson()).resource_changes).toMatchObject([{ action_reason: 'replace_because_tainted' }]);
  fixture.override.read = async ({ state }) => (fixture.things.get(String(state.id)) ?? null) as never;
  fixture.things.set('half', { ...(await stored()), label: [], step: [], quota: {}, limits: { cpu: null } });
  await tf.apply();
  expect([...fixture.things.keys()]).toEqual(['thing-1']);
});

test('an update that fails keeps the prior state, or that of its checkpoint', async () => {
  thing('text = "old"');
  await tf.apply();
  thing('text = "new"\nsize = 5');
  fixture.override.update = async () => Promise.reject(new Error('x'));
  await tf.run('apply', '-auto-approve');
  expect(await stored()).toMatchObject({ text: 'old', size: 1 });
  fixture.override.update = async ({ checkpoint }) => {
    fixture.things.get('thing-1')!['size'] = 5;
    checkpoint({ size: 5 });
    throw new Error('x');
  };
  await tf.run('apply', '-auto-approve');
  expect(await stored()).toMatchObject({ text: 'old', size: 5 });
  const plan = await tf.plan();
  expect(plan.text).toMatch(/~ text/);
  expect(plan.text).not.toMatch(/~ size|must be replaced/);
});

test('a failed deletion keeps the object; the deletion of a missing object succeeds', async () => {
  thing('');
  await tf.apply();
  fixture.override.delete = async () => Promise.reject(new Error('in use'));
  expect((await tf.run('destroy', '-auto-approve', '-no-color')).text).toContain('in use');
  expect(await stored()).toMatchObject({ id: 'thing-1' });
  fixture.override.delete = async () => undefined;
  await tf.destroy();
  expect(await stored()).toBeUndefined();
});

test('a thrown error is a diagnostic with only its message, not a failure of the plugin', async () => {
  thing('');
  fixture.override.create = async () => {
    throw new TypeError('cannot read properties');
  };
  const { text } = await tf.run('apply', '-auto-approve', '-no-color');
  expect(unwrapped(text)).toContain('Error: Cannot create fixture_thing with fixture_thing.a');
  expect(text).not.toMatch(/Plugin error|rpc error|\bat .*\.ts:\d+/);
});

test('a result that differs from the plan is our error, not one of Terraform, and the object is stored', async () => {
  thing('text = "wanted"');
  fixture.override.create = async ({ plan }) => {
    fixture.things.set('x', {});
    return { ...(plan as object), id: 'x', note: 'n', revision: 1, status: null, text: 'other' } as never;
  };
  const { text } = await tf.run('apply', '-auto-approve', '-no-color');
  expect(unwrapped(text)).toContain('text was planned as "wanted", but is "other".');
  expect(await stored()).toMatchObject({ id: 'x', text: 'other' });
});

test('parallel operations do not affect each other', async () => {
  tf.write({ 'many.tf': 'resource "fixture_thing" "many" {\n  count = 40\n  name  = "n${count.index}"\n}\n' });
  await tf.apply('-parallelism=30');
  expect(new Set([...fixture.things.values()].map(({ name }) => name)).size).toBe(40);
  expect((await tf.plan('-parallelism=30')).changed).toBe(false);
});
