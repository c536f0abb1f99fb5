/** Mappings from groups of an identity provider to roles (contract K9). */
import { detail, organization } from '../support/organization';

const mappings = '/iam/v2beta1/externalGroupRoleMappings';
const providers = '/iam/v2beta1/identityProviders';
const oidc = { issuer: 'https://login.example.com', clientId: 'platform', pkceEnabled: true, groupsClaim: 'groups' };

async function withProvider() {
  const org = await organization();
  const viewer = await org.role('viewer');
  const staff = await org.make('identityProviders', org.root, { name: 'staff', defaultRole: viewer, oidc });
  const team = await org.make('groups', org.root, { name: 'team' });
  const mapping = { externalGroupId: 'devs', roleUid: viewer, scope: org.root };
  return { ...org, viewer, staff, team, mapping };
}

test('a mapping is created beneath its identity provider, read, listed and deleted, and never changed', async () => {
  const { call, ok, make, staff, mapping } = await withProvider();
  const uid = await make('externalGroupRoleMappings', staff, mapping);
  expect(uid.startsWith(`${staff}/`)).toBe(true);
  const object = { uid, identityProviderUid: staff, ...mapping, createTime: expect.any(String) };
  expect(await ok('GET', `${mappings}/${uid}`)).toMatchObject(object);
  for (const query of [`uidp.ids=${uid}`, `identity_provider_uid=${staff}`, `uidp.children_of=${staff}`])
    expect((await ok('GET', `${mappings}?${query}`)).externalGroupRoleMappings).toMatchObject([object]);
  expect((await ok('GET', `${mappings}?identity_provider_uid=${uid}`)).totalCount).toBe('0');
  expect((await call('PATCH', `${mappings}/${uid}?updateMask=role_uid`, { roleUid: '' })).status).toBe(501);
  expect((await call('DELETE', `${mappings}/${uid}`)).status).toBe(200);
  expect((await call('GET', `${mappings}/${uid}`)).body.code).toBe(5);
});

test.each(['externalGroupId', 'roleUid', 'scope'])('a mapping without %s is an invalid argument', async (name) => {
  const { call, staff, mapping } = await withProvider();
  const { body } = await call('POST', `${mappings}/${staff}`, { ...mapping, [name]: undefined });
  expect(body).toMatchObject({ code: 3, details: [{}, { fieldViolations: [{ field: name }] }] });
});

test('the same mapping twice already exists, and another group, role or scope is another mapping', async () => {
  const { call, make, role, staff, team, mapping } = await withProvider();
  const uid = await make('externalGroupRoleMappings', staff, mapping);
  const { body } = await call('POST', `${mappings}/${staff}`, mapping);
  expect(body.code).toBe(6);
  expect(detail(body, 'ResourceInfo').resourceName).toBe(uid);
  for (const other of [{ externalGroupId: 'ops' }, { roleUid: await role('editor') }, { scope: team }])
    await make('externalGroupRoleMappings', staff, { ...mapping, ...other });
});

test('a mapping belongs to an identity provider, and to no group', async () => {
  const { call, root, team, mapping } = await withProvider();
  for (const parent of [root, team, `${root}/${'0'.repeat(16)}`])
    expect((await call('POST', `${mappings}/${parent}`, mapping)).body.code).toBe(5);
});

test('a scope in another organization, or none, is an invalid argument', async () => {
  const { call, ok, root, staff, mapping } = await withProvider();
  const other = (await ok('POST', '/iam/v2beta1/groups', { name: 'other' })).uid;
  for (const scope of [other, staff, `${root}/${'0'.repeat(16)}`])
    expect((await call('POST', `${mappings}/${staff}`, { ...mapping, scope })).body).toMatchObject({
      code: 3,
      details: [{}, { fieldViolations: [{ field: 'scope' }] }],
    });
});

test('a custom role of a group is granted only there and beneath', async () => {
  const { call, make, staff, team, mapping } = await withProvider();
  const roleUid = await make('roles', team, { name: 'helper', capabilities: ['groups.list'] });
  expect((await call('POST', `${mappings}/${staff}`, { ...mapping, roleUid })).body).toMatchObject({
    code: 3,
    details: [{}, { fieldViolations: [{ field: 'roleUid' }] }],
  });
  await make('externalGroupRoleMappings', staff, { ...mapping, roleUid, scope: team });
});

test.each([
  [['identity_providers.create', 'groups.list'], 'role_bindings.create'],
  [['role_bindings.create', 'groups.list'], 'identity_providers.create'],
])('with %j alone nobody creates a mapping (contract A5)', async (capabilities, missing) => {
  const { call, make, member, root, staff, mapping } = await withProvider();
  const role = await make('roles', root, { name: 'helper', capabilities });
  const { uid, token } = await member(root, { [root]: 'viewer' });
  await make('roleBindings', root, { identityUid: uid, roleUid: role });
  const { body } = await call('POST', `${mappings}/${staff}`, mapping, { token });
  expect(body).toMatchObject({ code: 7, message: expect.stringContaining(missing) });
});

