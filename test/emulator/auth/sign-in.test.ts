/** People who sign in through an identity provider, and their external groups (contract K9). */
import { organization } from '../support/organization';

const LOGIN = 'https://login.example.com';
const ada = { issuer: LOGIN, clientId: 'platform', subject: 'ada' };
const oidc = { issuer: LOGIN, clientId: 'platform', pkceEnabled: true, groupsClaim: 'groups' };

/** An organization where signed-in people may look, administrators may create roles, and developers may create groups in `team`. */
async function withProvider() {
  const org = await organization();
  const { root, make } = org;
  const roleWith = (capability: string) =>
    make('roles', root, { name: capability.replaceAll('_', '-'), capabilities: [capability] });
  const team = await make('groups', root, { name: 'team' });
  const look = await roleWith('groups.list');
  const staff = await make('identityProviders', root, { name: 'staff', defaultRole: look, oidc });
  const map = async (externalGroupId: string, capability: string, scope: string) =>
    make('externalGroupRoleMappings', staff, { externalGroupId, roleUid: await roleWith(capability), scope });
  await map('admins', 'roles.create', root);
  await map('devs', 'groups.create', team);
  const held = async (token: string) => {
    const { capabilities } = await org.ok('GET', '/auth/v1/ok', undefined, { token });
    const texts: string[] = capabilities.map(
      (capability: { group: { id: string }; role: { capabilities: string[] } }) =>
        `${capability.group.id === root ? 'acme' : 'team'}: ${capability.role.capabilities.join()}`,
    );
    return texts.sort();
  };
  const signIn = async (more: object = {}) => held(await org.emulator.signInToken({ ...ada, ...more }));
  return { ...org, team, staff, look, held, signIn };
}

const LOOK = 'acme: groups.list';

test.each<[name: string, request: object, expected: readonly string[]]>([
  ['no claims', {}, [LOOK]],
  ['one external group', { claims: { groups: ['admins'] } }, [LOOK, 'acme: roles.create']],
  ['one external group as a text', { claims: { groups: 'devs' } }, [LOOK, 'team: groups.create']],
  ['two', { claims: { groups: ['devs', 'admins'] } }, [LOOK, 'acme: roles.create', 'team: groups.create']],
  ['an unmapped external group', { claims: { groups: ['admin', 'ADMINS'] } }, [LOOK]],
  ['another claim', { claims: { roles: ['admins'] } }, [LOOK]],
  ['another client', { clientId: 'shop', claims: { groups: ['admins'] } }, []],
  ['another issuer', { issuer: `${LOGIN}/`, claims: { groups: ['admins'] } }, []],
])('a person with %s has exactly the roles of the sign-in', async (_, request, expected) => {
  const { signIn } = await withProvider();
  expect(await signIn(request)).toEqual(expected);
});

test('a request of a signed-in person succeeds where the external group has the capability', async () => {
  const { emulator, call, root, team } = await withProvider();
  const token = await emulator.signInToken({ ...ada, claims: { groups: ['devs'] } });
  const create = async (parent: string) =>
    (await call('POST', `/iam/v2beta1/groups/${parent}`, { name: 'new' }, { token })).status;
  expect([await create(root), await create(team)]).toEqual([403, 200]);
});

test.each([
  ['issuer', { issuer: 'https://other.example.com' }, []],
  ['client', { clientId: 'shop' }, []],
  ['groups claim', { groupsClaim: 'roles' }, [LOOK]],
])('another %s of the identity provider changes the roles of a token that exists', async (_, changed, expected) => {
  const { emulator, ok, held, staff } = await withProvider();
  const token = await emulator.signInToken({ ...ada, claims: { groups: ['admins'] } });
  await ok('PATCH', `/iam/v2beta1/identityProviders/${staff}?updateMask=oidc`, { oidc: { ...oidc, ...changed } });
  expect(await held(token)).toEqual(expected);
});

test('without a groups claim, no claim names an external group', async () => {
  const { ok, signIn, staff } = await withProvider();
  const { groupsClaim, ...rest } = oidc;
  await ok('PATCH', `/iam/v2beta1/identityProviders/${staff}?updateMask=oidc`, { oidc: rest });
  expect(await signIn({ claims: { [groupsClaim]: ['admins'], '': ['admins'] } })).toEqual([LOOK]);
});

test('a signed-in person keeps their role bindings, and their uid is the one of a look-up', async () => {
  const { emulator, make, ok, role, signIn, root } = await withProvider();
  await emulator.signInToken(ada);
  const { uid } = await ok('GET', `/iam/v2beta1/identities:lookupIdentity?issuer=${LOGIN}&subject=ada`);
  await make('roleBindings', root, { identityUid: uid, roleUid: await role('registry.pull') });
  expect(await signIn()).toEqual([LOOK, expect.stringContaining('acme: groups.list,')]);
});
