/** Replaced, moved and removed identities and roles with bindings: Terraform deletes them before it updates a binding. */
import { unwrapped } from '../../support/terraform';
import { actions } from '../../support/terraform-json';
import { header, setStage, type Stage } from './stage';

jest.setTimeout(120_000);

let stage: Stage;
beforeEach(async () => {
  stage = await setStage({ config: '' });
});
afterEach(() => stage.close());

const group = (name: string, parent = '') => `
resource "platform_group" "${name}" {
  parent_uid = ${parent === '' ? `"${stage.rootGroupUid}"` : `platform_group.${parent}.uid`}
  name       = "${name}"
}
`;
const claims = 'claim_match = { issuer = "https://issuer.example", subject = "s" }';
const identity = (name: string, { way = claims, place = 'here' } = {}) => `
resource "platform_identity" "${name}" {
  group_uid = platform_group.${place}.uid
  name      = "${name}"
  ${way}
}
`;
const role = (name: string, place = 'platform_group.here.uid') => `
resource "platform_role" "${name}" {
  group_uid    = ${place}
  name         = "${name}"
  capabilities = ["groups.list"]
}
`;
const binding = (who: string, what: string) => `
resource "platform_role_binding" "bound" {
  group_uid    = platform_group.here.uid
  identity_uid = platform_identity.${who}.uid
  role_uid     = platform_role.${what}.uid
}
`;

async function applied(...resources: readonly string[]): Promise<void> {
  stage.tf.write({ 'main.tf': header + resources.join('') });
  await stage.tf.apply();
  expect((await stage.tf.plan()).changed).toBe(false);
}

async function planned(...resources: readonly string[]): Promise<readonly string[]> {
  stage.tf.write({ 'main.tf': header + resources.join('') });
  return actions(await stage.tf.planJson());
}

test('a bound identity with another kind of trust is replaced together with its binding', async () => {
  const [here, r, bound] = [group('here'), role('r'), binding('ci', 'r')];
  await applied(here, r, identity('ci'), bound);
  const other = identity('ci', { way: 'service_principal = "SERVICE_PRINCIPAL_COSIGNED"' });
  const change = await planned(here, r, other, bound);
  expect(change).toEqual(['platform_identity.ci: delete-create', 'platform_role_binding.bound: delete-create']);
  await applied(here, r, other, bound);
});

test('the group of an identity with a binding elsewhere gets another parent', async () => {
  const rest = [group('here'), group('other'), role('r'), identity('ci', { place: 'moving' }), binding('ci', 'r')];
  await applied(group('moving', 'here'), ...rest);
  await applied(group('moving', 'other'), ...rest);
});

test('an identity is removed while its binding changes to another', async () => {
  const rest = [group('here'), role('r'), identity('b')];
  await applied(...rest, identity('a'), binding('a', 'r'));
  await applied(...rest, binding('b', 'r'));
});

test('a binding to a replaced role is replaced, too; a binding to a known role changes in place', async () => {
  const rest = [group('here'), identity('ci'), role('b')];
  await applied(...rest, role('a'), binding('ci', 'b'));
  expect(await planned(...rest, role('a'), binding('ci', 'a'))).toEqual(['platform_role_binding.bound: update']);
  await applied(...rest, role('a'), binding('ci', 'a'));
  await applied(...rest, role('a', `"${stage.rootGroupUid}"`), binding('ci', 'a'));
});

test('the error for a role that is removed while its binding changes names the binding to apply first', async () => {
  const rest = [group('here'), identity('ci'), role('b')];
  await applied(...rest, role('a'), binding('ci', 'a'));
  stage.tf.write({ 'main.tf': header + [...rest, binding('ci', 'b')].join('') });
  const run = await stage.tf.run('apply', '-no-color', '-input=false', '-auto-approve');
  expect(run.code).toBe(1);
  expect(unwrapped(run.text)).toContain('role binding (identity "ci", role "a", group "here")');
  expect(unwrapped(run.text)).toContain('terraform apply -target=');
  expect(unwrapped(run.text)).not.toContain('Terraform deletes dependents of this configuration first');
  await stage.tf.apply('-target=platform_role_binding.bound');
  await applied(...rest, binding('ci', 'b'));
});
