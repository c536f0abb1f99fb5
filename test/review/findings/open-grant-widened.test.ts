/** A role that is widened later: the people of an invite, a sign-in or an external group were approved for reading only. */
import { reviewEdit, type EditedObject, type EditedObjects } from '../edited-plan';

const oidc = { issuer: 'https://login.example', client_id: 'platform', groups_claim: 'groups', pkce_enabled: true };
const invite = (email?: string): EditedObject => ({
  ...{ type: 'group_invite', in: 'acme' },
  values: { role_uid: '$reader', ttl: '3600s', ...(email !== undefined && { email }) },
});

const grants: Readonly<Record<string, EditedObjects>> = {
  'an identity provider': {
    staff: { type: 'identity_provider', in: 'acme', values: { default_role: '$reader', oidc } },
  },
  'an external group': {
    staff: { type: 'identity_provider', in: 'acme', values: { default_role: '$look', oidc } },
    mapping: {
      ...{ type: 'external_group_role_mapping', in: 'staff' },
      values: { external_group_id: 'partners', role_uid: '$reader', scope_uid: '$acme' },
    },
  },
  'an open invite': { invite: invite() },
  'an invite for one recipient': { invite: invite('ada@acme.example') },
};

function organization(objects: EditedObjects, capabilities: readonly string[]): EditedObjects {
  return {
    acme: { type: 'group' },
    look: { type: 'role', in: 'acme', values: { capabilities: ['groups.list'] } },
    reader: { type: 'role', in: 'acme', values: { capabilities } },
    ...objects,
  };
}

function review(objects: EditedObjects, before: readonly string[], after: readonly string[]): string[] {
  const ids = ['sign-in-opened', 'invite-created'];
  return reviewEdit(organization(objects, before), organization(objects, after))
    .findings.filter(({ id }) => ids.includes(id))
    .map(({ id, severity, reason }) => `${severity} ${id}: ${reason}`);
}

const everyone: Readonly<Record<string, string>> = {
  'an identity provider': 'high sign-in-opened: acme/(anyone who signs in through staff)',
  'an external group': 'high sign-in-opened: acme/(anyone in the external group partners)',
  'an open invite': 'high invite-created: acme/(anyone who accepts an invite)',
  'an invite for one recipient': 'medium invite-created: acme/(anyone who accepts the invite for ada@acme.example)',
};

describe.each(Object.keys(grants))('the role of %s', (name) => {
  const objects = grants[name]!;

  test('that can write from now on is a finding', () => {
    expect(review(objects, ['groups.list'], ['groups.list', 'repo.create'])).toEqual([
      `${everyone[name]} has the role acme/reader in acme, which can write from now on.`,
    ]);
  });

  test.each([
    [['groups.list'], ['groups.list', 'repo.list']],
    [['repo.create'], ['repo.create', 'repo.delete']],
    [['repo.create', 'groups.list'], ['groups.list']],
  ])('that changes from %j to %j is no finding', (before, after) => {
    expect(review(objects, before, after)).toEqual([]);
  });
});
