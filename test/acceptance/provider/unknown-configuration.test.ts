import { unwrapped } from '../../support/terraform';
import { actions } from '../../support/terraform-json';
import { header, setStage, type Stage } from './stage';

jest.setTimeout(120_000);

let stage: Stage;
let root: string;
beforeAll(async () => {
  stage = await setStage({ config: '', env: ({ baseUrl }) => ({ PLATFORM_BASE_URL: baseUrl }) });
  root = stage.rootGroupUid;
});
afterAll(() => stage.close());

/** The token comes from a resource that is replaced whenever `generation` changes. */
const config = (generation: number, more = '') => `${header}
resource "terraform_data" "login" {
  triggers_replace = [${generation}]
  input            = "${stage.token}"
}
provider "platform" {
  token = terraform_data.login.output
}
resource "platform_group" "g" {
  parent_uid = "${root}"
  name       = "g"
}
${more}`;

test('with a token that is unknown until the apply, everything is planned, and one apply is enough', async () => {
  stage.tf.write({ 'main.tf': config(1) });
  expect(actions(await stage.tf.planJson())).toEqual(['platform_group.g: create', 'terraform_data.login: create']);
  await stage.tf.apply();
  expect((await stage.tf.plan()).changed).toBe(false);
});

test('existing objects are then planned from the state, with a warning', async () => {
  stage.tf.write({ 'main.tf': config(2) });
  const { text } = await stage.tf.plan();
  expect(unwrapped(text)).toContain('Using stored state: provider not fully configured');
  expect(text).not.toContain('platform_group.g will be');
  await stage.tf.apply();
  expect((await stage.tf.plan()).changed).toBe(false);
});

test('a data source names the unknown attribute and the next step', async () => {
  stage.tf.write({ 'main.tf': config(3, 'data "platform_role" "r" {\n  name = "viewer"\n}\n') });
  const run = await stage.tf.run('plan', '-no-color', '-input=false');
  expect(run.code).toBe(1);
  expect(unwrapped(run.text)).toMatch(/The value of token in the provider block .*-target/);
});
