import { TerraformVariable, type TerraformStack } from 'cdktf';
import { CAPABILITIES } from '../../../src/api';
import { Group, Identity, Policies, Role, RoleBinding, type IIdentity } from '../../../constructs';
import { rootUid } from '../synthesized';
import { reported } from './reported';

afterEach(() => void jest.useRealTimers());

const servicePrincipal = 'SERVICE_PRINCIPAL_INGESTER';
const person = (stack: TerraformStack, subject: string): IIdentity =>
  Identity.person(stack, `${subject}-${stack.node.children.length}`, { issuer: 'https://login.example.com', subject });

describe('ownersAtLeast', () => {
  it('reports a root group with fewer declared owners', () => {
    const found = reported((stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      acme.grant(person(stack, 'ada'), 'owner');
      acme.addGroup('payments').grant(person(stack, 'grace'), 'owner');
      acme.grant(person(stack, 'joan'), 'editor');
      return Policies.ownersAtLeast(2);
    });
    expect(found).toEqual([
      'error [org/acme] Policy ownersAtLeast(2): acme has 1 declared owner (ada at login.example.com), and the minimum is 2. Grant the role owner there.',
    ]);
  });

  it('counts identities with all capabilities of an owner, and one person once', () => {
    const owners = (second: (stack: TerraformStack) => IIdentity) =>
      reported((stack) => {
        const acme = Group.root(stack, 'acme', { name: 'acme' });
        acme.grant(person(stack, 'ada'), 'owner');
        acme.grant(second(stack), acme.addRole('all', { capabilities: [...CAPABILITIES] }));
        return Policies.ownersAtLeast(2);
      });
    expect(owners((stack) => person(stack, 'grace'))).toEqual([]);
    expect(owners((stack) => person(stack, 'ada'))).toHaveLength(1);
  });

  it.each<[string, (stack: TerraformStack, acme: Group) => unknown, string]>([
    [
      'an identity that only Terraform knows',
      (stack, acme) =>
        new RoleBinding(stack, 'b', {
          group: acme,
          identity: new TerraformVariable(stack, 'v', {}).stringValue,
          role: 'owner',
        }),
      'only Terraform knows a part of the role bindings',
    ],
    [
      'a role that only Terraform knows',
      (stack, acme) => acme.grant(person(stack, 'ada'), Role.named(stack, 'chief', { group: acme })),
      'only Terraform knows the capabilities of a role that is given there',
    ],
    [
      'a number of role bindings that only Terraform knows',
      (stack, acme) =>
        acme.grant(person(stack, 'ada'), 'owner', {
          count: new TerraformVariable(stack, 'v', {}).numberValue as never,
        }),
      'only Terraform knows a part of the role bindings',
    ],
    ['an invite', (_, acme) => acme.invite('ada@example.com', 'owner'), 'the number of people who accept an invite'],
  ])('is inconclusive with %s', (_, build, reason) => {
    const found = reported((stack) => {
      build(stack, Group.root(stack, 'acme', { name: 'acme' }));
      return Policies.ownersAtLeast(1);
    });
    expect(found).toEqual([
      expect.stringMatching(
        /^warning \[org\/acme\] Policy ownersAtLeast\(1\) is inconclusive for acme: it has 0 declared owners/,
      ),
    ]);
    expect(found[0]).toContain(reason);
  });

  it('is inconclusive for an existing root group, which can have other owners', () => {
    const build = (stack: TerraformStack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      acme.grant(person(stack, 'ada'), 'owner');
    };
    expect(reported((stack) => (build(stack), Policies.ownersAtLeast(1)))).toEqual([]);
    expect(reported((stack) => (build(stack), Policies.ownersAtLeast(2)))).toEqual([
      'warning [org/acme] Policy ownersAtLeast(2) is inconclusive for acme: it has 1 declared owner (ada at login.example.com), and the minimum is 2, but it already exists and can have other owners.',
    ]);
    expect(reported((stack) => (build(stack), Policies.ownersAtLeast(2, { except: ['acme'] })))).toEqual([]);
  });
});

