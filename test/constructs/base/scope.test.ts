import type { TerraformStack } from 'cdktf';
import {
  ExternalGroupRoleMapping,
  Group,
  GroupInvite,
  Identity,
  IdentityProvider,
  Role,
  RoleBinding,
  type IGroup,
  type IRole,
} from '../../../constructs';
import { problemsOf, rootUid } from '../synthesized';

const uidIn = (parent: string, digit: string) => `${parent}/${digit.repeat(16)}`;
const capabilities = ['groups.list'] as const;
const roleIn = (stack: TerraformStack, group: IGroup | string) =>
  new Role(stack, 'auditor', { group, name: 'auditor', capabilities });
const ci = (stack: TerraformStack, group: IGroup | string) =>
  new Identity(stack, 'ci', { group, name: 'ci', servicePrincipal: 'SERVICE_PRINCIPAL_X' });
const oidc = { issuer: 'https://login.example.com', clientId: 'platform', pkceEnabled: true };

/** An organization with two sibling groups and one under the first. */
function organization(stack: TerraformStack, top: IGroup | string = Group.root(stack, 'acme', { name: 'acme' })) {
  const payments = new Group(stack, 'payments', { parent: top, name: 'payments' });
  const shop = new Group(stack, 'shop', { parent: top, name: 'shop' });
  const checkout = new Group(stack, 'checkout', { parent: payments, name: 'checkout' });
  return { acme: top, payments, shop, checkout };
}

/** The problems of a binding of `role` in `group`, both chosen from an organization. */
function binding(
  choose: (
    of: ReturnType<typeof organization>,
    stack: TerraformStack,
  ) => { role: IRole | string; group: IGroup | string },
  top?: string,
): string[] {
  return problemsOf((stack) => {
    const of = organization(stack, top);
    new RoleBinding(stack, 'grant', { ...choose(of, stack), identity: ci(stack, of.acme) });
  });
}

describe('a role', () => {
  it('is rejected in a sibling of its group and above it', () => {
    const reason = (group: string) =>
      `[org/grant] role: role org/auditor cannot be used in group ${group}: a role is valid only in its own group ` +
      `(org/payments) and under it. Use a role of ${group}, one of a group above it, or a built-in role`;
    for (const top of [undefined, rootUid]) {
      expect(binding(({ payments, shop }, stack) => ({ role: roleIn(stack, payments), group: shop }), top)).toEqual([
        reason('org/shop'),
      ]);
      const above = top ?? 'org/acme';
      expect(binding(({ payments, acme }, stack) => ({ role: roleIn(stack, payments), group: acme }), top)).toEqual([
        reason(above),
      ]);
    }
  });

  it('is valid in its own group and beneath it', () => {
    for (const top of [undefined, rootUid]) {
      expect(binding(({ acme, checkout }, stack) => ({ role: roleIn(stack, acme), group: checkout }), top)).toEqual([]);
      expect(binding(({ payments }, stack) => ({ role: roleIn(stack, payments), group: payments }), top)).toEqual([]);
    }
  });

  it('that is found by its name is checked in the same way, and a built-in one is valid everywhere', () => {
    expect(
      binding(({ payments, shop }, stack) => ({
        role: Role.named(stack, 'auditor', { group: payments }),
        group: shop,
      })),
    ).toEqual([expect.stringMatching(/^\[org\/grant\] role: .* cannot be used in group org\/shop/)]);
    expect(binding(({ shop }, stack) => ({ role: Role.named(stack, 'viewer'), group: shop }))).toEqual([]);
  });

  it('is compared by its uid where uids are known', () => {
    const [payments, shop] = [uidIn(rootUid, '1'), uidIn(rootUid, '2')];
    const role = uidIn(payments, '3');
    expect(binding(() => ({ role, group: shop }))).toEqual([expect.stringContaining(`its own group (${payments})`)]);
    expect(binding(() => ({ role, group: rootUid }))).toHaveLength(1);
    expect(binding(() => ({ role, group: uidIn(payments, '4') }))).toEqual([]);
    expect(binding((_, stack) => ({ role: roleIn(stack, payments), group: shop }))).toHaveLength(1);
    expect(binding((_, stack) => ({ role: roleIn(stack, payments), group: rootUid }))).toHaveLength(1);
  });

  it('is not compared with a group that only Terraform knows', () => {
    const existing = uidIn(rootUid, '1');
    // "shop" could be the imported group of this uid.
    expect(binding(({ shop }) => ({ role: uidIn(existing, '3'), group: shop }), rootUid)).toEqual([]);
    expect(binding(({ payments }, stack) => ({ role: roleIn(stack, payments), group: '${var.group}' }))).toEqual([]);
    expect(binding(({ payments, shop }, stack) => ({ role: roleIn(stack, payments).uid, group: shop }))).toEqual([]);
  });

  it('of another group is refused in an invite, in a mapping and as the default role of an identity provider', () => {
    const problems = problemsOf((stack) => {
      const { acme, payments, shop } = organization(stack);
      const role = roleIn(stack, payments);
      new GroupInvite(stack, 'invite', { group: shop, role, ttl: '60s' });
      const staff = new IdentityProvider(stack, 'staff', { group: acme, name: 'staff', defaultRole: role, oidc });
      new ExternalGroupRoleMapping(stack, 'devs', {
        identityProvider: staff,
        externalGroupId: 'devs',
        role,
        scope: shop,
      });
    });
    expect(problems).toEqual([
      expect.stringMatching(/^\[org\/invite\] role: .* cannot be used in group org\/shop/),
      expect.stringMatching(/^\[org\/staff\] defaultRole: .* cannot be used in group org\/acme/),
      expect.stringMatching(/^\[org\/devs\] role: .* cannot be used in group org\/shop/),
    ]);
  });
});

describe('an identity provider', () => {
  const inGroup = (choose: (of: ReturnType<typeof organization>) => IGroup | string) =>
    problemsOf((stack) => {
      const group = choose(organization(stack));
      new IdentityProvider(stack, 'staff', { group, name: 'staff', defaultRole: Role.named(stack, 'viewer'), oidc });
    });

  it('is refused in a group that is not a root group', () => {
    expect(inGroup(({ checkout }) => checkout)).toEqual([
      '[org/staff] group must be a root group: org/checkout is under another group, where the API rejects the ' +
        'identity provider. Pass the root group',
    ]);
    expect(inGroup(() => uidIn(rootUid, '1'))).toHaveLength(1);
  });

  it('is valid in a root group, and in one that only Terraform knows', () => {
    expect(inGroup(({ acme }) => acme)).toEqual([]);
    expect(inGroup(() => rootUid)).toEqual([]);
    expect(inGroup(() => '${var.group}')).toEqual([]);
  });
});
