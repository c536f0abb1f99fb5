/** Mappings from groups of an identity provider to roles (contract K9). */
import { detail, organization } from '../support/organization';

const mappings = '/iam/v2beta1/externalGroupRoleMappings';
const oidc = { issuer: 'https://login.example.com', clientId: 'platform', pkceEnabled: true, groupsClaim: 'groups' };

async function withProvider() {
  const org = await organization();
  const viewer = await org.role('viewer');
  const staff = await org.make('identityProviders', org.root, { name: 'staff', defaultRole: viewer, oidc });
  const team = await org.make('groups', org.root, { name: 'team' });
  return {
    ...org,
    viewer,
    staff,
    team,
    mapping: { identityProviderUid: staff, externalGroup: 'devs', roleUid: viewer },
  };
}

test('a mapping is created, listed and deleted, and neither read alone nor changed', async () => {
  const { call, ok, make, team, mapping } = await withProvider();
  const uid = await make('externalGroupRoleMappings', team, mapping);
  expect(uid.startsWith(`${team}/`)).toBe(true);
  const [first] = (await ok('GET', `${mappings}?uidp.ids=${uid}`)).externalGroupRoleMappings;
  expect(first).toMatchObject({ uid, ...mapping, createTime: expect.any(String) });
  expect((await ok('GET', `${mappings}?identity_provider=${mapping.identityProviderUid}`)).totalCount).toBe('1');
  expect((await call('GET', `${mappings}/${uid}`)).status).toBe(501);
  expect((await call('PATCH', `${mappings}/${uid}?updateMask=external_group`, { externalGroup: 'ops' })).status).toBe(
    501,
  );
  expect((await call('DELETE', `${mappings}/${uid}`)).status).toBe(200);
  expect((await ok('GET', mappings)).totalCount).toBe('0');
});

test('the same mapping twice in a group already exists, and another group may have it', async () => {
  const { call, make, root, team, mapping } = await withProvider();
  const uid = await make('externalGroupRoleMappings', team, mapping);
  const { body } = await call('POST', `${mappings}/${team}`, mapping);
  expect(body.code).toBe(6);
  expect(detail(body, 'ResourceInfo').resourceName).toBe(uid);
  await make('externalGroupRoleMappings', root, mapping);
  await make('externalGroupRoleMappings', team, { ...mapping, externalGroup: 'ops' });
});

test('an identity provider of another organization, or none, is an invalid argument', async () => {
  const { call, ok, team, mapping } = await withProvider();
  const root = (await ok('POST', '/iam/v2beta1/groups', { name: 'other' })).uid;
  for (const [parent, identityProviderUid] of [
    [team, `${team}/${'0'.repeat(16)}`],
    [root, mapping.identityProviderUid],
  ])
    expect((await call('POST', `${mappings}/${parent}`, { ...mapping, identityProviderUid })).body).toMatchObject({
      code: 3,
      details: [{}, { fieldViolations: [{ field: 'identityProviderUid' }] }],
    });
});

test.each([
  [['identity_providers.create', 'identity_providers.list'], 'role_bindings.create'],
  [['role_bindings.create', 'identity_providers.list'], 'identity_providers.create'],
])('with %j alone nobody creates a mapping (contract A5)', async (capabilities, missing) => {
  const { call, make, member, root, team, mapping } = await withProvider();
  const role = await make('roles', root, { name: 'helper', capabilities });
  const { uid, token } = await member(root, { [root]: 'viewer' });
  await make('roleBindings', root, { identityUid: uid, roleUid: role });
  const { body } = await call('POST', `${mappings}/${team}`, mapping, { token });
  expect(body).toMatchObject({ code: 7, message: expect.stringContaining(missing) });
});

test('nobody maps a group to a role with more than they hold (contract A5)', async () => {
  const { call, make, member, role, root, team, mapping } = await withProvider();
  const helper = await make('roles', root, {
    name: 'helper',
    capabilities: ['identity_providers.create', 'identity_providers.list', 'role_bindings.create'],
  });
  const { uid, token } = await member(root, { [root]: 'viewer' });
  await make('roleBindings', root, { identityUid: uid, roleUid: helper });
  const owner = { ...mapping, roleUid: await role('owner') };
  expect((await call('POST', `${mappings}/${team}`, owner, { token })).body.code).toBe(7);
  expect((await call('POST', `${mappings}/${team}`, mapping, { token })).status).toBe(200);
});

test('an identity provider with mappings is not deleted, and neither is their group', async () => {
  const { call, make, team, staff, mapping } = await withProvider();
  const uid = await make('externalGroupRoleMappings', team, mapping);
  const refused = await call('DELETE', `/iam/v2beta1/identityProviders/${staff}`);
  expect(detail(refused.body, 'PreconditionFailure').violations[0]).toMatchObject({ type: 'RESOURCE_IN_USE' });
  expect((await call('DELETE', `/iam/v2beta1/groups/${team}`)).body.message).toContain('external group role mappings');
  await call('DELETE', `${mappings}/${uid}`);
  expect((await call('DELETE', `/iam/v2beta1/identityProviders/${staff}`)).status).toBe(200);
});
