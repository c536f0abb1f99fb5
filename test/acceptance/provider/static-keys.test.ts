import { unwrapped } from '../../support/terraform';
import { resourceIn } from '../../support/terraform-json';
import { header, setStage, type Stage } from './stage';

jest.setTimeout(120_000);

const oldGroup = 'f'.repeat(40);
const passed = '2024-01-01T00:00:00.000Z';

let stage: Stage;
beforeAll(async () => {
  const staticKeys = {
    issuer: 'https://issuer.example',
    subject: 'b',
    issuerKeys: '{"keys":[]}',
    expirationTime: passed,
  };
  const old = { uid: oldGroup, name: 'old', identities: [{ name: 'ci', staticKeys }] };
  stage = await setStage({ config: '', seed: { groups: [{ name: 'acme' }, old] } });
});
beforeEach(() => stage.writes());
afterAll(() => stage.close());

const identity = (subject: string, expiry = '', group = stage.rootGroupUid, more = '') => `
resource "platform_identity" "ci" {
  group_uid = "${group}"
  name      = "ci"
  ${more}
  static_keys = {
    issuer      = "https://issuer.example"
    subject     = "${subject}"
    issuer_keys = "{\\"keys\\":[]}"
    ${expiry}
  }
}
`;
const keys = async () => resourceIn(await stage.tf.state(), 'platform_identity.ci').values['static_keys'];
const expiresIn = (ms: number) => `expiration_time = "${new Date(Date.now() + ms).toISOString()}"`;
const dayMs = 24 * 60 * 60 * 1000;

test('static keys without an expiry get one, which is known after apply and stays', async () => {
  stage.tf.write({ 'main.tf': header + identity('a') });
  expect((await stage.tf.plan()).text).toMatch(/expiration_time\s+= \(known after apply\)/);
  await stage.tf.apply();
  const first = (await keys()) as { expiration_time: string };
  expect(Date.parse(first.expiration_time)).toBeGreaterThan(Date.now() + 364 * dayMs);
  expect((await stage.tf.plan()).changed).toBe(false);
  stage.tf.write({ 'main.tf': header + identity('b') });
  expect((await stage.tf.plan()).text).not.toContain('known after apply');
  await stage.tf.apply();
  expect(await keys()).toMatchObject({ subject: 'b', expiration_time: first.expiration_time });
  expect((await stage.writes()).at(-1)).toContain(first.expiration_time);
});

test('an imported identity keeps the default expiry of the service', async () => {
  const uid = String(resourceIn(await stage.tf.state(), 'platform_identity.ci').values['uid']);
  await stage.tf.run('state', 'rm', 'platform_identity.ci');
  stage.tf.write({
    'main.tf': `${header}${identity('b')}\nimport {\n  to = platform_identity.ci\n  id = "${uid}"\n}\n`,
  });
  expect((await stage.tf.plan()).text).toContain('1 to import, 0 to add, 0 to change');
  await stage.tf.apply();
  stage.tf.write({ 'main.tf': header + identity('b') });
  expect((await stage.tf.plan()).changed).toBe(false);
  expect(await stage.writes()).toEqual([]);
});

test.each([
  ['has passed', -dayMs, 'which is in the past'],
  ['is too far ahead', 366 * dayMs, 'must be at most 365 days ahead'],
])('an expiry that %s is rejected at plan', async (_, ms, reason) => {
  stage.tf.write({ 'main.tf': header + identity('b', expiresIn(ms)) });
  const run = await stage.tf.run('plan', '-no-color', '-input=false');
  expect(run.code).toBe(1);
  expect(unwrapped(run.text)).toContain(reason);
});

test('an expiry in the past is a warning, and other changes still apply', async () => {
  await stage.tf.run('state', 'rm', 'platform_identity.ci');
  const taken = 'import {\n  to = platform_identity.ci\n  id = "old/ci"\n}\n';
  const old = identity('b', `expiration_time = "${passed}"`, oldGroup, 'description = "Old."');
  stage.tf.write({ 'main.tf': header + taken + old });
  const { text } = await stage.tf.plan();
  expect(text).toContain('1 to import, 0 to add, 1 to change');
  expect(unwrapped(text)).toContain(`expiration_time is ${passed}, which is in the past`);
  await stage.tf.apply();
  expect((await stage.writes()).at(-1)).toContain('{"description":"Old."}');
  expect((await stage.tf.plan()).changed).toBe(false);
});
