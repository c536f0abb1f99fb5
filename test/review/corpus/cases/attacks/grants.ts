/** Attacks that grant more than they seem to. */
import {
  ACME,
  base,
  bind,
  bindings,
  change,
  claims,
  group,
  groups,
  helper,
  identities,
  main,
  one,
  OWNER,
  role,
  stack,
  withHelper,
  type Parts,
} from '../../parts';
import { attacks } from './attack';

const bound = (more: object): Parts => ({ ...base, bindings: { ...bindings, ...more } });
const data = (...names: string[]) => ({
  platform_group: { acme: { uid: ACME } },
  platform_role: Object.fromEntries(names.map((name) => [name, { name }])),
});
const ada = { group_uid: ACME, name: 'ada', ...claims({ subject: 'repo:acme/ada:environment:production' }) };
const withAda = (bindingOfAda: object | undefined, ...roles: string[]): Parts => ({
  ...base,
  data: data('viewer', 'editor', ...roles),
  identities: { ...identities, ada },
  bindings: { ...bindings, ...(bindingOfAda && { ada_owns: bindingOfAda }) },
});
const adaAs = (name: string) => bind('ada', name, ACME);
const role2 = (capabilities: readonly string[]): Parts =>
  withHelper({ ...helper, capabilities: [...helper.capabilities, ...capabilities] });
const hidden = (table: object): Parts => ({
  ...base,
  more: {
    locals: { grants: table },
    resource: {
      ...{ platform_group: groups, platform_identity: identities },
      platform_role_binding: {
        ...bindings,
        each: {
          for_each: '${local.grants}',
          identity_uid: '${platform_identity.ci.uid}',
          role_uid: '${each.value == "all" ? data.platform_role.owner.uid : data.platform_role.viewer.uid}',
          group_uid: '${each.key == "top" ? data.platform_group.acme.uid : platform_group.shop.uid}',
        },
      },
    },
  },
});
const protectedShop = (deletion_protection: boolean): Parts => ({
  ...base,
  groups: { ...groups, shop: { ...groups.shop, deletion_protection } },
});
const association = (account: string): Parts => ({
  ...base,
  resource: {
    platform_account_association: { clouds: { group_uid: ACME, name: 'clouds', amazon: { account } } },
  },
});
const PAYMENTS = `${ACME}/5a4ed00000000001`;
const PAYMENTS_CI = `${PAYMENTS}/c1c1c1c1c1c1c1c1`;
const shopOwner = bound({ ci_owns: bind('ci', 'owner', group('shop')) });

const roleOfShop = {
  group_uid: group('shop'),
  name: 'fixer',
  capabilities: ['role_bindings.create', 'identity.update'],
};
const roleUid = '${platform_role.fixer.uid}';

