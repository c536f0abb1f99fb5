/** An approved plan of one organization, and the token of another one: the apply sends nothing, and the plan names both. */
import { unwrapped } from '../../support/terraform';
import { noLag } from '../provider/stage';
import { type BoundStage, setBoundStage } from './bound-stage';

jest.setTimeout(120_000);

const groups = (count: number, description: string): string =>
  noLag + Array.from({ length: count }, (_, index) => group(`g${index}`, description)).join('');
const group = (name: string, description: string): string => `
resource "platform_group" "${name}" {
  parent_uid  = "ROOT"
  name        = "${name}"
  description = "${description}"
}
`;

const claimMatch = { issuer: 'https://issuer.example', subject: 'me' };

let stage: BoundStage;
beforeAll(async () => {
  stage = await setBoundStage(groups(3, 'before'));
});
afterAll(() => stage.close());

/** Returns the uid of another organization, and the token of its owner. */
async function createOther(): Promise<{ readonly uid: string; readonly token: string }> {
  const { call, tokenFor } = stage;
  const { uid } = await call('POST', 'groups', { name: 'beta' });
  const identity = await call('POST', `identities/${String(uid)}`, { name: 'ci', claimMatch });
  const { roles } = (await call('GET', 'roles?name=owner')) as { readonly roles: readonly { readonly uid: string }[] };
  const binding = { identityUid: identity['uid'], roleUid: roles[0]?.uid };
  await call('POST', `roleBindings/${String(uid)}`, binding);
  return { uid: String(uid), token: await tokenFor(String(identity['uid'])) };
}

const count = (text: string, part: string): number => unwrapped(text).split(part).length - 1;

test('the apply refuses every write and gives the reason once, and the plan names both organizations', async () => {
  await stage.tf.apply();
  stage.configure(groups(3, 'after'));
  await stage.plan();
  const beta = await createOther();
  const { PLATFORM_TOKEN: own } = stage.tf.env;
  stage.tf.env['PLATFORM_TOKEN'] = beta.token;
  const names = `is in the organization ${stage.rootGroupUid}, and the token belongs to "beta" (uid ${beta.uid}).`;
  const applied = await stage.apply();
  expect(applied.code).toBe(1);
  expect(count(applied.out + applied.err, names)).toBe(1);
  expect(count(applied.out + applied.err, 'it is in another organization')).toBe(3);
  const planned = await stage.run('plan');
  expect(planned.code).toBe(3);
  expect(count(planned.out + planned.err, names)).toBe(1);
  stage.tf.env['PLATFORM_TOKEN'] = own;
  expect(JSON.stringify(await stage.call('GET', 'groups?name=g0'))).toContain('before');
});
