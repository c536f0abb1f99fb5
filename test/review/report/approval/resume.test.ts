/** An approval of an interrupted apply, compared with the rest of its writes. */
import { externalGroupRoleMapping, identityProvider, role } from '../../../../src/model/kinds';
import { createReview, reasonsAgainst } from '../../../../src/review';
import { ACME, kept, organizationOf, planOf } from '../../organization/context/stage';

test('a mapping that the interrupted apply created is found in its identity provider', async () => {
  const oidc = { issuer: 'https://login.acme.example', clientId: 'platform', pkceEnabled: true };
  const { client, emulator } = organizationOf({
    groups: [{ uid: ACME, name: 'acme', identityProviders: [{ name: 'staff', defaultRole: 'viewer', oidc }] }],
  });
  const service = await client();
  const {
    items: [staff],
  } = await service.page(identityProvider, { childrenOf: ACME });
  const viewer = await service.find(role, 'viewer');
  const provider = kept({
    ...{ uid: staff!.uid, group_uid: ACME, name: 'staff', default_role: viewer.uid },
    oidc: { issuer: oidc.issuer, client_id: oidc.clientId, pkce_enabled: true },
  });
  const mapping = {
    ...{ identity_provider_uid: staff!.uid, external_group_id: 'admins', role_uid: viewer.uid, scope_uid: ACME },
  };
  const group = kept({ uid: ACME, name: 'acme' });
  const managed = { 'platform_group.acme': group, 'platform_identity_provider.staff': provider };
  const address = 'platform_external_group_role_mapping.admins';
  const approved = createReview([planOf({ ...managed, [address]: { after: mapping } })]).report;
  expect(approved.approvedWrites).toHaveLength(1);
  const rest = createReview([planOf(managed)]);
  const lacking = await reasonsAgainst(approved, rest, service);
  expect(lacking).toEqual([expect.stringContaining('external group role mapping')]);
  await service.create(externalGroupRoleMapping, staff!.uid, {
    ...{ externalGroupId: 'admins', roleUid: viewer.uid, scope: ACME },
  });
  emulator.requestLog.clear();
  expect(await reasonsAgainst(approved, rest, service)).toEqual([]);
  // A filter by uid names a group. A service may refuse another uid there.
  expect(emulator.requestLog.entries.map(({ query }) => query).join()).not.toContain(
    `children_of=${encodeURIComponent(staff!.uid)}`,
  );
});

test('an unknown part of a plan is approved with its contents', async () => {
  const { client } = organizationOf({ groups: [{ uid: ACME, name: 'acme' }] });
  const service = await client();
  const rename = planOf({
    'platform_group.acme': { before: { uid: ACME, name: 'acme' }, after: { uid: ACME, name: 'other' } },
  });
  const reviewed = (sha256: string) =>
    createReview([{ ...rename, unknown: [{ path: 'new_part', isOurs: false, sha256 }] }]);
  const approved = reviewed('a').report;
  expect(await reasonsAgainst(approved, reviewed('a'), service)).toEqual([]);
  expect(await reasonsAgainst(approved, reviewed('b'), service)).toEqual([
    'The approved report does not contain the finding unknown-plan-part (medium) of new_part, or contains it with other facts.',
  ]);
});
