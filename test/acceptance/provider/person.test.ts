/** People are looked up by the account that they sign in with, and can be bound before they first sign in. */
import { createClient } from '../../../src/client';
import { roleBinding } from '../../../src/model/kinds';
import { resourceIn } from '../../support/terraform-json';
import { header, setStage, type Stage } from './stage';

jest.setTimeout(240_000);

let stage: Stage;
afterEach(() => stage.close());

const person = (subject: string) => `
data "platform_identity" "ada" {
  issuer  = "https://login.example.com"
  subject = "${subject}"
}
`;
const binding = `
data "platform_role" "viewer" {
  name = "viewer"
}
resource "platform_group" "payments" {
  parent_uid = "ROOT"
  name       = "payments"
}
resource "platform_role_binding" "ada" {
  group_uid    = platform_group.payments.uid
  identity_uid = data.platform_identity.ada.uid
  role_uid     = data.platform_role.viewer.uid
}
`;

const bindings = async () => {
  const client = createClient({ baseUrl: stage.baseUrl, token: stage.token });
  const found = [];
  for await (const one of client.list(roleBinding, { descendantsOf: stage.rootGroupUid })) found.push(one.identityUid);
  await client.close();
  return found;
};

test('a person who has not signed in yet is bound, and the next plan is empty', async () => {
  stage = await setStage({ config: person('ada') + binding });
  const { tf } = stage;
  const before = await bindings();
  const bound = async () => (await bindings()).filter((uid) => !before.includes(uid));
  await tf.apply();
  expect((await tf.plan()).changed).toBe(false);
  const uid = String(resourceIn(await tf.state(), 'data.platform_identity.ada').values['uid']);
  expect(resourceIn(await tf.state(), 'platform_role_binding.ada').values['identity_uid']).toBe(uid);
  expect(await bound()).toEqual([uid]);
  const changes = (await stage.writes()).map((line) => line.replace(/[ ?].*/, ''));
  expect(changes).toEqual(['POST', 'POST']);

  // Another person is another grant.
  tf.write({ 'main.tf': (header + person('grace') + binding).replaceAll('ROOT', stage.rootGroupUid) });
  expect((await tf.plan()).text).toMatch(/identity_uid\s+= .* # forces replacement/);
  await tf.apply();
  expect(await bound()).toEqual([expect.not.stringMatching(uid)]);
  expect((await tf.plan()).changed).toBe(false);
  await tf.destroy();
  expect(await bindings()).toEqual(before);
});

test('an incomplete account is an error', async () => {
  stage = await setStage({
    config: 'data "platform_identity" "ada" {\n  issuer = "https://login.example.com"\n}\n',
  });
  const { code, text } = await stage.tf.run('plan', '-no-color');
  expect([code, text]).toEqual([1, expect.stringContaining('subject')]);
});
