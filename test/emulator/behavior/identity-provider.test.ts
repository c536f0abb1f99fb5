import { detail, organization } from '../support/organization';

const providers = '/iam/v2beta1/identityProviders';
const secret = 'correct horse battery staple';
const oidc = { issuer: 'https://login.example.com', clientId: 'platform' };

async function provided() {
  const acme = await organization();
  const body = { name: 'staff', defaultRole: await acme.role('viewer'), oidc: { ...oidc, clientSecret: secret } };
  const uid = await acme.make('identityProviders', acme.root, body);
  const patch = (query: string, changes: object) => acme.call('PATCH', `${providers}/${uid}${query}`, changes);
  return { ...acme, uid, body, patch };
}

test('a response shows everything of an identity provider but its secret (Contract K5)', async () => {
  const { ok, uid, body, emulator } = await provided();
  const response = await ok('GET', `${providers}/${uid}`);
  expect(response).toMatchObject({
    name: 'staff',
    defaultRole: body.defaultRole,
    createTime: '2026-03-01T12:00:00.000Z',
  });
  expect(response.oidc).toEqual(oidc);
  expect(JSON.stringify([response, emulator.snapshot()])).not.toContain(secret);
  expect((await ok('GET', `${providers}?name=staff`)).totalCount).toBe('1');
});

test('a secret or PKCE is required (Contract K5)', async () => {
  const { call, root, role } = await organization();
  const body = { name: 'staff', defaultRole: await role('viewer'), oidc: { ...oidc, pkceEnabled: false } };
  const refused = await call('POST', `${providers}/${root}`, body);
  expect(refused.body.message).toContain('at least one of clientSecret, pkceEnabled');
});

test('a masked oidc with an empty secret keeps it (Contract M6)', async () => {
  const { patch } = await provided();
  const next = { issuer: 'https://other.example.com', clientId: 'other', clientSecret: '' };
  const { status, body } = await patch('?updateMask=oidc', { oidc: next });
  expect([status, body.oidc]).toEqual([200, { issuer: next.issuer, clientId: 'other' }]);
});

test.each([
  ['?updateMask=oidc.client_secret', { oidc: {} }],
  ['', { oidc: { clientSecret: '' } }],
])('oidc.client_secret in the mask, or the key without one, clears it: %s (Contract M6)', async (query, changes) => {
  const { patch } = await provided();
  expect((await patch(query, changes)).body.message).toContain('at least one of clientSecret, pkceEnabled');
  expect((await patch('', { oidc: { pkceEnabled: true } })).status).toBe(200);
  expect((await patch(query, changes)).status).toBe(200);
  expect((await patch('', { oidc: { pkceEnabled: false } })).body.message).toContain('at least one of');
});

test('a root group can have several identity providers, and other groups have none (Contract K5)', async () => {
  const { call, ok, make, root, uid, body } = await provided();
  const second = await ok('POST', `${providers}/${root}`, { ...body, name: 'partners' });
  const { identityProviders } = await ok('GET', `${providers}?uidp.children_of=${root}`);
  expect(identityProviders.map((provider: { uid: string }) => provider.uid).sort()).toEqual([uid, second.uid].sort());
  const inner = await make('groups', root, { name: 'inner' });
  const elsewhere = await call('POST', `${providers}/${inner}`, body);
  expect([elsewhere.body.code, elsewhere.body.message]).toEqual([3, expect.stringContaining('must be a root group')]);
});

test('the default role must exist', async () => {
  const { patch, root } = await provided();
  const { body } = await patch('', { defaultRole: `${root}/00000000000000aa` });
  expect(detail(body, 'BadRequest').fieldViolations[0].field).toBe('defaultRole');
});
