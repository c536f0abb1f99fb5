/** Objects in the scope of a group: their group, their provider and their address. */
import { Construct } from 'constructs';
import { AccountAssociation, Group, Identity, PlatformProvider, Role, RoleBinding } from '../../../constructs';
import { emptyStack, problemsOf, rootUid, synth } from '../synthesized';

const servicePrincipal = 'SERVICE_PRINCIPAL_X';

describe('an object in the scope of a group', () => {
  it('is in that group, whether the group is managed here or exists already', () => {
    const { resource } = synth((stack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      const payments = new Group(acme, 'payments', { name: 'payments' });
      new Identity(payments, 'ci', { name: 'ci', servicePrincipal });
      new Role(payments, 'auditor', { name: 'auditor', capabilities: ['groups.list'] });
      new AccountAssociation(payments, 'clouds', { name: 'clouds', amazon: { account: '1'.repeat(12) } });
      new RoleBinding(acme, 'grant', { identity: rootUid, role: rootUid });
    });
    const payments = '${platform_group.acme_payments.uid}';
    expect(resource).toMatchObject({
      platform_group: { acme_payments: { parent_uid: rootUid } },
      platform_identity: { acme_payments_ci: { group_uid: payments } },
      platform_role: { acme_payments_auditor: { group_uid: payments } },
      platform_account_association: { acme_payments_clouds: { group_uid: payments } },
      platform_role_binding: { acme_grant: { group_uid: rootUid } },
    });
  });

  it('is in another group if a prop says so', () => {
    const { resource } = synth((stack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      const shop = new Group(acme, 'shop', { name: 'shop' });
      new Identity(acme, 'ci', { group: shop, name: 'ci', servicePrincipal });
    });
    expect(Object.values(resource['platform_identity']!)).toEqual([
      { name: 'ci', service_principal: servicePrincipal, group_uid: '${platform_group.acme_shop.uid}' },
    ]);
  });

  it('uses the provider of the group, or its own', () => {
    const { resource } = synth((stack) => {
      const provider = new PlatformProvider(stack, 'other', { alias: 'other', install: false });
      const own = new PlatformProvider(stack, 'own', { alias: 'own', install: false });
      const acme = Group.root(stack, 'acme', { name: 'acme', provider });
      new Group(acme, 'payments', { name: 'payments' });
      new Group(acme, 'shop', { name: 'shop', provider: own });
      new Group(stack, 'ops', { parent: acme, name: 'ops' });
    });
    expect(resource['platform_group']).toMatchObject({
      acme_payments: { provider: 'platform.other' },
      acme_shop: { provider: 'platform.own' },
    });
    expect(resource['platform_group']?.['ops']).not.toHaveProperty('provider');
  });

  it('is refused if its group is undefined: a lost variable must not move it', () => {
    const acme = Group.fromUid(emptyStack(), 'acme', rootUid);
    expect(() => new Group(acme, 'payments', { parent: undefined, name: 'payments' })).toThrow(
      'Group "org/acme/payments": parent is undefined. Pass the parent construct, or its uid, ' +
        'or omit parent to use "org/acme". For one without a parent, use Group.root(…).',
    );
    expect(() => new Identity(acme, 'ci', { group: '', name: 'ci', servicePrincipal })).toThrow(
      'Identity "org/acme/ci": group is empty. Pass the parent construct, or its uid, or omit group to use "org/acme".',
    );
  });
});

describe('an object in any other scope', () => {
  it('needs its group, and the error explains both ways', () => {
    const stack = emptyStack();
    expect(() => new Group(stack, 'payments', { name: 'payments' })).toThrow(
      'Group "org/payments": parent is missing. Pass the parent construct, or its uid, ' +
        'or create the object in the scope of a group. For one without a parent, use Group.root(…).',
    );
    const within = new Construct(Group.fromUid(stack, 'acme', rootUid), 'within');
    expect(() => new Identity(within, 'ci', { name: 'ci', servicePrincipal })).toThrow(
      'Identity "org/acme/within/ci": group is missing. Pass the parent construct, or its uid, ' +
        'or create the object in the scope of a group.',
    );
  });
});

describe('the address of an object that takes its group from its scope', () => {
  it('is the path of the ids, without the hash of other nested objects, and can be replaced', () => {
    const { resource } = synth((stack) => {
      const team = new Construct(stack, 'team');
      const acme = Group.fromUid(team, 'acme', rootUid);
      new Group(acme, 'pay ments', { name: 'payments' });
      new Group(acme, 'shop', { name: 'shop' }).overrideLogicalId('shop');
      new Group(acme, 'ops', { parent: acme, name: 'ops' });
    });
    const [shop, ops, payments] = Object.keys(resource['platform_group']!);
    expect([shop, payments]).toEqual(['shop', 'team_acme_pay_ments_b7b4f2d9']);
    expect(ops).toMatch(/^team_acme_ops_[0-9A-F]{8}$/);
  });

  it('is reported if another object has it', () => {
    const problems = problemsOf((stack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      new Group(stack, 'acme_payments', { parent: acme, name: 'a' });
      new Group(acme, 'payments', { name: 'b' });
    });
    expect(problems).toEqual([
      expect.stringContaining('has the same address, platform_group.acme_payments, as org/acme'),
    ]);
  });
});
