/** A name or an object passes from one resource to another: no duplicates, and no object with two resources. */
import { unwrapped } from '../../support/terraform';
import { resourceIn } from '../../support/terraform-json';
import { setStage, header, type Stage } from './stage';

jest.setTimeout(180_000);

let stage: Stage;
beforeEach(async () => {
  stage = await setStage({ config: '' });
});
afterEach(() => stage.close());

const group = (address: string, name: string, more = ''): string =>
  `resource "platform_group" "${address}" {\n  parent_uid = "${stage.rootGroupUid}"\n  name       = "${name}"\n  ${more}\n}\n`;
const configure = (...parts: string[]): void => stage.tf.write({ 'main.tf': header + parts.join('') });
const uidAt = async (address: string): Promise<string> =>
  String(resourceIn(await stage.tf.state(), address).values['uid']);
const importing = (address: string, uid: string): string =>
  `import {\n  to = platform_group.${address}\n  id = "${uid}"\n}\n`;
const methods = async (): Promise<string[]> => (await stage.writes()).map((line) => line.split(' ')[0]!).sort();

test('a create waits for a name that another resource releases', async () => {
  configure(group('a', 'x'));
  await stage.tf.apply();
  const uid = await uidAt('platform_group.a');
  await stage.writes();
  await stage.faults.add({ effect: 'latency', latencyMs: 1_500, method: 'PATCH' });
  configure(group('a', 'y'), group('b', 'x'));
  await stage.tf.apply();
  expect(await methods()).toEqual(['PATCH', 'POST']);
  expect(await uidAt('platform_group.a')).toBe(uid);
  expect(await uidAt('platform_group.b')).not.toBe(uid);
  expect((await stage.tf.plan()).changed).toBe(false);
});

test('objects with renamed keys of for_each are recreated without a moved block, and stay with one', async () => {
  const each = (...keys: string[]): string =>
    `resource "platform_group" "each" {\n  for_each = toset(${JSON.stringify(keys)})\n  parent_uid = "${stage.rootGroupUid}"\n  name = trimprefix(each.key, "new-")\n}\n`;
  configure(each('a', 'b', 'c'));
  await stage.tf.apply();
  await stage.writes();
  await stage.faults.add({ effect: 'latency', latencyMs: 1_500, method: 'DELETE' });
  configure(each('new-a', 'new-b', 'new-c'));
  await stage.tf.apply();
  expect(await methods()).toEqual(['DELETE', 'DELETE', 'DELETE', 'POST', 'POST', 'POST']);
  expect((await stage.tf.plan()).changed).toBe(false);
  configure(
    each('a', 'new-b', 'new-c'),
    'moved {\n  from = platform_group.each["new-a"]\n  to = platform_group.each["a"]\n}\n',
  );
  expect((await stage.tf.plan()).stdout).toContain('Plan: 0 to add, 0 to change, 0 to destroy.');
});

test('the object of another resource is not imported a second time', async () => {
  configure(group('a', 'x'));
  await stage.tf.apply();
  const uid = await uidAt('platform_group.a');
  configure(group('a', 'x'), group('b', 'x'), importing('b', uid));
  const { code, text } = await stage.tf.run('apply', '-no-color', '-input=false', '-auto-approve');
  expect(code).toBe(1);
  expect(unwrapped(text)).toContain(`Two resources manage the same group "x" (uid ${uid})`);
  expect((await stage.tf.ok('state', 'list')).stdout.trim()).toBe('platform_group.a');
});

test('one object at two addresses stops every plan, and the next step of the error works', async () => {
  configure(group('a', 'x'), group('b', 'x'));
  await stage.tf.ok('apply', '-no-color', '-input=false', '-auto-approve', '-target=platform_group.a');
  const uid = await uidAt('platform_group.a');
  await stage.tf.ok('import', '-no-color', '-input=false', 'platform_group.b', uid);
  for (const args of [['plan'], ['plan', '-destroy'], ['apply', '-refresh-only', '-auto-approve']]) {
    const { code, text } = await stage.tf.run(...args, '-no-color', '-input=false');
    expect(code).toBe(1);
    expect(unwrapped(text)).toContain(`Two resources manage the same group "x" (uid ${uid})`);
  }
  await stage.tf.ok('state', 'rm', 'platform_group.b');
  configure(group('a', 'x'));
  expect((await stage.tf.plan()).changed).toBe(false);
});

test('no error for objects that are imported, refreshed, replaced first or destroyed', async () => {
  configure(group('a', 'x'));
  await stage.tf.apply();
  const uid = await uidAt('platform_group.a');
  await stage.tf.ok('state', 'rm', 'platform_group.a');
  configure(group('a', 'x'), importing('a', uid));
  await stage.tf.apply();
  // The import block may remain, although the object is now managed.
  await stage.tf.ok('apply', '-refresh-only', '-auto-approve', '-no-color', '-input=false');
  expect((await stage.tf.plan()).changed).toBe(false);
  await stage.tf.ok('state', 'rm', 'platform_group.a');
  await stage.tf.ok('import', '-no-color', '-input=false', 'platform_group.a', uid);
  configure(
    'provider "platform" {\n  on_existing = "create"\n}\n',
    group('a', 'x', 'lifecycle {\n    create_before_destroy = true\n  }'),
  );
  await stage.tf.apply('-replace=platform_group.a');
  expect(await uidAt('platform_group.a')).not.toBe(uid);
  await stage.tf.destroy();
});
