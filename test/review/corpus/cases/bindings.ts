/** Cases about role bindings. */
import {
  type CorpusCase,
  ACME,
  OWNER,
  main,
  claims,
  group,
  bind,
  groups,
  identities,
  bindings,
  base,
  change,
  many,
} from '../parts';

export const bindingsCases: readonly CorpusCase[] = [
  // The README shows the comment of this case.
  {
    ...change('example', base, {
      groups: { payments: groups.payments, shop: groups.shop },
      identities: { ...identities, ci: { ...identities.ci, ...claims({ subject_pattern: '^repo:acme/shop:.*$' }) } },
      bindings: { ...bindings, ci_owns: bind('ci', 'owner', group('payments')) },
    }),
    says: [
      'changed',
      'high owner-gained: acme/payments/ci in acme/payments',
      'high pull-request-can-write: acme/payments/ci',
      'high claim-widened: acme/payments/ci',
      'medium destroys: acme/payments/checkout',
      'gains acme/payments/ci: owner in acme/payments +0: 30, first role_bindings.create (granted)',
      'loses acme/deployer: editor in acme/payments/checkout +0: 15, first repo.create (inherited in a deleted group)',
      'loses acme/payments/ci: viewer in acme/payments/checkout +0: 12, first account_associations.list (inherited in a deleted group)',
      'assume acme/payments/ci: wider',
      'removed group acme/payments/checkout',
      'changed identity acme/payments/ci (claim_match.subject, claim_match.subject_pattern)',
      'added role binding acme/payments/ci is owner in acme/payments',
    ],
  },
  {
    ...change('binding-moved', base, {
      ...base,
      bindings: { ...bindings, ci_views: bind('deployer', 'viewer', group('payments')) },
    }),
    says: [
      'changed',
      'medium destroys: acme/payments/ci is viewer in acme/payments',
      'loses acme/payments/ci: viewer in acme/payments +1: 12, first account_associations.list (grant updated)',
      'replaced role binding acme/deployer is viewer in acme/payments from acme/payments/ci is viewer in acme/payments (identity_uid)',
    ],
  },
  {
    ...change('moved-and-changed', base, {
      ...base,
      bindings: { ci_views: bindings.ci_views, deployer: bind('deployer', 'owner', ACME) },
      more: { moved: [{ from: 'platform_role_binding.deployer_edits', to: 'platform_role_binding.deployer' }] },
    }),
    says: [
      'changed',
      'high owner-gained: acme/deployer in acme',
      'gains acme/deployer: owner in acme +3: 27, first role_bindings.create (grant updated)',
      'changed role binding acme/deployer is owner in acme from acme/deployer is editor in acme (role_uid)',
    ],
  },
  {
    ...change('inherited-already', base, {
      ...base,
      bindings: { ...bindings, deployer_views: bind('deployer', 'viewer', group('checkout')) },
    }),
    says: [
      'changed',
      'changes nothing: acme/deployer is viewer in acme/payments/checkout',
      'added role binding acme/deployer is viewer in acme/payments/checkout',
    ],
  },
  {
    ...change(
      'overlapping-removed',
      { ...base, bindings: { ...bindings, deployer_views: bind('deployer', 'viewer', group('payments')) } },
      base,
    ),
    says: [
      'changed',
      'medium destroys: acme/deployer is viewer in acme/payments',
      'changes nothing: acme/deployer is viewer in acme/payments',
      'removed role binding acme/deployer is viewer in acme/payments',
    ],
  },
  {
    // The plan also drops the grant of `ci`: its own resource and the mode both delete that role binding.
    ...change('undeclared-removed', base, {
      ...base,
      bindings: {
        deployer_edits: bindings.deployer_edits,
        deployer_views: bind('deployer', 'viewer', group('payments')),
      },
      data: { platform_role_bindings: { payments: { children_of: group('payments') } } },
      resource: {
        platform_role_bindings_exclusive: {
          payments: {
            group_uid: group('payments'),
            declared: ['${platform_role_binding.deployer_views}'],
            existing: '${data.platform_role_bindings.payments.role_bindings}',
          },
        },
      },
    }),
    isReviewed: true,
    meanwhile: async (_, call) => {
      const uid = async (collection: string, name: string) => {
        const found = (await call('GET', `${collection}?name=${name}`)) as unknown as Record<string, { uid: string }[]>;
        return found[collection]?.[0]?.uid ?? '';
      };
      await call('POST', `roleBindings/${await uid('groups', 'payments')}`, {
        identityUid: await uid('identities', 'ci'),
        roleUid: OWNER,
      });
    },
    says: [
      'changed',
      'medium destroys: acme/payments/ci is owner in acme/payments',
      'medium destroys: acme/payments/ci is viewer in acme/payments',
      'loses acme/payments/ci: owner, viewer in acme/payments +1: 42, first role_bindings.create (grant deleted)',
      'changes nothing: acme/deployer is viewer in acme/payments',
      'added role binding acme/deployer is viewer in acme/payments',
      'removed role binding acme/payments/ci is owner in acme/payments',
      'removed role binding acme/payments/ci is viewer in acme/payments',
    ],
  },
  {
    ...change('owner-added', base, {
      ...base,
      bindings: { ...bindings, ci_owns: bind('ci', 'owner', group('payments')) },
    }),
    says: [
      'changed',
      'high owner-gained: acme/payments/ci in acme/payments',
      'gains acme/payments/ci: owner in acme/payments +1: 30, first role_bindings.create (granted)',
      'added role binding acme/payments/ci is owner in acme/payments',
    ],
  },
  {
    ...change(
      'owner-removed',
      {
        ...base,
        bindings: { ...bindings, ci_owns: bind('ci', 'owner', ACME), deployer_owns: bind('deployer', 'owner', ACME) },
      },
      { ...base, bindings: { ...bindings, ci_owns: bind('ci', 'owner', ACME) } },
    ),
    says: [
      'changed',
      'high last-owners: acme',
      'medium destroys: acme/deployer is owner in acme',
      'loses acme/deployer: owner in acme +3: 27, first role_bindings.create (grant deleted)',
      'removed role binding acme/deployer is owner in acme',
    ],
  },
  {
    ...change(
      'mass-removal',
      {
        ...base,
        bindings: { ...bindings, ...many(12, (n) => bind('ci', 'viewer', group(`t_${n}`)), 'b') },
        groups: { ...groups, ...many(12, (n) => ({ parent_uid: ACME, name: `t ${n}` }), 't') },
      },
      {
        ...base,
        bindings: { ...bindings, ...many(7, (n) => bind('ci', 'viewer', group(`t_${n}`)), 'b') },
        groups: { ...groups, ...many(12, (n) => ({ parent_uid: ACME, name: `t ${n}` }), 't') },
      },
    ),
    says: [
      'changed',
      'high mass-removal: role bindings of acme',
      'medium destroys: acme/payments/ci is viewer in acme/t 7',
      'medium destroys: acme/payments/ci is viewer in acme/t 8',
      'medium destroys: acme/payments/ci is viewer in acme/t 9',
      'medium destroys: acme/payments/ci is viewer in acme/t 10',
      'medium destroys: acme/payments/ci is viewer in acme/t 11',
      'loses acme/payments/ci: viewer in acme/t 7 +0: 12, first account_associations.list (grant deleted)',
      'loses acme/payments/ci: viewer in acme/t 8 +0: 12, first account_associations.list (grant deleted)',
      'loses acme/payments/ci: viewer in acme/t 9 +0: 12, first account_associations.list (grant deleted)',
      'loses acme/payments/ci: viewer in acme/t 10 +0: 12, first account_associations.list (grant deleted)',
      'loses acme/payments/ci: viewer in acme/t 11 +0: 12, first account_associations.list (grant deleted)',
      'removed role binding acme/payments/ci is viewer in acme/t 7',
      'removed role binding acme/payments/ci is viewer in acme/t 8',
      'removed role binding acme/payments/ci is viewer in acme/t 9',
      'removed role binding acme/payments/ci is viewer in acme/t 10',
      'removed role binding acme/payments/ci is viewer in acme/t 11',
    ],
  },
  {
    ...change('outside-binding', base, {
      ...base,
      bindings: {
        ...bindings,
        guest_owns: {
          ...bind('ci', 'owner', `${ACME}/5a4ed00000000000`),
          identity_uid: `${ACME}/5a4ed00000000000/00000000000000ad`,
        },
      },
    }),
    seed: {
      groups: [
        {
          ...{ uid: ACME, name: 'acme' },
          groups: [
            {
              ...{ uid: `${ACME}/5a4ed00000000000`, name: 'shared' },
              identities: [
                {
                  ...{ uid: `${ACME}/5a4ed00000000000/00000000000000ad`, name: 'guest' },
                  claimMatch: { issuer: main.issuer, subject: main.subject },
                },
              ],
            },
          ],
        },
      ],
    },
    says: [
      'changed',
      'high owner-gained: acme/5a4ed00000000000/00000000000000ad in acme/5a4ed00000000000',
      'high undeclared-owner: acme/5a4ed00000000000/00000000000000ad',
      'gains acme/5a4ed00000000000/00000000000000ad: owner in acme/5a4ed00000000000 +0: 42, first role_bindings.create (granted)',
      'added role binding acme/5a4ed00000000000/00000000000000ad is owner in acme/5a4ed00000000000',
    ],
  },
];