export const grantsAttacks = attacks([
  change('role-of-another-group', base, {
    ...base,
    roles: { fixer: roleOfShop },
    bindings: {
      ...bindings,
      elsewhere: { ...bind('ci', 'viewer', group('payments')), role_uid: roleUid },
      above: { ...bind('deployer', 'viewer', ACME), role_uid: roleUid },
      at_home: { ...bind('ci', 'viewer', group('shop')), role_uid: roleUid },
    },
    resource: {
      platform_group_invite: {
        elsewhere: { group_uid: group('checkout'), role_uid: roleUid, ttl: '86400s', single_use: true },
      },
    },
  }),
  change('sign-in-beneath-the-root', base, {
    ...base,
    groups: { ...groups, portal: { parent_uid: group('shop'), name: 'portal' } },
    resource: {
      platform_identity_provider: {
        staff: {
          ...{ group_uid: group('portal'), name: 'staff', default_role: role('owner') },
          oidc: { issuer: 'https://login.acme.example', client_id: 'platform', pkce_enabled: true },
        },
      },
    },
  }),
  { ...change('last-owner-undescribed', withAda(adaAs('owner'), 'owner'), withAda(undefined)), isApplied: true },
  { ...change('demotion-undescribed', withAda(adaAs('owner'), 'owner'), withAda(adaAs('viewer'))) },
  {
    ...change(
      'promotion-undescribed',
      { ...withAda(adaAs('limited_owner'), 'limited_owner') },
      withAda(adaAs('owner'), 'owner'),
    ),
  },
  {
    name: 'unmanaged-owner-adopted',
    stacks: one(
      stack({
        groups: { payments: { parent_uid: ACME, name: 'payments' } },
        identities: {
          ci: {
            group_uid: group('payments'),
            name: 'ci',
            ...claims({ subject: 'repo:evil/shop:ref:refs/heads/main' }),
          },
        },
        more: { provider: { platform: { on_existing: 'adopt' } } },
      }),
    ),
    seed: {
      groups: [
        {
          ...{ uid: ACME, name: 'acme' },
          groups: [
            {
              ...{ uid: PAYMENTS, name: 'payments' },
              identities: [
                { uid: PAYMENTS_CI, name: 'ci', claimMatch: { issuer: main.issuer, subject: main.subject } },
              ],
            },
          ],
          roleBindings: [{ identity: PAYMENTS_CI, role: 'owner' }],
        },
      ],
    },
    isApplied: true,
  },
  change('owner-by-uid', base, bound({ ci_owns: { ...bind('ci', 'viewer', ACME), role_uid: OWNER } })),
  { ...change('role-creates-bindings', withHelper(helper), role2(['role_bindings.create'])), isApplied: true },
  { ...change('role-updates-identities', withHelper(helper), role2(['identity.update'])), isApplied: true },
  change('role-invites', withHelper(helper), role2(['group_invites.create'])),
  change('role-opens-sign-in', withHelper(helper), role2(['identity_providers.create', 'identity_providers.update'])),
  change('role-updates-roles', withHelper(helper), role2(['roles.update'])),
  change('role-unknown-capability', withHelper(helper), role2(['vaults.open'])),
  { ...change('grants-in-a-table', hidden({ shop: 'some' }), hidden({ shop: 'some', top: 'all' })), isApplied: true },
  {
    ...change(
      'binding-of-a-stranger',
      base,
      bound({ stranger: { ...bind('ci', 'owner', ACME), identity_uid: 'b2'.repeat(20) } }),
    ),
  },
  change('owner-in-a-sibling', base, bound({ deployer_owns: bind('deployer', 'owner', group('checkout')) })),
  {
    ...change('owner-swapped', shopOwner, bound({ ci_owns: bind('deployer', 'owner', group('shop')) })),
    isApplied: true,
  },
  change('owner-kept-by-removed-block', shopOwner, {
    ...base,
    more: { removed: [{ from: 'platform_role_binding.ci_owns', lifecycle: [{ destroy: false }] }] },
  }),
  change('protected-then-deleted', protectedShop(true), protectedShop(false)),
  change('association-elsewhere', association('123456789012'), association('999999999999')),
  change(
    'binding-recreated-first',
    shopOwner,
    bound({ ci_owns: { ...bind('ci', 'owner', ACME), lifecycle: [{ create_before_destroy: true }] } }),
  ),
  change('identity-recreated-wider', base, {
    ...base,
    identities: {
      ...identities,
      ci: { ...identities.ci, group_uid: group('shop'), ...claims({ subject_pattern: '^repo:acme/.*$' }) },
    },
  }),
  change('replaced-by-argument', base, base, ['-replace=platform_role_binding.ci_views']),
  {
    ...change('not-refreshed', base, base, ['-refresh=false']),
    meanwhile: async (_, call) => {
      const found = (await call('GET', 'identities?name=ci')) as unknown as { identities: { uid: string }[] };
      await call('PATCH', `identities/${found.identities[0]?.uid}?updateMask=claim_match`, {
        claimMatch: { issuer: main.issuer, subjectPattern: '^repo:.*$' },
      });
    },
  },
  change('two-steps', base, {
    ...base,
    roles: { helper: { ...helper, capabilities: ['identity.update'] } },
    bindings: {
      ...bindings,
      helps: { ...bind('ci', 'viewer', ACME), role_uid: '${platform_role.helper.uid}' },
      deployer_owns: bind('deployer', 'limited_owner', ACME),
    },
  }),
  change('invite-of-an-owner', base, {
    ...base,
    resource: {
      platform_group_invite: { any: { group_uid: ACME, role_uid: role('owner'), ttl: '31536000s', single_use: false } },
    },
  }),
]);