test('nobody maps a group to a role with more than they hold in its scope (contract A5)', async () => {
  const { call, make, member, role, root, staff, team, mapping } = await withProvider();
  const helper = await make('roles', root, {
    name: 'helper',
    capabilities: ['identity_providers.create', 'identity_providers.list', 'role_bindings.create', 'groups.list'],
  });
  const { uid, token } = await member(root, { [root]: 'viewer', [team]: 'editor' });
  await make('roleBindings', root, { identityUid: uid, roleUid: helper });
  const editor = { ...mapping, roleUid: await role('editor') };
  expect((await call('POST', `${mappings}/${staff}`, editor, { token })).body.code).toBe(7);
  expect((await call('POST', `${mappings}/${staff}`, { ...editor, scope: team }, { token })).status).toBe(200);
  expect((await call('POST', `${mappings}/${staff}`, mapping, { token })).status).toBe(200);
});

test('deleting an identity provider deletes its mappings and no others', async () => {
  const { call, ok, make, root, viewer, staff, mapping } = await withProvider();
  const other = (await ok('POST', '/iam/v2beta1/groups', { name: 'other' })).uid;
  const theirs = await make('identityProviders', other, { name: 'staff', defaultRole: viewer, oidc });
  const kept = await make('externalGroupRoleMappings', theirs, { ...mapping, scope: other });
  await make('externalGroupRoleMappings', staff, mapping);
  expect((await call('DELETE', `${providers}/${staff}`)).status).toBe(200);
  const { externalGroupRoleMappings: left } = await ok('GET', mappings);
  expect(left.map(({ uid }: { uid: string }) => uid)).toEqual([kept]);
  expect((await call('GET', `/iam/v2beta1/groups/${root}`)).status).toBe(200);
});

describe('batchDelete (contract O10)', () => {
  const several = async () => {
    const org = await withProvider();
    const make = (externalGroupId: string) =>
      org.make('externalGroupRoleMappings', org.staff, { ...org.mapping, externalGroupId });
    const uids = [await make('a'), await make('b'), await make('c')];
    const batchDelete = (body: object, asked?: { token: string }) =>
      org.call('POST', `${mappings}:batchDelete`, body, asked);
    return { ...org, uids, batchDelete };
  };

  test('deletes the named mappings, skips absent ones, and returns those that existed', async () => {
    const { ok, staff, uids, batchDelete } = await several();
    const names = [uids[0], uids[2], uids[0], `${staff}/${'0'.repeat(16)}`];
    const { status, body } = await batchDelete({ parent: staff, names });
    expect([status, body.parent]).toEqual([200, staff]);
    expect(body.externalGroupRoleMappings).toMatchObject([
      { uid: uids[0], externalGroupId: 'a' },
      { uid: uids[2], externalGroupId: 'c' },
    ]);
    expect((await ok('GET', mappings)).externalGroupRoleMappings).toMatchObject([{ uid: uids[1] }]);
    expect((await batchDelete({ parent: staff, names })).body).toEqual({
      parent: staff,
      externalGroupRoleMappings: [],
    });
  });

  test('deletes nothing if one name is no child of the parent', async () => {
    const { ok, staff, root, uids, batchDelete } = await several();
    for (const wrong of [staff, root, `${root}/${'0'.repeat(16)}`, 'a', 1])
      expect((await batchDelete({ parent: staff, names: [uids[0], wrong] })).body).toMatchObject({
        code: 3,
        details: [{}, { fieldViolations: [{ field: 'names.1' }] }],
      });
    expect((await ok('GET', mappings)).totalCount).toBe('3');
  });

  test.each([
    ['parent', { names: [] }],
    ['parent', { parent: 'staff', names: [] }],
    ['names', {}],
    ['names', { names: 'all' }],
    ['force', { names: [], force: true }],
  ])('rejects a wrong %s', async (field, body) => {
    const { staff, uids, batchDelete } = await several();
    const given = { ...(field !== 'parent' && { parent: staff }), ...body };
    const complete = 'names' in given && Array.isArray(given.names) ? { ...given, names: uids } : given;
    expect((await batchDelete(complete)).body).toMatchObject({
      code: 3,
      details: [{}, { fieldViolations: [{ field }] }],
    });
  });

  test('needs identity_providers.delete', async () => {
    const { root, member, staff, uids, batchDelete } = await several();
    const { token } = await member(root, { [root]: 'viewer' });
    expect((await batchDelete({ parent: staff, names: uids }, { token })).body).toMatchObject({
      code: 7,
      message: expect.stringContaining('identity_providers.delete'),
    });
  });
});

test('a seed lists mappings in their identity provider, and a snapshot loads again', async () => {
  const seed = {
    groups: [
      {
        name: 'acme',
        identityProviders: [
          {
            name: 'staff',
            defaultRole: 'viewer',
            oidc,
            externalGroupRoleMappings: [{ externalGroupId: 'devs', role: 'editor', scope: 'acme' }],
          },
        ],
      },
    ],
  };
  const first = await organization({ seed });
  const [mapping] = (await first.ok('GET', mappings)).externalGroupRoleMappings;
  expect(mapping).toMatchObject({ externalGroupId: 'devs', roleUid: await first.role('editor'), scope: first.root });
  const second = await organization({ seed: first.emulator.snapshot() });
  expect((await second.ok('GET', mappings)).externalGroupRoleMappings).toEqual([mapping]);
});
