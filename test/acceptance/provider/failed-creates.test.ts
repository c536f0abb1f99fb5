/**
 * Fifty resources while the service fails: creates that were not executed, wrong counts, and a token exchange that does not
 * know a new identity yet. `FAILURE_SEEDS=3` runs both failure rates with three seeds and the default timeout, and prints a
 * table.
 */
import { randomFrom } from '../../support/random';
import { DESCRIBED, fiftyResources, objectsInState, objectsOf } from './fifty-resources';
import { setStage, type Stage } from './stage';

const { FAILURE_SEEDS } = process.env;
const seeds = Array.from({ length: Number(FAILURE_SEEDS ?? 1) }, (_, index) => index + 1);
const shares = FAILURE_SEEDS === undefined ? [15] : [5, 15];
const cases = shares.flatMap((share) => seeds.map((seed) => [share, seed] as const));
const block = FAILURE_SEEDS === undefined ? 'propagation_timeout_seconds = 2' : '';

/** An object that fails repeatedly waits for the propagation timeout each time. */
const TIMEOUT_MS = 240_000;
jest.setTimeout(300_000);

/** Responses of a service or a gateway that has not executed the request. */
const failures = [
  { effect: 'error', code: 'UNAVAILABLE', retryAfterSeconds: 1 },
  { effect: 'error', code: 'UNAVAILABLE' },
  { effect: 'error', code: 'INTERNAL' },
  { effect: 'html', status: 502 },
] as const;
/** More requests than any run sends. */
const MAX_POSTS = 150;

const env: Record<string, string> = {};
let stage: Stage;
/** The open stage, if any. */
const stages: Stage[] = [];
/** The objects of the service before the first apply. */
let before: readonly string[];

async function begin(): Promise<void> {
  await stages.pop()?.close();
  stage = await setStage({ config: '', timeoutMs: TIMEOUT_MS, env: () => env });
  stages.push(stage);
  Object.assign(env, { PLATFORM_BASE_URL: stage.baseUrl, PLATFORM_TOKEN: stage.token });
  before = await objectsOf(stage);
}
afterAll(() => stages.pop()?.close());

async function expectInState(count: number): Promise<void> {
  const objects = (await objectsOf(stage)).filter((object) => !before.includes(object));
  expect(objects).toHaveLength(count);
  expect(await objectsInState(stage)).toEqual(objects);
}

describe.each(cases)('%i %% of the creates fail (seed %i)', (share, seed) => {
  beforeAll(begin);

  test('one apply creates each object once', async () => {
    const random = randomFrom(seed);
    for (let after = 0; after < MAX_POSTS; after++)
      if (random.chance(share)) await stage.faults.add({ ...random.pick(failures)!, method: 'POST', after, times: 1 });
    stage.tf.write({ 'main.tf': fiftyResources(stage.rootGroupUid, 'old', block) });
    const started = Date.now();
    await stage.tf.apply();
    const posts = (await stage.requestLog.entries()).filter(({ method }) => method === 'POST');
    const failed = posts.filter(({ status = 500 }) => status >= 500).length;
    await stage.faults.clear();
    if (FAILURE_SEEDS !== undefined)
      process.stderr.write(
        `| ${share} %, seed ${seed} | ${posts.length} | ${failed} | ${Math.round((Date.now() - started) / 1000)} s |\n`,
      );
    expect(failed).toBeGreaterThan(0);
    await expectInState(50);
    expect((await stage.tf.plan()).changed).toBe(false);
  });
});

test('a wrong total count is reported, and changes nothing', async () => {
  await stage.faults.add({ effect: 'totalCount', by: 3 });
  const { changed, text } = await stage.tf.plan();
  await stage.faults.clear();
  expect(changed).toBe(false);
  expect(text).toContain('A list is shorter than its count');
  await expectInState(50);
});

test('a new identity is assumed even if the token exchange does not know it yet', async () => {
  const subject = 'repo:acme/shop:ref:refs/heads/main';
  const runner = `
resource "platform_identity" "runner" {
  group_uid   = "${stage.rootGroupUid}"
  name        = "runner"
  claim_match = {
    issuer  = "${stage.baseUrl}/oidc"
    subject = "${subject}"
  }
}
data "platform_role" "owner" {
  name = "owner"
}
resource "platform_role_binding" "runner" {
  group_uid    = "${stage.rootGroupUid}"
  identity_uid = platform_identity.runner.uid
  role_uid     = data.platform_role.owner.uid
}
output "runner" {
  value = platform_identity.runner.uid
}
`;
  stage.tf.write({ 'main.tf': fiftyResources(stage.rootGroupUid, 'old', block) + runner });
  await stage.tf.apply();
  const uid = String((await stage.tf.state()).values?.outputs?.['runner']?.value);
  // Another process, with the identity of the previous one.
  delete env['PLATFORM_TOKEN'];
  Object.assign(env, {
    PLATFORM_AUTH_URL: stage.authUrl,
    PLATFORM_IDENTITY_UID: uid,
    PLATFORM_IDENTITY_TOKEN: await stage.oidcToken({ subject, audience: new URL(stage.baseUrl).hostname }),
  });
  const exchange = { effect: 'error', path: '/sts/exchange', times: 2 } as const;
  await stage.faults.add({ ...exchange, code: 'NOT_FOUND' });
  await stage.faults.add({ ...exchange, code: 'PERMISSION_DENIED', after: 2 });
  await stage.requestLog.clear();
  stage.tf.write({ 'main.tf': fiftyResources(stage.rootGroupUid, 'new', block) + runner });
  await stage.tf.apply();
  const log = await stage.requestLog.entries();
  expect(log.filter(({ path }) => path === '/sts/exchange').map(({ status }) => status)).toEqual(
    expect.arrayContaining([404, 403, 200]),
  );
  expect(log.filter(({ method, status }) => method === 'PATCH' && status === 200)).toHaveLength(DESCRIBED);
  await expectInState(52);
});
