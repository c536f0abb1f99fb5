/** Existing objects by name: typed values, found by one data source in a stack. */
import { App, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { Group, Identity, PlatformProvider, Role, RoleBinding, type IGroup } from '../../../constructs';
import { emptyStack, problemsOf, rootUid, synth } from '../synthesized';

const servicePrincipal = 'SERVICE_PRINCIPAL_X';

describe('Group.named', () => {
  it('finds a root group, or a group of a parent', () => {
    const { data, resource } = synth((stack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      new Group(stack, 'a', { parent: Group.named(stack, 'globex'), name: 'a' });
      new Group(stack, 'b', { parent: Group.named(stack, 'payments', { parent: acme }), name: 'b' });
      new Group(stack, 'c', { parent: Group.named(acme, 'shop'), name: 'c' });
      new Group(stack, 'd', { parent: Group.named(stack, 'ops', { parent: rootUid }), name: 'd' });
    });
    const found = data['platform_group']!;
    expect(found).toMatchObject({
      globex: { name: 'globex' },
      acme_payments: { name: 'payments', parent_uid: rootUid },
      acme_shop: { name: 'shop', parent_uid: rootUid },
    });
    expect(Object.values(found)).toContainEqual({ name: 'ops', parent_uid: rootUid });
    expect(resource['platform_group']).toMatchObject({
      a: { parent_uid: '${data.platform_group.globex.uid}' },
      b: { parent_uid: '${data.platform_group.acme_payments.uid}' },
    });
  });

  it('looks a group up once in a stack, for each provider', () => {
    const { data } = synth((stack) => {
      const provider = new PlatformProvider(stack, 'other', { alias: 'other', install: false });
      const acme = Group.named(stack, 'acme');
      expect(Group.named(new Construct(stack, 'team'), 'acme')).toBe(acme);
      expect(Group.named(stack, 'acme', { provider })).not.toBe(acme);
      expect(Group.named(new TerraformStack(App.of(stack), 'other'), 'acme')).not.toBe(acme);
    });
    expect(Object.values(data['platform_group']!)).toEqual(
      expect.arrayContaining([{ name: 'acme' }, { name: 'acme', provider: 'platform.other' }]),
    );
  });

  it('returns a group with all methods, whose objects have readable addresses', () => {
    const { resource } = synth((stack) => {
      const payments = Group.named(stack, 'payments', { parent: Group.fromUid(stack, 'acme', rootUid) });
      payments.grant(payments.addIdentity('ci', { servicePrincipal }), 'viewer');
      payments.addGroup('checkout');
    });
    const groupUid = '${data.platform_group.acme_payments.uid}';
    expect(resource).toMatchObject({
      platform_identity: { acme_payments_ci: { group_uid: groupUid } },
      platform_role_binding: { acme_payments_ci_viewer: { group_uid: groupUid } },
      platform_group: { acme_payments_checkout: { parent_uid: groupUid } },
    });
  });

  it.each([undefined, null, ''])('refuses a parent that is %p, which would mean a root group', (parent) => {
    expect(() => Group.named(emptyStack(), 'payments', { parent: parent as never })).toThrow(
      /^Group\.named "org\/payments": parent is (undefined|null|empty)\. Pass the group construct, or its uid, or omit parent\.$/,
    );
  });

  it('reports an invalid name, and refuses an unknown option', () => {
    expect(problemsOf((stack) => Group.named(stack, 'Acme'))).toEqual([
      '[org/platform-groups/Acme/Resource] name must match "^[a-z0-9 ._-]{1,}$" (it is "Acme")',
    ]);
    expect(() => Group.named(emptyStack(), 'acme', { group: rootUid } as object)).toThrow(
      'Group.named "acme": unknown prop `group`; known props are parent, provider',
    );
  });
});

describe('Group.at', () => {
  it('finds a group by its path, with one look-up for each group on the way', () => {
    const { data } = synth((stack) => {
      const payments = Group.at(stack, 'acme/payments');
      expect(Group.at(stack, 'acme/payments')).toBe(payments);
      expect(Group.named(stack, 'payments', { parent: Group.named(stack, 'acme') })).toBe(payments);
      Group.at(stack, 'acme/shop/ops team');
    });
    const acme = '${data.platform_group.acme.uid}';
    expect(data['platform_group']).toMatchObject({
      acme: { name: 'acme' },
      acme_payments: { name: 'payments', parent_uid: acme },
      acme_shop: { name: 'shop', parent_uid: acme },
    });
    expect(Object.values(data['platform_group']!)).toContainEqual({
      name: 'ops team',
      parent_uid: '${data.platform_group.acme_shop.uid}',
    });
  });

  it('starts at the root, also in the scope of a group', () => {
    const { data } = synth((stack) => Group.at(Group.fromUid(stack, 'acme', rootUid), 'globex'));
    expect(data['platform_group']).toEqual({ globex: { name: 'globex' } });
  });

  it.each(['', '/acme', 'acme//payments', 'acme/'])('refuses the path %p', (path) => {
    expect(() => Group.at(emptyStack(), path)).toThrow(/^Group\.at/);
  });
});

describe('Identity.named', () => {
  it('finds an identity of a group, once', () => {
    const { data, resource } = synth((stack) => {
      const payments = Group.fromUid(stack, 'payments', rootUid);
      const ci = Identity.named(stack, 'ci', { group: payments });
      expect(Identity.named(payments, 'ci')).toBe(ci);
      ci.grant('viewer', { on: payments });
      new RoleBinding(stack, 'b', { group: rootUid, identity: ci, role: 'editor' });
    });
    expect(data['platform_identity']).toEqual({ payments_ci: { name: 'ci', group_uid: rootUid } });
    expect(resource['platform_role_binding']).toMatchObject({
      payments_ci_viewer_on_payments: { identity_uid: '${data.platform_identity.payments_ci.uid}' },
      b: { identity_uid: '${data.platform_identity.payments_ci.uid}' },
    });
  });

  it('needs a group: without one it would be a person', () => {
    expect(() => Identity.named(emptyStack(), 'ci')).toThrow(
      'Identity.named "ci": group is missing. Pass the group construct, or its uid, or use the group as the scope.',
    );
    const group = undefined as never;
    expect(() => Identity.named(Group.fromUid(emptyStack(), 'acme', rootUid), 'ci', { group })).toThrow(
      'Identity.named "org/acme/ci": group is undefined.',
    );
    expect(() => Identity.named(emptyStack(), 'ci', null as never)).toThrow('group is missing.');
  });
});

describe('what finders return', () => {
  it('has the kind of its object: another kind does not compile', () => {
    const stack = emptyStack();
    const acme: IGroup = Group.at(stack, 'acme');
    // @ts-expect-error a group is no identity
    expect(() => acme.grant(acme, 'viewer')).toThrow('identity must be an Identity, or its uid');
    // @ts-expect-error an identity is no group
    expect(() => new Group(stack, 'b', { parent: Identity.named(acme, 'ci'), name: 'b' })).toThrow('must be a Group');
    // @ts-expect-error a role is no identity
    expect(() => acme.grant(Role.named(stack, 'viewer'), 'viewer')).toThrow('identity must be an Identity');
  });

  it('knows its parent: a role of a sibling is refused', () => {
    const problems = problemsOf((stack) => {
      const acme = Group.at(stack, 'acme');
      const [payments, shop] = ['payments', 'shop'].map((name) => Group.named(acme, name));
      const role = payments!.addRole('auditor', { capabilities: ['groups.list'] });
      shop!.grant(rootUid, role);
    });
    expect(problems).toEqual([
      expect.stringMatching(
        /^\[org\/platform-groups\/acme\/platform-groups\/shop\/.*\] role: .* cannot be used in group .*shop/,
      ),
    ]);
  });

  it('is not compared with groups that may be above it', () => {
    const problems = problemsOf((stack) => {
      const role = Group.at(stack, 'acme').addRole('auditor', { capabilities: ['groups.list'] });
      for (const group of [Group.at(stack, 'acme/payments'), Group.fromUid(stack, 'acme', rootUid)])
        group.grant(rootUid, role);
    });
    expect(problems).toEqual([]);
  });
});
