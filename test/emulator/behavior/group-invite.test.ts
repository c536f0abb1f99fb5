import { detail, organization } from '../support/organization';

const invites = '/iam/v2beta1/groupInvites';

async function invited() {
  const acme = await organization();
  const roleUid = await acme.make('roles', acme.root, { name: 'guest', capabilities: ['groups.list'] });
  const body = { roleUid, ttl: '86400s', email: 'ada@example.com', singleUse: true };
  return { ...acme, roleUid, body, invite: await acme.ok('POST', `${invites}/${acme.root}`, body) };
}

test('an invite shows its code once, and never again (Contract C3)', async () => {
  const { ok, invite, roleUid, emulator } = await invited();
  const { code, ...rest } = invite;
  expect(code).toMatch(/^.{20,}$/);
  expect(rest).toMatchObject({
    role: { uid: roleUid, name: 'guest' },
    email: 'ada@example.com',
    singleUse: true,
    expirationTime: '2026-03-02T12:00:00.000Z',
  });
  expect(rest).not.toHaveProperty('ttl');
  expect(await ok('GET', `${invites}/${invite.uid}`)).toEqual(rest);
  expect((await ok('GET', `${invites}?key_id=${invite.keyId}`)).groupInvites).toEqual([rest]);
  expect((await ok('GET', `${invites}?key_id=other`)).totalCount).toBe('0');
  expect(JSON.stringify(emulator.snapshot())).not.toContain(code);
});

test('an invite cannot be updated (Contract K7)', async () => {
  const { call, invite } = await invited();
  const { status, body } = await call('PATCH', `${invites}/${invite.uid}`, { email: 'x@y.z' });
  expect([status, body.code]).toEqual([501, 12]);
});

test('an invite outlives its time and its role, which it then no longer shows (Contract F4)', async () => {
  const { ok, invite, roleUid, time } = await invited();
  await ok('DELETE', `/iam/v2beta1/roles/${roleUid}`);
  time.now = new Date('2027-01-01T00:00:00Z');
  const later = await ok('GET', `${invites}/${invite.uid}`);
  expect(later).not.toHaveProperty('role');
  expect(await ok('DELETE', `${invites}/${invite.uid}`)).toBeUndefined();
});

test.each([
  ['ttl', { ttl: undefined }],
  ['ttl', { ttl: '1 day' }],
  ['ttl', { ttl: '99999999999s' }],
  ['roleUid', { roleUid: undefined }],
  ['email', { email: 'nobody' }],
])('a wrong %s is refused', async (field, wrong) => {
  const { call, root, body } = await invited();
  const response = await call('POST', `${invites}/${root}`, { ...body, ...wrong });
  expect(detail(response.body, 'BadRequest').fieldViolations[0].field).toBe(field);
});
