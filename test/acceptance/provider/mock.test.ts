/** A configuration in `terraform test` with a mocked provider, as in docs/provider.md: no service receives a request. */
import { can, describeWith } from '../../support/engine';
import { unwrapped } from '../../support/terraform';
import { blocksOf } from '../docs/blocks';
import { setStage, type Stage } from './stage';

jest.setTimeout(120_000);

let stage: Stage;
beforeEach(async () => {
  stage = await setStage({ config: '' });
  const configuration = blocksOf('docs/provider.md#Plain HCL').find(({ lead }) => lead.endsWith('`main.tf`:'))!.text;
  stage.tf.write({ 'main.tf': configuration + more, 'main.tftest.hcl': mocked });
  await stage.requestLog.clear();
});
afterEach(() => stage.close());

const mocked = blocksOf('docs/provider.md#Test a configuration without an API')[0]!.text;
const more = `
resource "platform_identity" "ci" {
  group_uid   = platform_group.engineering.uid
  name        = "ci"
  claim_match = { issuer = "https://issuer.example", subject = "s" }
}
data "platform_role" "viewer" {
  name = "viewer"
}
resource "platform_role" "own" {
  group_uid    = platform_group.engineering.uid
  name         = "own"
  capabilities = ["groups.list"]
}
resource "platform_role_binding" "bound" {
  for_each     = { own = platform_role.own.uid, viewer = data.platform_role.viewer.uid }
  group_uid    = platform_group.engineering.uid
  identity_uid = platform_identity.ci.uid
  role_uid     = each.value
}
`;

test('it is planned and applied without a request', async () => {
  const { text } = await stage.tf.ok('test', '-no-color');
  expect(text).toContain('1 passed, 0 failed');
  expect(await stage.requestLog.entries()).toEqual([]);
});

test('without a default, a referenced uid is reported as invalid', async () => {
  const without = mocked.replace(/mock_resource "platform_group" \{[^}]*\}\s*\}/, '');
  stage.tf.write({ 'main.tftest.hcl': without });
  const run = await stage.tf.run('test', '-no-color');
  expect(run.code).toBe(1);
  expect(unwrapped(run.text)).toMatch(/group_uid must be a uid: "\w+" is not a uid/);
});

describeWith('write-only', 'an ephemeral token', () => {
  test('it fails in Terraform, and a variable replaces it in the test of a module', async () => {
    const [, variable] = blocksOf('docs/provider.md#Test a configuration without an API');
    const ephemeral = 'ephemeral "platform_token" "current" {}\n';
    stage.tf.write({ 'token.tf': ephemeral });
    const run = await stage.tf.run('test', '-no-color');
    if (can('ephemeral mock')) expect(run.text).toContain('1 passed, 0 failed');
    else expect(unwrapped(run.text)).toContain('No ephemeral resource types in mock providers');
    stage.tf.write({
      'token.tf': variable!.text,
      'main.tftest.hcl': mocked.replace('variables {', 'variables {\n  token = "none"'),
    });
    expect((await stage.tf.ok('test', '-no-color')).text).toContain('1 passed, 0 failed');
    expect(await stage.requestLog.entries()).toEqual([]);
  });
});
