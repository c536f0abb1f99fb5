import { reviewEdit, type EditedObjects } from '../edited-plan';
import { reviewOf } from '../corpus';

test('a line counts the groups beneath, and names the cause of the access', () => {
  expect(reviewOf('owner-added').access.lines.gained).toMatchObject([
    { identity: 'acme/payments/ci', group: 'acme/payments', beneath: 1, roles: ['owner'], cause: 'granted' },
  ]);
  expect(reviewOf('owner-removed').access.lines.lost.map(({ cause }) => cause)).toEqual(['grant deleted']);
  expect(new Set(reviewOf('role-widened').access.lines.gained.map(({ cause }) => cause))).toEqual(
    new Set(['role widened']),
  );
});

test('people of an external group have the line of its mapping, not that of the identity provider', () => {
  const acme: EditedObjects = {
    acme: { type: 'group' },
    console: { type: 'role', in: 'acme', values: { capabilities: ['repo.list'] } },
    editor: { type: 'role', in: 'acme', values: { capabilities: ['repo.update'] } },
  };
  const oidc = { issuer: 'https://login.acme.example', client_id: 'acme', groups_claim: 'groups' };
  const values = { external_group_id: 'engineers', role_uid: '$editor', scope_uid: '$acme' };
  const { access } = reviewEdit(acme, {
    ...acme,
    login: { type: 'identity_provider', in: 'acme', values: { default_role: '$console', oidc } },
    mapping: { type: 'external_group_role_mapping', in: 'login', values },
  });
  expect(access.lines.gained.map(({ identity, address }) => [identity, address])).toEqual([
    ['acme/(anyone in the external group engineers)', 'platform_external_group_role_mapping.mapping'],
    ['acme/(anyone who signs in through login)', 'platform_identity_provider.login'],
  ]);
});