it('a role binding that has ended is no grant', () => {
  const found = reported((stack) => {
    jest.useFakeTimers({ now: new Date('2027-01-01') });
    const acme = Group.root(stack, 'acme', { name: 'acme' });
    acme.grant(acme.addIdentity('ci', { servicePrincipal }), 'owner', { expires: '2026-12-31' });
    return [Policies.noOwnerForWorkloads(), Policies.ownersAtLeast(1, { severity: 'warning' })];
  });
  expect(found).toEqual([expect.stringMatching(/^warning .* acme has 0 declared owners, and the minimum is 1/)]);
});

describe('noOwnerForWorkloads', () => {
  it('reports a workload with the role owner or all of its capabilities, and no person', () => {
    const found = reported((stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      const [ci, bot] = ['ci', 'bot'].map((id) => acme.addIdentity(id, { servicePrincipal }));
      acme.grant(ci!, 'owner');
      acme.addGroup('a').grant(bot!, acme.addRole('all', { capabilities: [...CAPABILITIES] }));
      acme.grant(bot!, 'editor');
      acme.grant(person(stack, 'ada'), 'owner');
      acme.invite('grace@example.com', 'owner');
      return Policies.noOwnerForWorkloads();
    });
    expect(found.map((text) => text.replace(/^error \[.*?\] /, ''))).toEqual([
      'Policy noOwnerForWorkloads: acme/ci is an owner of acme, by the role owner, and it is not a person. Give it a role with fewer capabilities.',
      'Policy noOwnerForWorkloads: acme/bot is an owner of acme/a, by the role acme/all, and it is not a person. Give it a role with fewer capabilities.',
    ]);
  });

  it('reports a workload that several roles together make an owner', () => {
    const found = reported((stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      const ci = acme.addIdentity('ci', { servicePrincipal });
      const half = CAPABILITIES.length / 2;
      acme.grant(ci, acme.addRole('a', { capabilities: CAPABILITIES.slice(0, half) }));
      expect(half).toBeGreaterThan(10);
      acme.grant(ci, acme.addRole('b', { capabilities: CAPABILITIES.slice(half) }));
      return Policies.noOwnerForWorkloads({ severity: 'warning' });
    });
    expect(found).toEqual([
      expect.stringContaining('by the role acme/a'),
      expect.stringContaining('by the role acme/b'),
    ]);
  });

  it('is inconclusive for an unknown role or identity, and for a uid that can be a person', () => {
    const found = reported((stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      acme.grant(acme.addIdentity('ci', { servicePrincipal }), Role.named(stack, 'chief', { group: acme }));
      acme.grant('abcdef0123456789abcdef0123456789abcdef01', 'owner');
      acme.grant('abcdef0123456789abcdef0123456789abcdef01', 'viewer');
      new RoleBinding(stack, 'b', {
        group: acme,
        identity: new TerraformVariable(stack, 'v', {}).stringValue,
        role: 'owner',
      });
      return Policies.noOwnerForWorkloads();
    });
    expect(
      found.map((text) => text.replace(/\[.*?\] Policy noOwnerForWorkloads is inconclusive: /, '')).sort(),
    ).toEqual([
      'warning abcdef0123456789abcdef0123456789abcdef01 is an owner of acme, by the role owner, and its uid does not show if it is a person.',
      'warning only Terraform knows a part of the role binding.',
      'warning only Terraform knows the capabilities of the role that acme/ci has.',
    ]);
  });

  it('treats a uid in a group as a workload', () => {
    const found = reported((stack) => {
      Group.fromUid(stack, 'acme', rootUid).grant(`${rootUid}/0123456789abcdef`, 'owner');
      return Policies.noOwnerForWorkloads();
    });
    expect(found).toEqual([
      expect.stringMatching(/^error .* is an owner of acme, by the role owner, and it is not a person/),
    ]);
  });

  it('does not apply to exceptions', () => {
    const found = reported((stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      const binding = acme.grant(acme.addIdentity('ci', { servicePrincipal }), 'owner');
      return Policies.noOwnerForWorkloads({ except: [binding] });
    });
    expect(found).toEqual([]);
  });
});
