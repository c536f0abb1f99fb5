import { organization } from '../support/organization';
import { authFixture, BASE_URL, BOT, json, OTHER, problem, roleUid, TEAM } from './auth-fixture';

async function get(fixture: ReturnType<typeof authFixture>, path: string, token?: string, method = 'GET') {
  const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });
  return fixture.handle(new Request(`${BASE_URL}${path}`, { method, headers }));
}

test('whoami tells the subject and what each role allows it, as far as the token reaches (contract T9)', async () => {
  const fixture = authFixture([
    [TEAM, 'registry.pull'],
    [OTHER, 'viewer'],
  ]);
  const token = await fixture.tokens.issue(BOT, { caps: ['groups.list', 'tag.list', 'groups.create'] });
  const response = await get(fixture, '/auth/v1/ok', token);
  expect(await json(response)).toEqual({
    issuer: 'https://auth.platform.internal',
    audience: [BASE_URL],
    issuedAt: expect.stringMatching(/^20.*Z$/),
    subject: BOT,
    capabilities: [
      {
        group: { id: TEAM, name: '' },
        role: { id: roleUid('registry.pull'), name: '', capabilities: ['groups.list', 'tag.list'] },
        capabilities: [],
      },
      {
        group: { id: OTHER, name: '' },
        role: { id: roleUid('viewer'), name: '', capabilities: ['groups.list', 'tag.list'] },
        capabilities: [],
      },
    ],
  });
  expect(await problem(await get(fixture, '/auth/v1/ok'))).toMatchObject({ status: 401, code: 16 });
});

test('whoami names groups and roles that the caller may list, and built-in roles (contract T9, A9)', async () => {
  const { ok, make, member, root } = await organization();
  const role = await make('roles', root, { name: 'auditor', capabilities: ['groups.list', 'figs.list'] });
  const { uid, token } = await member(root, {});
  await make('roleBindings', root, { identityUid: uid, roleUid: role });
  const { capabilities } = await ok('GET', '/auth/v1/ok', undefined, { token });
  expect(capabilities).toEqual([
    {
      group: { id: root, name: 'acme' },
      role: { id: role, name: '', capabilities: ['figs.list', 'groups.list'] },
      capabilities: [],
    },
  ]);
  expect((await ok('GET', '/auth/v1/ok')).capabilities).toMatchObject([{ role: { name: 'owner' } }]);
});

test('ping needs no token (contract O7)', async () => {
  const fixture = authFixture();
  expect((await get(fixture, '/ping/v2beta1/ping')).status).toBe(200);
  expect(await problem(await get(fixture, '/ping/v2beta1/ping', undefined, 'POST'))).toMatchObject({ code: 12 });
});

test.each(['v2beta1', 'v2'])(
  'lookupIdentity answers the uid of a person at %s, the same each time (contract O5)',
  async (version) => {
    const fixture = authFixture();
    const token = await fixture.tokens.issue(BOT);
    const lookup = (query: string) => get(fixture, `/iam/${version}/identities:lookupIdentity?${query}`, token);
    const { uid } = await json(await lookup('issuer=https://accounts.example.com&subject=ann'));
    expect(uid).toMatch(/^[0-9a-f]{40}$/);
    expect(await json(await lookup('issuer=https://accounts.example.com&subject=ann'))).toEqual({ uid });
    expect(await json(await lookup('issuer=https://accounts.example.com&subject=bob'))).not.toEqual({ uid });
    expect(await problem(await lookup('issuer=https://accounts.example.com'))).toMatchObject({ code: 3 });
    expect(await problem(await lookup('issuer=a&subject=b&subject=c'))).toMatchObject({
      code: 3,
      message: 'Invalid argument: subject: subject must be given once',
    });
    expect(await problem(await get(fixture, `/iam/${version}/identities:lookupIdentity`))).toMatchObject({ code: 16 });
  },
);

test('other paths are not theirs to answer', async () => {
  const fixture = authFixture();
  for (const path of ['/iam/v2beta1/groups', '/sts', '/oidc/other', '/auth/v1/ok/more'])
    expect((await fixture.handle(new Request(`${BASE_URL}${path}`))).status).toBe(404);
});
