/** One object declared by two resources is an error at plan; similar but correct configurations pass. */
import { startEmulator } from '../../../src/emulator';
import { unwrapped } from '../../support/terraform';
import { resourceIn } from '../../support/terraform-json';
import { setProcessStage } from './process-stage';
import { header, setStage, type Stage } from './stage';

jest.setTimeout(180_000);

let stage: Stage;
beforeAll(async () => {
  stage = await setStage({ config: '' });
});
beforeEach(() => stage.writes());
afterAll(() => stage.close());

const group = (address: string, name: string, more = ''): string =>
  `resource "platform_group" "${address}" {\n  parent_uid = "${stage.rootGroupUid}"\n  name       = "${name}"\n  ${more}\n}\n`;
const block = (onExisting: string): string => `provider "platform" {\n  on_existing = "${onExisting}"\n}\n`;
const configure = (...parts: string[]): void => stage.tf.write({ 'main.tf': header + parts.join('') });
const methods = async (): Promise<string[]> => (await stage.writes()).map((line) => line.split(' ')[0]!);

async function refusal(...parts: string[]): Promise<string> {
  configure(...parts);
  const run = await stage.tf.run('apply', '-auto-approve', '-no-color', '-input=false');
  expect(run.code).toBe(1);
  expect(await methods()).toEqual([]);
  return unwrapped(run.text);
}

describe('a duplicate is rejected at plan, before anything is created', () => {
  const message =
    /Two resources declare the same group "same" in [0-9a-f]{40}.*change one of these attributes: parent_uid, name/;

  it('between two resources, on the line of the second', async () => {
    const text = await refusal(group('one', 'same'), group('two', 'same'));
    expect(text).toMatch(message);
    expect(text).toMatch(
      /with platform_group\.(one|two), on main\.tf line \d+, in resource "platform_group" "(one|two)": \d+: name += "same"/,
    );
  });

  it('among the instances of one resource', async () => {
    expect(await refusal(group('many', 'same', 'count = 2'))).toMatch(message);
    expect(await refusal(group('each', 'same', 'for_each = toset(["a", "b"])'))).toMatch(message);
  });

  it('for bindings of the same identity and role', async () => {
    const binding = (address: string): string =>
      `resource "platform_role_binding" "${address}" {\n  group_uid    = "${stage.rootGroupUid}"\n  identity_uid = "${'b'.repeat(40)}"\n  role_uid     = "${'a'.repeat(40)}"\n}\n`;
    expect(await refusal(binding('one'), binding('two'))).toMatch(/Two resources declare the same role binding/);
  });
});

