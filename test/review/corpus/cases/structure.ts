/** Cases with created, moved, recreated and deleted groups and identities. */
import {
  type CorpusCase,
  ACME,
  claims,
  stack,
  group,
  bind,
  groups,
  identities,
  bindings,
  base,
  one,
  change,
  many,
} from '../parts';

export const structureCases: readonly CorpusCase[] = [
  { ...change('nothing-to-do', base, base), says: ['unchanged'] },
  {
    name: 'first-apply',
    stacks: one(
      stack({
        groups: many(60, (n) => ({ parent_uid: n < 6 ? ACME : group(`team_${n % 6}`), name: `team ${n}` }), 'team'),
        identities: many(
          120,
          (n) => ({
            group_uid: group(`team_${n % 60}`),
            name: `ci ${n}`,
            ...claims({ subject: `repo:acme/app-${n}:ref:refs/heads/main` }),
          }),
          'ci',
        ),
        bindings: many(
          120,
          (n) => bind(`ci_${n}`, n % 3 === 0 ? 'editor' : 'viewer', group(`team_${n % 60}`)),
          'grant',
        ),
      }),
    ),
  },
  {
    ...change(
      'group-moved',
      { ...base, bindings: { ...bindings, ci_edits: bind('ci', 'editor', group('shop')) } },
      {
        ...base,
        groups: { ...groups, checkout: { parent_uid: group('shop'), name: 'checkout' } },
        bindings: { ...bindings, ci_edits: bind('ci', 'editor', group('shop')) },
      },
    ),
    says: [
      'changed',
      'medium destroys: acme/payments/checkout',
      'low access-gained: acme/payments/ci in acme/shop/checkout',
      'gains acme/deployer: editor in acme/shop/checkout +0: 15, first repo.create (inherited in a created group)',
      'gains acme/payments/ci: editor in acme/shop/checkout +0: 15, first repo.create (group moved)',
      'loses acme/deployer: editor in acme/payments/checkout +0: 15, first repo.create (inherited in a deleted group)',
      'loses acme/payments/ci: viewer in acme/payments/checkout +0: 12, first account_associations.list (inherited in a deleted group)',
      'replaced group acme/shop/checkout from acme/payments/checkout (parent_uid)',
    ],
  },
  {
    ...change('identity-moved', base, {
      ...base,
      identities: { ...identities, ci: { ...identities.ci, group_uid: group('shop') } },
    }),
    says: [
      'changed',
      'medium identity-moved: acme/shop/ci',
      'medium destroys: acme/payments/ci',
      'medium destroys: acme/payments/ci is viewer in acme/payments',
      'gains acme/shop/ci: viewer in acme/payments +1: 12, first account_associations.list (grant updated)',
      'loses acme/payments/ci: viewer in acme/payments +1: 12, first account_associations.list (grant updated)',
      'replaced identity acme/shop/ci from acme/payments/ci (group_uid)',
      'replaced role binding acme/shop/ci is viewer in acme/payments from acme/payments/ci is viewer in acme/payments (identity_uid)',
    ],
  },
  {
    ...change('renamed', base, {
      ...base,
      groups: { ...groups, payments: { ...groups.payments, name: 'billing' } },
      identities: { ...identities, ci: { ...identities.ci, name: 'builder' } },
    }),
    says: [
      'changed',
      'changed group acme/billing from acme/payments (name)',
      'changed identity acme/billing/builder from acme/payments/ci (name)',
    ],
  },
  {
    ...change('address-moved', base, {
      ...base,
      groups: { payments: groups.payments, checkout: groups.checkout, store: groups.shop },
      more: { moved: [{ from: 'platform_group.shop', to: 'platform_group.store' }] },
    }),
    says: ['unchanged'],
  },
  {
    ...change('address-changed', base, {
      ...base,
      groups: { payments: groups.payments, checkout: groups.checkout, store: groups.shop },
      bindings: { deployer_edits: bindings.deployer_edits, ci_reads: bindings.ci_views },
    }),
    says: [
      'changed',
      'medium destroys: acme/payments/ci is viewer in acme/payments',
      'medium destroys: acme/shop',
      'medium move-missing: move missing',
      '  affects acme/payments/ci is viewer in acme/payments',
      '  affects acme/shop',
      'recreated role binding acme/payments/ci is viewer in acme/payments',
      'recreated group acme/shop',
    ],
  },
  {
    ...change(
      'group-again',
      base,
      { ...base, bindings: { ...bindings, ci_owns: bind('ci', 'owner', group('shop')) } },
      ['-replace=platform_group.shop'],
    ),
    says: [
      'changed',
      'high owner-gained: acme/payments/ci in acme/shop',
      'medium destroys: acme/shop',
      'gains acme/payments/ci: owner in acme/shop +0: 42, first role_bindings.create (granted)',
      'added role binding acme/payments/ci is owner in acme/shop',
      'recreated group acme/shop',
    ],
  },
  {
    ...change('identity-recreated', base, base, ['-replace=platform_identity.ci']),
    says: [
      'changed',
      'medium destroys: acme/payments/ci',
      'recreated identity acme/payments/ci',
      'recreated role binding acme/payments/ci is viewer in acme/payments',
    ],
  },
  {
    ...change('destroy-all', base, base, ['-destroy']),
    says: [
      'changed',
      'high mass-removal: groups of acme',
      'medium destroys: acme/deployer',
      'medium destroys: acme/payments',
      'medium destroys: acme/shop',
      'loses acme/deployer: editor in acme +3: 15, first repo.create (identity deleted)',
      'loses acme/payments/ci: viewer in acme/payments +1: 12, first account_associations.list (identity deleted)',
      'assume acme/deployer: removed',
      'assume acme/payments/ci: removed',
      'removed identity acme/deployer',
      'removed role binding acme/deployer is editor in acme',
      'removed group acme/payments',
      'removed group acme/payments/checkout',
      'removed identity acme/payments/ci',
      'removed role binding acme/payments/ci is viewer in acme/payments',
      'removed group acme/shop',
    ],
  },
  {
    ...change('hostile-text', base, {
      ...base,
      groups: {
        ...groups,
        payments: {
          ...groups.payments,
          description: '`@everyone` <img src=x onerror=alert(1)> | [x](javascript:1) \u202egnp.exe #1 ~~~ $x$',
        },
      },
    }),
    says: ['changed', 'changed group acme/payments (description)'],
  },
  {
    ...change(
      'protection-off',
      { ...base, groups: { ...groups, payments: { ...groups.payments, deletion_protection: true } } },
      base,
    ),
    says: ['changed', 'medium protection-off: acme/payments'],
  },
];
