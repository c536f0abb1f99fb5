// @smoke
/** The whole path against the emulator in each version of the API: declare, plan, apply, change, destroy. */
import { API_VERSIONS } from '../../../src/model/api';
import { actions, resourceIn } from '../../support/terraform-json';
import { header, setStage, type Stage } from './stage';

jest.setTimeout(120_000);

const config = ({ description = 'Builds the product.', role = 'viewer', parent = 'engineering' } = {}) => `
variable "root" { default = "ROOT" }
resource "platform_group" "engineering" {
  parent_uid  = var.root
  name        = "engineering"
  description = "${description}"
}
resource "platform_group" "operations" {
  parent_uid = var.root
  name       = "operations"
}
resource "platform_group" "payments" {
  parent_uid = platform_group.${parent}.uid
  name       = "payments"
}
resource "platform_identity" "ci" {
  group_uid = platform_group.engineering.uid
  name      = "ci-bot"
  claim_match = {
    issuer  = "https://token.actions.githubusercontent.com"
    subject = "repo:acme/shop:ref:refs/heads/main"
  }
}
data "platform_role" "bound" {
  name = "${role}"
}
resource "platform_role_binding" "ci" {
  group_uid    = platform_group.engineering.uid
  identity_uid = platform_identity.ci.uid
  role_uid     = data.platform_role.bound.uid
}
`;

describe.each(API_VERSIONS)('%s', (version) => {
  let stage: Stage;
  let seeded: unknown;
  const versioned = (options: Parameters<typeof config>[0] = {}) =>
    `provider "platform" {\n  api_version = "${version}"\n}\n${config(options)}`;
  const write = (options: Parameters<typeof config>[0]) =>
    stage.tf.write({ 'main.tf': header + versioned(options).replaceAll('ROOT', stage.rootGroupUid) });

  beforeAll(async () => {
    stage = await setStage({ config: versioned() });
    seeded = await stage.snapshot();
  });
  afterAll(() => stage.close());

  // One story in five tests: each test starts with the result of the previous one.
  test('an organization is planned and applied, and the next plan is empty', async () => {
    const planned = await stage.tf.planJson();
    expect(actions(planned)).toEqual([
      'platform_group.engineering: create',
      'platform_group.operations: create',
      'platform_group.payments: create',
      'platform_identity.ci: create',
      'platform_role_binding.ci: create',
    ]);
    expect(await stage.writes()).toEqual([]);
    await stage.tf.apply();
    expect(await stage.writes()).toHaveLength(5);
    const plan = await stage.tf.plan();
    expect(plan.text).toContain('No changes');
    expect(plan.changed).toBe(false);
  });

  test('one changed description is one PATCH of that field, shown field by field', async () => {
    const { uid } = resourceIn(await stage.tf.state(), 'platform_group.engineering').values;
    write({ description: 'Builds and runs the product.' });
    const { text } = await stage.tf.plan();
    expect(text).toMatch(/~ description\s+= "Builds the product\." -> "Builds and runs the product\."/);
    expect(text).toContain('1 to change');
    expect(text).not.toContain('known after apply');
    await stage.tf.apply();
    expect(await stage.writes()).toEqual([
      `PATCH /iam/${version}/groups/${String(uid)}?updateMask=description {"description":"Builds and runs the product."}`,
    ]);
    expect((await stage.tf.plan()).changed).toBe(false);
  });

  test('another role changes the binding in place', async () => {
    write({ description: 'Builds and runs the product.', role: 'editor' });
    const { text } = await stage.tf.plan();
    expect(text).toContain('will be updated in-place');
    expect(text).toContain('0 to add, 1 to change, 0 to destroy');
    await stage.tf.apply();
    expect(await stage.writes()).toEqual([
      expect.stringMatching(/^PATCH .*roleBindings\/.*\?updateMask=role_uid \{"roleUid":/),
    ]);
    expect((await stage.tf.plan()).changed).toBe(false);
  });

  test('another parent forces a replacement, which the plan shows', async () => {
    write({ description: 'Builds and runs the product.', role: 'editor', parent: 'operations' });
    const { text } = await stage.tf.plan();
    expect(text).toMatch(/parent_uid\s+= ".*" -> ".*" # forces replacement/);
    expect(text).toContain('1 to add, 0 to change, 1 to destroy');
    await stage.tf.apply();
    expect((await stage.writes()).map((line) => line.split(' ')[0])).toEqual(['DELETE', 'POST']);
    expect((await stage.tf.plan()).changed).toBe(false);
  });

  test('every request has the version of the configuration', async () => {
    const paths = (await stage.requestLog.entries()).map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith('/iam/') && !path.startsWith(`/iam/${version}/`))).toEqual([]);
  });

  test('destroy deletes bindings, then identities, then groups, children first, and keeps the seeded objects', async () => {
    await stage.tf.destroy();
    const deleted = (await stage.writes()).map((line) => line.replace(`DELETE /iam/${version}/`, ''));
    const at = (collection: string) => deleted.findIndex((path) => path.startsWith(collection));
    expect(deleted).toHaveLength(5);
    expect(at('roleBindings/')).toBeLessThan(at('identities/'));
    const uids = deleted.map((path) => path.slice(path.indexOf('/') + 1));
    uids.forEach((uid, index) => {
      expect(uids.slice(0, index).some((earlier) => uid.startsWith(`${earlier}/`))).toBe(false);
    });
    expect(await stage.snapshot()).toEqual(seeded);
  });
});
