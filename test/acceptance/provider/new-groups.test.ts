/** The service rejects calls in a new group for a while, and also the token after a new root group. */
import { header, setStage, type Stage } from './stage';

jest.setTimeout(120_000);

let stage: Stage;
afterEach(() => stage.close());

const tree = (root: string) => `${header}
resource "platform_group" "outer" {
  ${root}
  name = "outer"
}
resource "platform_group" "inner" {
  parent_uid = platform_group.outer.uid
  name       = "inner"
}
resource "platform_identity" "ci" {
  group_uid = platform_group.inner.uid
  name      = "ci"
  claim_match = {
    issuer  = "https://issuer.example"
    subject = "s"
  }
}
`;

test('a tree of new groups is created in one apply', async () => {
  stage = await setStage({ config: '' });
  stage.tf.write({ 'main.tf': tree(`parent_uid = "${stage.rootGroupUid}"`) });
  await stage.faults.add({ effect: 'newGroupDelay', delayMs: 1_000 });
  await stage.tf.apply();
  expect((await stage.tf.plan()).changed).toBe(false);
  expect((await stage.requestLog.entries()).some(({ status }) => status === 403)).toBe(true);
});

test('a plan immediately after the apply waits for the new groups, and so do its data sources', async () => {
  stage = await setStage({ config: '' });
  const group = `resource "platform_group" "new" {\n  parent_uid = "${stage.rootGroupUid}"\n  name = "new"\n}\n`;
  stage.tf.write({ 'main.tf': header + group });
  await stage.faults.add({ effect: 'newGroupDelay', delayMs: 2_000 });
  await stage.tf.apply();
  await stage.requestLog.clear();
  const all = 'data "platform_identities" "all" {\n  children_of = platform_group.new.uid\n}\n';
  stage.tf.write({ 'main.tf': header + group + all });
  expect((await stage.tf.plan()).changed).toBe(false);
  expect((await stage.requestLog.entries()).some(({ status }) => status === 403)).toBe(true);
});

test('calls under a new root group succeed with a new token', async () => {
  const subject = 'repo:acme/shop:ref:refs/heads/main';
  const env: Record<string, string> = {};
  stage = await setStage({ config: '', env: () => env });
  const { baseUrl: url, token, rootGroupUid } = stage;
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${url}/iam/v2beta1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as { uid: string; roles: { uid: string }[] };
  };
  const claimMatch = { issuer: `${url}/oidc`, subject };
  const identity = await call(`identities/${rootGroupUid}`, { name: 'runner', claimMatch });
  const { roles } = await call('roles?name=owner');
  await call(`roleBindings/${rootGroupUid}`, { identityUid: identity.uid, roleUid: roles[0]!.uid });
  Object.assign(env, {
    PLATFORM_BASE_URL: url,
    PLATFORM_AUTH_URL: stage.authUrl,
    PLATFORM_IDENTITY_UID: identity.uid,
    PLATFORM_IDENTITY_TOKEN: await stage.oidcToken({ subject, audience: new URL(url).hostname }),
  });
  await stage.faults.add({ effect: 'newGroupDelay', delayMs: 1_000 });
  stage.tf.write({ 'main.tf': tree('') });
  await stage.tf.apply();
  expect((await stage.requestLog.entries()).some(({ status }) => status === 401)).toBe(true);
  expect((await stage.tf.plan()).changed).toBe(false);
});
