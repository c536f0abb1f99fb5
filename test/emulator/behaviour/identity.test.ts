import { detail, organization } from '../support/organization';

const identities = '/iam/v2beta1/identities';
const staticKeys = { issuer: 'https://i.example.com', subject: 's', issuerKeys: '{"keys":[]}' };

test('static keys expire at most 365 days ahead (not-shown, Resources: Identity)', async () => {
  const { call, root } = await organization();
  const post = (expirationTime: string) =>
    call('POST', `${identities}/${root}`, { name: 'x', staticKeys: { ...staticKeys, expirationTime } });
  expect((await post('2027-03-01T12:00:00Z')).status).toBe(200);
  const { status, body } = await post('2027-03-01T12:00:00.001Z');
  expect([status, detail(body, 'BadRequest').fieldViolations[0].field]).toEqual([400, 'staticKeys.expirationTime']);
});

test('an identity whose keys have expired stays listed and can be changed (not-shown, Facts to design for)', async () => {
  const { ok, make, root, time } = await organization();
  const uid = await make('identities', root, {
    name: 'x',
    staticKeys: { ...staticKeys, expirationTime: '2026-03-02T00:00:00Z' },
  });
  time.now = new Date('2030-01-01T00:00:00Z');
  expect((await ok('GET', identities)).totalCount).toBe('1');
  expect((await ok('PATCH', `${identities}/${uid}`, { description: 'Old.' })).description).toBe('Old.');
});

test('at most one audience of static keys (not-shown, Resources: Identity)', async () => {
  const { call, root } = await organization();
  const body = { name: 'x', staticKeys: { ...staticKeys, audiences: ['a', 'b'] } };
  expect((await call('POST', `${identities}/${root}`, body)).body.message).toContain('audiences must have at most 1');
});

test('assuming an identity is seen in lastSeenTime and is no change of it (§2 Identity)', async () => {
  const { ok, make, root, emulator, time } = await organization();
  const claimMatch = { issuer: emulator.oidcIssuer(), subject: 'me' };
  const uid = await make('identities', root, { name: 'x', claimMatch });
  time.now = new Date('2026-03-01T13:00:00.000Z');
  const presented = { token: await emulator.oidcToken({ subject: 'me' }) };
  await ok('GET', `/sts/exchange?aud=http://localhost&identity=${uid}`, undefined, presented);
  const { lastSeenTime, updateTime } = await ok('GET', `${identities}/${uid}`);
  expect([lastSeenTime, updateTime]).toEqual(['2026-03-01T13:00:00.000Z', '2026-03-01T12:00:00.000Z']);
});
