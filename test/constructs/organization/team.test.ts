/** A team: its objects, its methods of a group, and its typed members. */
import { Group, Identity, Role, Team, type TeamProps } from '../../../constructs';
import { emptyStack, problemsOf, rootUid, synth } from '../synthesized';

const servicePrincipal = 'SERVICE_PRINCIPAL_X';
const acmeIn = (stack: Parameters<typeof Group.fromUid>[0]) => Group.fromUid(stack, 'acme', rootUid);

describe('a team', () => {
  it('is a group with identities, people, roles, groups and grants', () => {
    const { resource } = synth((stack) => {
      const acme = acmeIn(stack);
      const auditor = acme.addRole('auditor', { capabilities: ['groups.list'] });
      const bot = acme.addIdentity('bot', { servicePrincipal });
      new Team(acme, 'payments', {
        description: 'Takes the money.',
        roles: { releaser: { capabilities: ['repo.list'] } },
        identities: { ci: { servicePrincipal, roles: ['editor', auditor, 'releaser'] } },
        people: { viewer: ['ada@example.com'] },
        grants: [
          { role: auditor, identity: bot },
          { role: 'releaser', identities: ['shop/ci', bot] },
        ],
        groups: { shop: { identities: { ci: { servicePrincipal } } } },
      });
    });
    expect(Object.keys(resource['platform_group']!)).toEqual(['acme_payments', 'acme_payments_shop']);
    expect(resource['platform_group']!['acme_payments']).toMatchObject({
      name: 'payments',
      description: 'Takes the money.',
    });
    expect(Object.keys(resource['platform_role_binding']!).sort()).toEqual([
      'acme_bot_acme_auditor_on_acme_payments',
      'acme_bot_acme_payments_releaser_on_acme_payments',
      'acme_payments_ci_acme_auditor',
      'acme_payments_ci_acme_payments_releaser',
      'acme_payments_ci_editor',
      'acme_payments_shop_ci_acme_payments_releaser_on_acme_payments',
    ]);
  });

  it('has the methods and the props of a group', () => {
    const { resource } = synth((stack) => {
      const payments = new Team(stack, 'pay', {
        parent: rootUid,
        name: 'payments',
        identities: { ci: { servicePrincipal } },
      });
      expect(Group.isGroup(payments)).toBe(true);
      new Group(stack, 'below', { parent: payments, name: 'below' });
      payments.addGroup('late').grant(payments.identity('ci'), 'viewer');
    });
    expect(resource['platform_group']).toMatchObject({
      pay: { name: 'payments', parent_uid: rootUid },
      below: { parent_uid: '${platform_group.pay.uid}' },
      pay_late: { parent_uid: '${platform_group.pay.uid}' },
    });
    expect(Object.keys(resource['platform_role_binding']!)).toEqual(['pay_ci_viewer_on_pay_late']);
  });

  it('gives typed access to its members', () => {
    const team = new Team(acmeIn(emptyStack()), 'payments', {
      roles: { releaser: { capabilities: ['repo.list'] } },
      identities: { ci: { servicePrincipal } },
      groups: { shop: { identities: { deployer: { servicePrincipal } } } },
    });
    expect(Identity.isIdentity(team.identity('ci'))).toBe(true);
    expect(Identity.isIdentity(team.identity('shop/deployer'))).toBe(true);
    expect(Group.isGroup(team.group('shop'))).toBe(true);
    expect(Role.isRole(team.role('releaser'))).toBe(true);
    // @ts-expect-error no such identity
    expect(() => team.identity('cd')).toThrow('Team "org/acme/payments" has no identity "cd". Did you mean "ci"?');
    expect(() => team.identity(undefined as never)).toThrow('the path of the identity must be text; it is undefined.');
  });

  it('reports all mistakes in its contents together', () => {
    const props = {
      grant: [],
      identites: {},
      identities: { ci: { claimMatch: { isuer: 'x' } } },
    } as unknown as TeamProps;
    expect(() => new Team(acmeIn(emptyStack()), 'payments', props)).toThrow(
      /^Team "org\/acme\/payments": the data has \d problems\.\n {2}unknown prop `grant`; did you mean `grants`\?\n {2}unknown prop `identites`; did you mean `identities`\?\n/,
    );
  });

  it('is checked like every group at synthesis', () => {
    expect(problemsOf((stack) => new Team(acmeIn(stack), 'Payments!', {}))).toEqual([
      expect.stringContaining('[org/acme/Payments!] name must match'),
    ]);
  });

  it.each([undefined, 'x', []])('needs props: %j', (props) => {
    expect(() => new Team(acmeIn(emptyStack()), 'payments', props as unknown as TeamProps)).toThrow(
      'Team "org/acme/payments": the third argument must be an object of props',
    );
  });
});
