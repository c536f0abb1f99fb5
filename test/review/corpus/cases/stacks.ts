/** Cases with several plans, organizations or providers. */
import {
  type CorpusCase,
  ACME,
  OTHER,
  provider,
  roles,
  stack,
  group,
  bind,
  groups,
  identities,
  bindings,
  base,
  helper,
  one,
  change,
  withHelper,
} from '../parts';

export const stacksCases: readonly CorpusCase[] = [
  {
    name: 'several-stacks',
    stacks: {
      groups: {
        applied: stack({ groups }),
        planned: stack({ groups: { payments: groups.payments, shop: groups.shop } }),
      },
      grants: {
        applied: stack({
          data: { platform_groups: { all: { descendants_of: ACME } } },
          identities: { deployer: identities.deployer },
          bindings: {
            deployer_edits: bind('deployer', 'editor', ACME),
            deployer_owns: bind(
              'deployer',
              'owner',
              '${data.platform_groups.all.groups[index(data.platform_groups.all.groups[*].name, "checkout")].uid}',
            ),
          },
        }),
        planned: stack({
          data: { platform_groups: { all: { descendants_of: ACME } } },
          identities: { deployer: identities.deployer },
          bindings: {
            deployer_edits: bind('deployer', 'editor', ACME),
            deployer_owns: bind(
              'deployer',
              'owner',
              '${data.platform_groups.all.groups[index(data.platform_groups.all.groups[*].name, "checkout")].uid}',
            ),
          },
        }),
      },
    },
    says: [
      'changed',
      'high destroyed-elsewhere: acme/payments/checkout',
      'medium destroys: acme/payments/checkout',
      'removed group acme/payments/checkout',
    ],
  },
  {
    name: 'managed-twice',
    stacks: {
      first: { applied: stack(withHelper(helper)), planned: stack(withHelper(helper)) },
      second: {
        planned: stack({
          roles: { helper: { ...helper, capabilities: [...helper.capabilities, 'role_bindings.create'] } },
          more: { import: [{ to: 'platform_role.helper', id: 'acme/helper' }] },
        }),
      },
    },
    says: [
      'changed',
      'high owner-gained: acme/payments/ci in acme/payments',
      'high managed-twice: ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/f886ba756a1670e4',
      'high import-overwrites: acme/helper',
      'medium unmanaged-grants: acme/helper',
      'gains acme/payments/ci: acme/helper in acme/payments +1: 1, first role_bindings.create (role widened)',
      'imported role acme/helper (capabilities)',
    ],
  },
  {
    name: 'two-organizations',
    seed: {
      groups: [
        { uid: ACME, name: 'acme' },
        { uid: OTHER, name: 'acme', groups: [{ uid: `${OTHER}/0123456789abcdef`, name: 'labs' }] },
      ],
    },
    stacks: one(
      stack({
        ...base,
        groups: {
          ...groups,
          lab: { parent_uid: `${OTHER}/0123456789abcdef`, name: 'lab', provider: 'platform.other' },
        },
        identities: {
          ...identities,
          guest: { ...identities.deployer, group_uid: OTHER, name: 'guest', provider: 'platform.other' },
        },
        bindings: {
          ...bindings,
          guest_owns: { ...bind('guest', 'owner', group('lab')), provider: 'platform.other' },
        },
        data: { platform_group: { acme: { uid: ACME }, other: { uid: OTHER, provider: 'platform.other' } } },
        more: { provider: { platform: [{}, { alias: 'other' }] } },
      }),
      stack({ ...base, more: { provider: { platform: [{}, { alias: 'other' }] } } }),
    ),
    says: [
      'changed',
      'high owner-gained: acme#07e407e407e407e407e407e407e407e407e407e4/guest in acme#07e407e407e407e407e407e407e407e407e407e4/0123456789abcdef/lab',
      'low nobody-can-assume: acme#07e407e407e407e407e407e407e407e407e407e4/guest',
      'gains acme#07e407e407e407e407e407e407e407e407e407e4/guest: owner in acme#07e407e407e407e407e407e407e407e407e407e4/0123456789abcdef/lab +0: 42, first role_bindings.create (granted)',
      'assume acme#07e407e407e407e407e407e407e407e407e407e4/guest: added',
      'added group acme#07e407e407e407e407e407e407e407e407e407e4/0123456789abcdef/lab',
      'added identity acme#07e407e407e407e407e407e407e407e407e407e4/guest',
      'added role binding acme#07e407e407e407e407e407e407e407e407e407e4/guest is owner in acme#07e407e407e407e407e407e407e407e407e407e4/0123456789abcdef/lab',
    ],
  },
  {
    name: 'root-by-uid-alone',
    stacks: one({
      ...provider,
      data: { platform_role: roles },
      resource: {
        platform_group: { team: { parent_uid: ACME, name: 'team' } },
        platform_identity: { ci: { ...identities.ci, group_uid: group('team') } },
        platform_role_binding: { ci_edits: bind('ci', 'editor', group('team')) },
      },
    }),
    says: [
      'changed',
      'low nobody-can-assume: ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/team/ci',
      'low access-gained: ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/team/ci in ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/team',
      'gains ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/team/ci: editor in ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/team +0: 15, first repo.create (granted)',
      'assume ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/team/ci: added',
      'added group ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/team',
      'added identity ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/team/ci',
      'added role binding ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/team/ci is editor in ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/team',
    ],
  },
  {
    ...change('other-providers', base, {
      ...base,
      resource: {
        terraform_data: {
          note: { input: 'a secret of somebody else' },
          other: { input: '${platform_group.shop.name}' },
        },
      },
    }),
    says: ['unchanged', 'others 2 terraform_data'],
  },
  {
    ...change('provisioner', base, {
      ...base,
      groups: {
        ...groups,
        lab: { parent_uid: ACME, name: 'lab', provisioner: [{ 'local-exec': { command: 'echo done' } }] },
      },
    }),
    says: [
      'changed',
      'high runs-code: platform_group.lab',
      'gains acme/deployer: editor in acme/lab +0: 15, first repo.create (inherited in a created group)',
      'added group acme/lab',
      'others 1 provisioner',
    ],
  },
];
