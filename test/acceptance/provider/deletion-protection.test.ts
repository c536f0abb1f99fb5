/** Terraform with a protected object, for every request to delete or replace it. */
import { unwrapped } from '../../support/terraform';
import { resourceIn } from '../../support/terraform-json';
import { header, setStage, type Stage } from './stage';

jest.setTimeout(180_000);

let stage: Stage;
beforeEach(async () => {
  stage = await setStage({ config: '' });
});
afterEach(() => stage.close());

const group = (name: string, more = ''): string =>
  `resource "platform_group" "${name}" {\n  parent_uid = "${stage.rootGroupUid}"\n  name = "${name}"\n  ${more}\n}\n`;
const configure = (...parts: string[]): void => stage.tf.write({ 'main.tf': header + parts.join('') });
const isProtected = 'deletion_protection = true';
const words = async (...args: string[]): Promise<string> => {
  const { code, text } = await stage.tf.run(...args, '-no-color', '-input=false');
  expect(code).toBe(1);
  return unwrapped(text);
};
const uid = async (): Promise<unknown> => resourceIn(await stage.tf.state(), 'platform_group.kept').values['uid'];

test('a protected group is never removed, destroyed or replaced, and the next steps of the errors work', async () => {
  configure(group('kept', isProtected));
  await stage.tf.apply();
  const before = await uid();
  await stage.writes();

  configure();
  expect(await words('plan')).toMatch(
    /Cannot delete group "kept" \(uid \S+\): deletion_protection is true.*\(PLATFORM_DELETION_PROTECTED\)/s,
  );
  configure(group('kept', isProtected));
  expect(await words('plan', '-destroy')).toContain('configure it once more with deletion_protection = false');
  expect(await words('plan', '-replace=platform_group.kept')).toContain(
    'requested with -replace or replace_triggered_by',
  );
  configure(group('other'), group('kept', isProtected).replace(`"${stage.rootGroupUid}"`, 'platform_group.other.uid'));
  expect(await words('plan')).toContain('because of parent_uid');
  const trigger = (input: string): string => `resource "terraform_data" "trigger" {\n  input = "${input}"\n}\n`;
  const triggered = 'lifecycle {\n    replace_triggered_by = [terraform_data.trigger]\n  }';
  // Before the trigger refers to it: for OpenTofu, its creation is also a change.
  configure(trigger('1'), group('kept', isProtected));
  await stage.tf.apply();
  configure(trigger('2'), group('kept', `${isProtected}\n  ${triggered}`));
  expect(await words('plan')).toMatch(/Cannot replace group "kept" \(uid \S+\): deletion_protection is true/);
  expect(await stage.writes()).toEqual([]);

  // The first next step keeps the object, the second deletes it.
  configure('removed {\n  from = platform_group.kept\n  lifecycle {\n    destroy = false\n  }\n}\n');
  await stage.tf.apply();
  configure(group('kept'), `import {\n  to = platform_group.kept\n  id = "${String(before)}"\n}\n`);
  await stage.tf.apply();
  expect(await stage.writes()).toEqual([]);
  await stage.tf.destroy();
  expect(await stage.writes()).toEqual([`DELETE /iam/v2beta1/groups/${String(before)}`]);
});

test('the apply keeps a tainted object, and untaint resolves the error', async () => {
  configure(group('kept', isProtected));
  await stage.tf.apply();
  const before = await uid();
  await stage.tf.ok('taint', 'platform_group.kept');
  expect(await words('apply', '-auto-approve')).toContain('remove that mark with terraform untaint');
  await stage.tf.ok('untaint', 'platform_group.kept');
  expect((await stage.tf.plan()).changed).toBe(false);
  expect(await uid()).toBe(before);
});

test('a plan that replaces a group reports its contents once, at the attribute that causes it', async () => {
  const tree = `
resource "platform_group" "inner" {
  parent_uid = platform_group.payments.uid
  name       = "inner"
}
resource "platform_role" "auditor" {
  group_uid    = platform_group.inner.uid
  name         = "auditor"
  capabilities = ["groups.list"]
}
`;
  configure(group('other'), group('payments'), tree);
  await stage.tf.apply();
  const uidOfPayments = String(resourceIn(await stage.tf.state(), 'platform_group.payments').values['uid']);
  const moved = group('payments').replace(`"${stage.rootGroupUid}"`, 'platform_group.other.uid');
  configure(group('other'), moved, tree);
  const warnings = (await stage.tf.diagnostics('plan')).filter(({ severity }) => severity === 'warning');
  const summary = `This replaces group "payments" (uid ${uidOfPayments}) and everything under it`;
  expect(warnings).toMatchObject([
    {
      summary,
      detail: expect.stringContaining('Under it: 1 group, 1 role.'),
      snippet: { code: expect.stringContaining('parent_uid') },
    },
  ]);
  await stage.tf.apply();
  expect((await stage.tf.plan()).changed).toBe(false);
});

test('a requested replacement is reported at the first object in the group', async () => {
  configure(
    group('payments'),
    `resource "platform_role" "auditor" {\n  group_uid = platform_group.payments.uid\n  name = "auditor"\n  capabilities = ["groups.list"]\n}\n`,
  );
  await stage.tf.apply();
  expect(await stage.tf.diagnostics('plan', '-replace=platform_group.payments')).toMatchObject([
    {
      summary: expect.stringContaining('This replaces group "payments"'),
      detail: expect.stringContaining('Under it: 1 role.'),
      snippet: { code: expect.stringContaining('group_uid = platform_group.payments.uid') },
    },
  ]);
});

test('an import without configuration generates one with an empty plan, including protection and timeouts', async () => {
  configure(group('kept'));
  await stage.tf.apply();
  const before = String(await uid());
  await stage.tf.ok('state', 'rm', 'platform_group.kept');
  configure(`import {\n  to = platform_group.kept\n  provider = platform\n  id = "${before}"\n}\n`);
  await stage.tf.plan('-generate-config-out=generated.tf');
  // Newer engines leave out default values.
  expect(stage.tf.read('generated.tf')).not.toMatch(/timeouts|deletion_protection += (?!false)/);
  configure(`import {\n  to = platform_group.kept\n  id = "${before}"\n}\n`);
  await stage.tf.apply();
  expect((await stage.tf.plan()).changed).toBe(false);
});
