/** The methods of groups that create objects in them. */
import { Group, GroupInvite, Identity, type IGroup } from '../../../constructs';
import { emptyStack, problemsOf, rootUid, synth } from '../synthesized';

const servicePrincipal = 'SERVICE_PRINCIPAL_X';

describe.each<[string, (stack: Parameters<typeof Group.fromUid>[0]) => IGroup, string]>([
  ['a managed group', (stack) => Group.root(stack, 'acme', { name: 'acme' }), '${platform_group.acme.uid}'],
  ['an existing group', (stack) => Group.fromUid(stack, 'acme', rootUid), rootUid],
])('%s', (_, make, uid) => {
  it('adds objects that are called like their ids', () => {
    const { resource } = synth((stack) => {
      const acme = make(stack);
      acme.addGroup('payments');
      acme.addIdentity('ci', { servicePrincipal, description: 'Deploys.' });
      acme.addRole('auditor', { capabilities: ['groups.list'] });
      const oidc = { issuer: 'https://login.example.com', clientId: 'platform', pkceEnabled: true };
      acme.addIdentityProvider('staff', { defaultRole: 'viewer', oidc });
    });
    expect(resource).toMatchObject({
      platform_identity: { acme_ci: { name: 'ci', group_uid: uid, description: 'Deploys.' } },
      platform_role: { acme_auditor: { name: 'auditor', group_uid: uid } },
      platform_identity_provider: { acme_staff: { name: 'staff', group_uid: uid } },
    });
    expect(resource['platform_group']?.['acme_payments']).toEqual({ name: 'payments', parent_uid: uid });
  });

  it('adds objects under another name', () => {
    const { resource } = synth((stack) => make(stack).addGroup('payments', { name: 'payments 2026' }));
    expect(resource['platform_group']?.['acme_payments']?.['name']).toBe('payments 2026');
  });

  it('invites a person once, for a week', () => {
    const { resource } = synth((stack) => {
      const acme = make(stack);
      acme.invite('ada@example.com', 'viewer', { recipientJwk: '${var.key}' });
      acme.invite('ada@example.com', 'editor', { ttl: '60s', singleUse: false });
    });
    expect(resource['platform_group_invite']).toEqual({
      acme_ada_example_com_viewer: {
        group_uid: uid,
        role_uid: '${data.platform_role.viewer.uid}',
        email: 'ada@example.com',
        ttl: '604800s',
        single_use: true,
        recipient_jwk: '${var.key}',
      },
      acme_ada_example_com_editor: expect.objectContaining({ ttl: '60s', single_use: false }),
    });
  });
});

test('an invite that is declared twice is reported', () => {
  const problems = problemsOf((stack) => {
    const acme = Group.fromUid(stack, 'acme', rootUid);
    for (let n = 0; n < 2; n++) acme.invite('ada@example.com', 'viewer');
  });
  expect(problems).toEqual([
    expect.stringContaining('declares the same group invite as org/acme/ada_example_com_viewer'),
  ]);
});

test('a group may be added to a group at any depth, and a wrong name is reported', () => {
  const problems = problemsOf((stack) => {
    Group.fromUid(stack, 'acme', rootUid).addGroup('payments').addGroup('checkout').addGroup('Paypal');
  });
  expect(problems).toEqual([
    '[org/acme/payments/checkout/Paypal] name must match "^[a-z0-9 ._-]{1,}$" (it is "Paypal")',
  ]);
});

test('what a method returns is the construct of the kind', () => {
  const acme = Group.fromUid(emptyStack(), 'acme', rootUid);
  expect(Group.isGroup(acme.addGroup('a'))).toBe(true);
  expect(Identity.isIdentity(acme.addIdentity('b', { servicePrincipal }))).toBe(true);
  expect(GroupInvite.isGroupInvite(acme.invite('c@example.com', 'viewer'))).toBe(true);
});

test.each<[string, (acme: IGroup) => unknown, string]>([
  ['addGroup', (acme) => acme.addGroup('a', 'text' as never), 'its props, the second argument,'],
  ['addIdentity', (acme) => acme.addIdentity('a', acme as never), 'its props, the second argument,'],
  ['addRole', (acme) => acme.addRole('a', ['groups.list'] as never), 'its props, the second argument,'],
  ['invite', (acme) => acme.invite('ada@example.com', 'viewer', '60s' as never), 'its props, the third argument,'],
  ['grant', (acme) => acme.grant(rootUid, 'viewer', '2099-01-01' as never), 'its options, the third argument,'],
])('%s rejects an argument that is no object', (method, call, place) => {
  const stack = emptyStack();
  for (const acme of [Group.fromUid(stack, 'acme', rootUid), new Group(stack, 'other', { parent: rootUid, name: 'o' })])
    expect(() => call(acme)).toThrow(`${method} in "${acme.node.path}": ${place} must be an object; it is `);
});
