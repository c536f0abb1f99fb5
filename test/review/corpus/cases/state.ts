/** Cases with differences between the state and the organization. */
import {
  type CorpusCase,
  ACME,
  OWNER,
  stack,
  group,
  identity,
  bind,
  groups,
  identities,
  bindings,
  base,
  claims,
  helper,
  main,
  one,
  change,
} from '../parts';

export const stateCases: readonly CorpusCase[] = [
  {
    ...change('drift', base, base),
    meanwhile: async (_, call) => {
      const found = (await call('GET', 'groups?name=payments')) as unknown as { groups: { uid: string }[] };
      await call('PATCH', `groups/${found.groups[0]?.uid}?updateMask=description`, { description: 'By hand.' });
    },
    says: [
      'changed',
      'low drift: acme/payments',
      'changed group acme/payments (description)',
      'drift changed group acme/payments (description)',
    ],
  },
  {
    ...change(
      'drift-gives-access',
      {
        ...base,
        roles: { helper },
        bindings: { ...bindings, ci_helps: { ...bind('ci', 'viewer', ACME), role_uid: '${platform_role.helper.uid}' } },
      },
      {
        ...base,
        roles: { helper },
        bindings: { ...bindings, ci_helps: { ...bind('ci', 'viewer', ACME), role_uid: '${platform_role.helper.uid}' } },
      },
      ['-refresh-only'],
    ),
    meanwhile: async (_, call) => {
      const found = (await call('GET', 'roles?name=helper')) as unknown as { roles: { uid: string }[] };
      await call('PATCH', `roles/${found.roles[0]?.uid}?updateMask=capabilities`, {
        capabilities: ['CAP_IAM_GROUPS_LIST', 'CAP_IAM_IDENTITY_UPDATE'],
      });
    },
    says: [
      'changed',
      'high drift: acme/payments/ci in acme',
      'low drift: acme/helper',
      'drift changed role acme/helper (capabilities)',
    ],
  },
  {
    name: 'import',
    stacks: one(
      stack({
        groups: { shared: { parent_uid: ACME, name: 'shared', description: 'For everybody.' } },
        more: { import: [{ to: 'platform_group.shared', id: 'acme/shared' }] },
      }),
    ),
    says: ['changed', 'imported group acme/shared (description)'],
  },
  {
    // Someone has bound the identity as owner by hand.
    name: 'identity-imported',
    stacks: one(
      stack({
        ...base,
        identities: { ...identities, robot: { group_uid: ACME, name: 'robot', ...claims({ subject: main.subject }) } },
        more: { import: [{ to: 'platform_identity.robot', id: 'acme/robot' }] },
      }),
      stack(base),
    ),
    meanwhile: async (_, call) => {
      const robot = (await call('POST', `identities/${ACME}`, {
        name: 'robot',
        claimMatch: { issuer: main.issuer, subject: 'repo:acme/robot:ref:refs/heads/main' },
      })) as unknown as { uid: string };
      await call('POST', `roleBindings/${ACME}`, { identityUid: robot.uid, roleUid: OWNER });
    },
    says: [
      'changed',
      'high import-overwrites: acme/robot',
      'medium claim-widened: acme/robot',
      'low nobody-can-assume: acme/robot',
      'assume acme/robot: disjoint',
      'imported identity acme/robot (claim_match.subject)',
    ],
  },
  {
    name: 'binding-imported',
    stacks: one(
      stack({
        ...base,
        bindings: { ...bindings, by_hand: bind('ci', 'owner', group('shop')) },
        more: { import: [{ to: 'platform_role_binding.by_hand', id: 'acme/shop:ci:owner' }] },
      }),
      stack(base),
    ),
    meanwhile: async (_, call) => {
      const uid = async (collection: string, name: string) => {
        const found = (await call('GET', `${collection}?name=${name}`)) as unknown as Record<string, { uid: string }[]>;
        return found[collection]?.[0]?.uid ?? '';
      };
      await call('POST', `roleBindings/${await uid('groups', 'shop')}`, {
        identityUid: await uid('identities', 'ci'),
        roleUid: OWNER,
      });
    },
    says: ['changed', 'imported role binding acme/payments/ci is owner in acme/shop'],
  },
  {
    ...change('removed-block', base, {
      groups,
      identities,
      bindings: { ci_views: bindings.ci_views },
      more: { removed: [{ from: 'platform_role_binding.deployer_edits', lifecycle: { destroy: false } }] },
    }),
    says: [
      'changed',
      'medium no-longer-managed: acme/deployer is editor in acme',
      'forgotten role binding acme/deployer is editor in acme',
    ],
  },
  {
    name: 'deposed',
    stacks: {
      main: {
        applied: stack({ groups, identities, bindings: { ...bindings, ci_owns: bind('ci', 'owner', group('shop')) } }),
        halfApplied: stack({
          groups,
          identities,
          bindings: {
            ...bindings,
            ci_owns: {
              ...bind('ci', 'viewer', group('payments')),
              identity_uid: identity('deployer'),
              lifecycle: { create_before_destroy: true },
            },
          },
        }),
        planned: stack({
          groups,
          identities,
          bindings: {
            ...bindings,
            ci_owns: {
              ...bind('ci', 'viewer', group('payments')),
              identity_uid: identity('deployer'),
              lifecycle: { create_before_destroy: true },
            },
          },
        }),
      },
    },
    says: [
      'changed',
      'medium destroys: acme/payments/ci is owner in acme/shop',
      'loses acme/payments/ci: owner in acme/shop +0: 42, first role_bindings.create (grant deleted)',
      'removed role binding acme/payments/ci is owner in acme/shop',
    ],
  },
];
