/** Reviews real plans of Terraform against the embedded API: which roles are owner-level, and which are not. */
import { createClient } from '../../../src/client';
import { REVIEW_VARIABLE } from '../../../src/model/api';
import { readContext, readPlan, reviewPlans, withReviews, type Report } from '../../../src/review';
import { header, setStage, type Stage } from '../provider/stage';

jest.setTimeout(120_000);

let stage: Stage;
const environment: Record<string, string | undefined> = {};
beforeAll(async () => {
  stage = await setStage({
    config: '',
    env: ({ baseUrl, token }) => Object.assign(environment, { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token }),
  });
});
afterAll(() => stage.close());

/** Returns the report of a plan that creates an identity with a role. The review reads the roles of the service. */
async function reviewed(role: string, reference: string): Promise<Report> {
  const identity = `
resource "platform_identity" "ci" {
  group_uid   = "${stage.rootGroupUid}"
  name        = "ci"
  claim_match = {
    issuer  = "https://token.actions.githubusercontent.com"
    subject = "repo:acme@1234/shop@7890:ref:refs/heads/main"
  }
}
resource "platform_role_binding" "ci" {
  group_uid    = "${stage.rootGroupUid}"
  identity_uid = platform_identity.ci.uid
  role_uid     = ${reference}
}
`;
  stage.tf.write({ 'main.tf': header + identity + role });
  const ordinary = readPlan(JSON.stringify(await stage.tf.planJson()), 'plan.json');
  environment[REVIEW_VARIABLE] = 'seed';
  const review = readPlan(JSON.stringify(await stage.tf.planJson()), 'review.json');
  environment[REVIEW_VARIABLE] = undefined;
  const plan = withReviews(ordinary, [review]);
  const client = createClient({ baseUrl: stage.baseUrl, token: stage.token });
  try {
    const configuration = { owners: ['github:acme'], names: { [stage.rootGroupUid]: 'acme' } };
    return reviewPlans([plan], { context: await readContext(client, [ordinary]), configuration });
  } finally {
    await client.close();
  }
}

const builtIn = (name: string) =>
  reviewed(`data "platform_role" "it" {\n  name = "${name}"\n}\n`, 'data.platform_role.it.uid');
const custom = (...capabilities: readonly string[]) =>
  reviewed(
    `resource "platform_role" "it" {\n  group_uid = "${stage.rootGroupUid}"\n  name = "owner"\n  capabilities = ${JSON.stringify(capabilities)}\n}\n`,
    'platform_role.it.uid',
  );
const severities = ({ findings }: Report) => findings.map(({ severity, id }) => `${severity} ${id}`).sort();

test.each(['registry.pull', 'viewer', 'console_viewer', 'editor'])('a new identity with %s is low', async (name) => {
  expect(severities(await builtIn(name))).toEqual(['low access-gained']);
});

test('a new identity with owner is high, and its headline counts the capabilities', async () => {
  const report = await builtIn('owner');
  expect(severities(report)).toEqual(['high owner-gained']);
  expect(report.findings[0]?.reason).toBe('acme/ci becomes an owner of acme: it can grant and revoke access there.');
});

test('a custom role is owner-level by its capabilities, not by its name', async () => {
  expect(severities(await custom('groups.list', 'repo.list'))).toEqual(['low access-gained']);
  expect(severities(await custom('groups.list', 'libraries.policy.create'))).toEqual(['high owner-gained']);
  const unknown = await custom('groups.list', 'figs.eat');
  expect(severities(unknown)).toEqual(['low access-gained', 'medium unknown-capability']);
  expect(JSON.stringify(unknown.findings)).not.toMatch(/administrative access|an editor lacks/);
});