describe('no duplicate is reported', () => {
  afterEach(async () => {
    await stage.tf.destroy();
  });

  it('with on_existing = "create"', async () => {
    configure(block('create'), group('many', 'same', 'count = 2'));
    await stage.tf.apply();
    expect(await methods()).toEqual(['POST', 'POST']);
  });

  it('with different names from count and for_each', async () => {
    configure(
      group('many', 'many-${count.index}', 'count = 2'),
      group('each', '${each.key}', 'for_each = toset(["a", "b"])'),
    );
    await stage.tf.apply();
    expect(await methods()).toHaveLength(4);
  });

  it('when an object is replaced on request, or tainted, with and without a refresh', async () => {
    configure(group('one', 'same'), group('two', 'other'));
    await stage.tf.apply();
    await stage.writes();
    await stage.tf.apply('-replace=platform_group.one');
    await stage.tf.ok('taint', 'platform_group.one');
    await stage.tf.apply();
    await stage.tf.ok('taint', 'platform_group.one');
    await stage.tf.apply('-refresh=false');
    expect(await methods()).toEqual(['DELETE', 'POST', 'DELETE', 'POST', 'DELETE', 'POST']);
  });

  it('when two intended objects with one name are replaced', async () => {
    configure(block('create'), group('many', 'same', 'count = 2'));
    await stage.tf.apply();
    configure(group('many', 'same', 'count = 2'));
    const replaced = ['-replace=platform_group.many[0]', '-replace=platform_group.many[1]'];
    expect((await stage.tf.plan(...replaced)).stdout).toContain('Plan: 2 to add, 0 to change, 2 to destroy.');
    await stage.tf.ok('taint', 'platform_group.many[0]');
    await stage.tf.ok('taint', 'platform_group.many[1]');
    expect((await stage.tf.plan()).stdout).toContain('Plan: 2 to add, 0 to change, 2 to destroy.');
  });

  it('with create_before_destroy, where two exist for a while', async () => {
    const first = 'lifecycle {\n    create_before_destroy = true\n  }';
    configure(block('create'), group('one', 'same', first));
    await stage.tf.apply();
    await stage.writes();
    await stage.tf.apply('-replace=platform_group.one');
    expect(await methods()).toEqual(['POST', 'DELETE']);
  });

  it('when a resource moves to another address, or one is removed and another is added', async () => {
    configure(group('one', 'same'));
    await stage.tf.apply();
    const uid = resourceIn(await stage.tf.state(), 'platform_group.one').values['uid'];
    configure(group('two', 'same'), 'moved {\n  from = platform_group.one\n  to   = platform_group.two\n}\n');
    await stage.tf.apply();
    expect(resourceIn(await stage.tf.state(), 'platform_group.two').values['uid']).toBe(uid);
    configure(group('three', 'same'));
    expect((await stage.tf.plan()).stdout).toContain('Plan: 1 to add, 0 to change, 1 to destroy.');
  });

  it('with groups that are created in different groups', async () => {
    const inner = (address: string, parent: string): string =>
      `resource "platform_group" "${address}" {\n  parent_uid = platform_group.${parent}.uid\n  name       = "same"\n}\n`;
    configure(group('one', 'one'), group('two', 'two'), inner('a', 'one'), inner('b', 'two'));
    await stage.tf.apply();
    expect(await methods()).toHaveLength(4);
    expect((await stage.tf.plan()).changed).toBe(false);
  });

  it('when one provider process plans it repeatedly', async () => {
    configure(group('one', 'same'));
    for (let run = 0; run < 3; run++) expect((await stage.tf.plan()).stdout).toContain('Plan: 1 to add');
  });
});

test.each([
  ['with', []],
  ['without', ['-refresh=false']],
])('a second resource for an object of another one is rejected at plan, %s a refresh', async (_, flags) => {
  configure(group('one', 'same'));
  await stage.tf.apply();
  configure(block('adopt'), group('one', 'same'), group('two', 'same'));
  const { code, text } = await stage.tf.run('plan', '-no-color', ...flags);
  expect([code, text]).toEqual([1, expect.stringContaining('Two resources declare the same group "same"')]);
  configure(group('one', 'same'));
  expect((await stage.tf.run('plan', '-no-color', '-replace=platform_group.one', ...flags)).code).toBe(0);
});

test('organizations with one name in two services are two objects', async () => {
  const other = await startEmulator();
  const own = await setProcessStage(`
provider "platform" {}
provider "platform" {
  alias    = "other"
  base_url = "${other.baseUrl}"
  token    = "${other.token}"
}
resource "platform_group" "one" {
  name = "umbrella"
}
resource "platform_group" "two" {
  provider = platform.other
  name     = "umbrella"
}
`);
  try {
    await own.tf.apply();
    expect((await own.tf.plan()).changed).toBe(false);
  } finally {
    await own.close();
    await other.close();
  }
});

test('an existing object that no resource manages is a warning at plan, with the import block, and stops the apply', async () => {
  configure(group('one', 'exists'));
  await stage.tf.apply();
  const uid = String(resourceIn(await stage.tf.state(), 'platform_group.one').values['uid']);
  await stage.tf.ok('state', 'rm', 'platform_group.one');
  await stage.writes();
  const plan = unwrapped((await stage.tf.run('plan', '-no-color', '-input=false')).text);
  expect(plan).toMatch(
    /Warning: Group "exists" in [0-9a-f]{40} already exists.*with platform_group\.one, on main\.tf line \d+/,
  );
  expect(plan).toContain(`id = "${uid}"`);
  expect(await refusal(group('one', 'exists'))).toMatch(
    /Cannot create group "exists" in [0-9a-f]{40}: it already exists/,
  );
});
