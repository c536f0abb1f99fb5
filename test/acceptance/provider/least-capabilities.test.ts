/** The output of `review --least-capabilities` is sufficient and minimal for an apply by the real Terraform. */
import { createReview, leastCapabilities, readPlan } from '../../../src/review';
import { noLag, setStage, type Stage } from './stage';

jest.setTimeout(600_000);

const ACME = 'ac3e'.repeat(10);
const DEPLOYER = `${ACME}/dededededededede`;
const SUBJECT = 'repo:acme/org';

const before = `
data "platform_role" "puller" { name = "registry.pull" }
resource "platform_group" "payments" {
  parent_uid = "${ACME}"
  name       = "payments"
}
resource "platform_group" "old" {
  parent_uid = "${ACME}"
  name       = "old"
}
resource "platform_identity" "ci" {
  group_uid   = platform_group.payments.uid
  name        = "ci"
  claim_match = { issuer = "https://issuer.example", subject = "a" }
}
resource "platform_role_binding" "ci_pulls" {
  group_uid    = platform_group.payments.uid
  identity_uid = platform_identity.ci.uid
  role_uid     = data.platform_role.puller.uid
}
`;

/**
 * A change of every sort: creates, updates, deletions, grants, and another trust policy. With a propagation timeout, each apply
 * without a capability would wait for it, because a new role may grant it later.
 */
const after = `${noLag}
data "platform_role" "puller" { name = "registry.pull" }
resource "platform_group" "payments" {
  parent_uid  = "${ACME}"
  name        = "payments"
  description = "Takes the money."
}
resource "platform_group" "checkout" {
  parent_uid = platform_group.payments.uid
  name       = "checkout"
}
resource "platform_identity" "ci" {
  group_uid   = platform_group.payments.uid
  name        = "ci"
  claim_match = { issuer = "https://issuer.example", subject = "b" }
}
resource "platform_role" "builder" {
  group_uid    = platform_group.payments.uid
  name         = "builder"
  capabilities = ["repo.create", "repo.list"]
}
resource "platform_role_binding" "ci_pulls" {
  group_uid    = platform_group.payments.uid
  identity_uid = platform_identity.ci.uid
  role_uid     = data.platform_role.puller.uid
}
resource "platform_role_binding" "ci_builds" {
  group_uid    = platform_group.checkout.uid
  identity_uid = platform_identity.ci.uid
  role_uid     = platform_role.builder.uid
}
`;

/** The environment of the provider, which reads it at each start. */
const environment: Record<string, string | undefined> = {};
let stage: Stage;
let state: string;

beforeAll(async () => {
  const identities = [
    { uid: DEPLOYER, name: 'deployer', claimMatch: { issuer: 'https://unused.example', subject: 'x' } },
  ];
  const roleBindings = [{ identity: 'acme/deployer', role: 'owner' }];
  const seed = { groups: [{ uid: ACME, name: 'acme', identities, roleBindings }] };
  const first = await setStage({ config: before, seed });
  await first.tf.apply();
  state = first.tf.read('terraform.tfstate');
  const snapshot = await first.snapshot();
  await first.close();
  stage = await setStage({
    config: after,
    seed: snapshot,
    env: ({ baseUrl, token }) => Object.assign(environment, { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token }),
  });
});
afterAll(() => stage.close());

beforeEach(async () => {
  await stage.reset();
  stage.tf.write({ 'terraform.tfstate': state });
  delete environment['PLATFORM_CAPABILITIES'];
  environment['PLATFORM_TOKEN'] = stage.token;
});

async function least(): Promise<readonly string[]> {
  const plan = await stage.tf.planJson();
  environment['PLATFORM_PLAN_FOR_REVIEW'] = 'a-seed-of-sixteen';
  const review = await stage.tf.planJson();
  delete environment['PLATFORM_PLAN_FOR_REVIEW'];
  const plans = [plan, review].map((planJson, index) => readPlan(JSON.stringify(planJson), `plan ${index}`));
  const found = leastCapabilities(createReview(plans));
  expect(found).toMatchObject({ isNarrowable: true, problems: [] });
  return found.capabilities;
}

/** Plans, applies, and plans again. */
async function applied(): Promise<{ readonly code: number; readonly text: string }> {
  const apply = await stage.tf.run('apply', '-auto-approve', '-no-color', '-input=false');
  if (apply.code !== 0) return apply;
  return stage.tf.run('plan', '-detailed-exitcode', '-no-color', '-input=false');
}

test('each capability is needed, and together they are enough', async () => {
  const capabilities = await least();
  expect(capabilities).toEqual([
    ...['groups.create', 'groups.delete', 'groups.list', 'groups.update', 'identity.list', 'identity.update'],
    ...['manifest.list', 'manifest.metadata.list', 'record_signatures.list', 'referrers.list', 'repo.blobs.get'],
    ...['repo.create', 'repo.list', 'role_bindings.create', 'role_bindings.list', 'roles.create', 'roles.list'],
    ...['sboms.list', 'tag.list', 'vuln_reports.list'],
  ]);
  environment['PLATFORM_TOKEN'] = await stage.tokenFor(DEPLOYER, capabilities);
  expect(await applied()).toMatchObject({ code: 0 });
  const needless: string[] = [];
  for (const removed of capabilities) {
    await stage.reset();
    stage.tf.write({ 'terraform.tfstate': state });
    const others = capabilities.filter((name) => name !== removed);
    environment['PLATFORM_TOKEN'] = await stage.tokenFor(DEPLOYER, others);
    const { code, text } = await applied();
    if (code !== 1 || !(/permission/i.test(text) || text.includes(removed))) needless.push(`${removed}: ${code}`);
  }
  expect(needless).toEqual([]);
});

test('the apply of a saved plan narrows the token to the capabilities in the environment', async () => {
  const capabilities = await least();
  const client = { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' };
  const issuer = `${stage.baseUrl}/oidc`;
  const response = await fetch(`${stage.baseUrl}/iam/v2beta1/identities/${DEPLOYER}?updateMask=claim_match`, {
    ...{ method: 'PATCH', headers: client },
    body: JSON.stringify({ claimMatch: { issuer, subject: SUBJECT } }),
  });
  expect(response.status).toBe(200);
  delete environment['PLATFORM_TOKEN'];
  Object.assign(environment, {
    PLATFORM_AUTH_URL: stage.authUrl,
    PLATFORM_IDENTITY_UID: DEPLOYER,
    PLATFORM_IDENTITY_TOKEN: await stage.oidcToken({ subject: SUBJECT, audience: new URL(stage.authUrl).hostname }),
  });
  await stage.tf.ok('plan', '-no-color', '-input=false', '-out=saved.bin');
  environment['PLATFORM_CAPABILITIES'] = capabilities.filter((name) => name !== 'groups.update').join(',');
  const refused = await stage.tf.run('apply', '-no-color', '-input=false', 'saved.bin');
  expect(refused.code).toBe(1);
  expect(refused.text).toMatch(/groups\.update/);
  delete environment['PLATFORM_CAPABILITIES'];
  await stage.tf.ok('plan', '-no-color', '-input=false', '-out=saved.bin');
  environment['PLATFORM_CAPABILITIES'] = capabilities.join(',');
  await stage.tf.ok('apply', '-no-color', '-input=false', 'saved.bin');
  for (const name of ['PLATFORM_AUTH_URL', 'PLATFORM_IDENTITY_UID', 'PLATFORM_IDENTITY_TOKEN'])
    environment[name] = undefined;
});
