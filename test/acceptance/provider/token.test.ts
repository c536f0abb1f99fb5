import { resourceIn } from '../../support/terraform-json';
import { header, setStage, type Stage } from './stage';

jest.setTimeout(120_000);

let stage: Stage;
beforeAll(async () => {
  stage = await setStage({ config: '' });
});
afterAll(() => stage.close());

test('platform_token passes the token to another provider block, and never stores it', async () => {
  stage.tf.write({
    'main.tf': `${header}
ephemeral "platform_token" "own" {}
provider "platform" {
  alias = "second"
  token = ephemeral.platform_token.own.token
}
resource "platform_group" "g" {
  provider   = platform.second
  parent_uid = "${stage.rootGroupUid}"
  name       = "g"
}
output "lies_in" {
  value = provider::platform::uid_parent(platform_group.g.uid)
}
`,
  });
  await stage.tf.apply();
  const state = await stage.tf.state();
  expect(state.values?.outputs?.['lies_in']?.value).toBe(stage.rootGroupUid);
  expect(resourceIn(state, 'platform_group.g').values['name']).toBe('g');
  expect(stage.tf.read('terraform.tfstate')).not.toContain(stage.token);
  expect((await stage.tf.plan()).changed).toBe(false);
});
