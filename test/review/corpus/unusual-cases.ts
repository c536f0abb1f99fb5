/** Plans that give access in unusual ways, and what the report of each must say. */
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
  identity,
  invite,
  main,
  one,
  provider,
  role,
  roles,
  stack,
  type CorpusCase,
  type Parts,
} from './cases';

interface UnusualCase extends CorpusCase {
  readonly says: readonly string[];
}

const OWNER = '0b3ded7e8be724d96932bc1ec162aac8953cbcc3';
const keys = (x: string) => JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'one', x }] });
const cluster = (issuer_keys: string, expiration_time: string) => ({
  ...{ group_uid: group('shop'), name: 'cluster' },
  static_keys: { issuer: 'https://cluster.internal', subject: 'deploy', issuer_keys, expiration_time },
});
const withCluster = (one: object): Parts => ({ ...base, identities: { ...identities, cluster: one } });
const [KEY, OTHER_KEY] = [
  keys('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'),
  keys('mTMfBZc5PiLPnLKNIpYWk7xLz6rZkSYhvRzqRKFYbXA'),
];

const helps = { ...bind('ci', 'viewer', group('payments')), role_uid: '${platform_role.helper.uid}' };
const withHelper = (own: object): Parts => ({ ...base, roles: { helper: own }, bindings: { ...bindings, helps } });
const staff = (default_role: string, issuer: string): Parts => ({
  ...base,
  resource: {
    platform_identity_provider: {
      staff: {
        group_uid: ACME,
        name: 'staff',
        default_role,
        oidc: { issuer, client_id: 'platform', pkce_enabled: true },
      },
    },
  },
});
const unknown = { resource: { terraform_data: { later: { input: 'x' } } } };

export const unusual: readonly UnusualCase[] = [
  {
    name: 'instances-of-constants',
    stacks: one(`
terraform {
  required_providers {
    platform = { source = "${provider.terraform.required_providers.platform.source}" }
  }
}
resource "platform_group" "team" {
  for_each   = toset(["payments", "shop"])
  parent_uid = "${ACME}"
  name       = each.key
}
`),
    engine: 'tofu',
    // The configuration in the plan does not show a for_each that mentions nothing: it is no sign of a targeted plan.
    says: ['changed', `added group ${ACME}/payments`, `added group ${ACME}/shop`],
  },
  {
    ...change(
      'keys-swapped',
      withCluster(cluster(KEY, '2027-01-31T00:00:00Z')),
      withCluster(cluster(OTHER_KEY, '2027-01-31T00:00:00Z')),
    ),
    says: [
      'changed',
      'medium claim-widened: acme/shop/cluster',
      'assume acme/shop/cluster: another way',
      'changed identity acme/shop/cluster (static_keys.issuer_keys)',
    ],
  },
  {
    ...change(
      'keys-longer',
      withCluster(cluster(KEY, '2027-01-31T00:00:00Z')),
      withCluster(cluster(KEY, '2027-05-31T00:00:00Z')),
    ),
    says: [
      'changed',
      'medium claim-widened: acme/shop/cluster',
      'assume acme/shop/cluster: wider',
      'changed identity acme/shop/cluster (static_keys.expiration_time)',
    ],
  },
  {
    ...change('issuer-swapped', base, {
      ...base,
      identities: {
        ...identities,
        deployer: {
          ...identities.deployer,
          claim_match: { issuer: 'https://tokens.example.net', subject: 'repo:acme/deploy:environment:production' },
        },
      },
    }),
    says: [
      'changed',
      'medium claim-widened: acme/deployer',
      'assume acme/deployer: disjoint',
      'changed identity acme/deployer (claim_match.issuer)',
    ],
  },
  {
    ...change('identity-moved', base, {
      ...base,
      identities: { ...identities, ci: { ...identities.ci, group_uid: group('shop') } },
    }),
    says: [
      'changed',
      'medium destroys: acme/payments/ci',
      'medium destroys: acme/payments/ci is viewer in acme/payments',
      'gains acme/shop/ci: viewer in acme/payments +1: 12, first account_associations.list (grant changed)',
      'loses acme/payments/ci: viewer in acme/payments +1: 12, first account_associations.list (grant changed)',
      'replaced identity acme/shop/ci from acme/payments/ci (group_uid)',
      'replaced role binding acme/shop/ci is viewer in acme/payments from acme/payments/ci is viewer in acme/payments (identity_uid)',
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
      'gains acme/payments/ci: owner in acme/shop +0: 42, first account_associations.create (granted)',
      'added role binding acme/payments/ci is owner in acme/shop',
      'recreated group acme/shop',
    ],
  },
  {
    ...change(
      'role-again',
      withHelper(helper),
      withHelper({ ...helper, capabilities: [...helper.capabilities, 'identity.update'] }),
      ['-replace=platform_role.helper'],
    ),
    says: [
      'changed',
      'high owner-gained: acme/payments/ci in acme/payments',
      'medium destroys: acme/helper',
      'gains acme/payments/ci: acme/helper in acme/payments +1: 1, first identity.update (role widened)',
      'recreated role acme/helper (capabilities)',
      'recreated role binding acme/payments/ci is acme/helper in acme/payments',
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
      'gains acme/deployer: owner in acme +3: 27, first account_associations.create (grant changed)',
      'changed role binding acme/deployer is owner in acme from acme/deployer is editor in acme (role_uid)',
    ],
  },
  {
    ...change('built-in-by-uid', base, {
      ...base,
      bindings: { ...bindings, ci_owns: { ...bind('ci', 'viewer', group('shop')), role_uid: OWNER } },
      data: { platform_role: { viewer: roles.viewer, editor: roles.editor } },
    }),
    says: [
      'changed',
      'high unresolved: platform_role_binding.ci_owns',
      'added role binding acme/payments/ci is unknown role 0b3ded7e8be724d96932bc1ec162aac8953cbcc3 in acme/shop',
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
      'gains acme/5a4ed00000000000/00000000000000ad: owner in acme/5a4ed00000000000 +0: 42, first account_associations.create (granted)',
      'added role binding acme/5a4ed00000000000/00000000000000ad is owner in acme/5a4ed00000000000',
    ],
  },
  {
    ...change(
      'role-unknown',
      { ...base, ...unknown },
      {
        ...base,
        resource: { terraform_data: { later: { input: 'y' } } },
        bindings: {
          ...bindings,
          ci_may: {
            ...bind('ci', 'viewer', ACME),
            role_uid: `\${terraform_data.later.output == "x" ? data.platform_role.viewer.uid : data.platform_role.owner.uid}`,
          },
        },
      },
    ),
    says: [
      'changed',
      'high unresolved: platform_role_binding.ci_may',
      'added role binding acme/payments/ci is (not known yet) in acme',
      'unresolved platform_role_binding.ci_may role_uid',
      'others 1 terraform_data',
    ],
  },
  {
    ...change(
      'claim-unknown',
      { ...base, ...unknown },
      {
        ...base,
        resource: { terraform_data: { later: { input: 'y' } } },
        identities: {
          ...identities,
          ci: {
            ...identities.ci,
            ...claims({ subject: 'repo:acme/shop:ref:refs/heads/${terraform_data.later.output}' }),
          },
        },
      },
    ),
    says: [
      'changed',
      'high unresolved: platform_identity.ci',
      'medium claim-widened: acme/payments/ci',
      'assume acme/payments/ci: unknown',
      'changed identity acme/payments/ci (claim_match.subject)',
      'unresolved platform_identity.ci claim_match',
      'others 1 terraform_data',
    ],
  },
  {
    name: 'role-sensitive',
    stacks: one(sensitiveRole('"groups.list", "role_bindings.create"'), sensitiveRole('"groups.list"')),
    says: [
      'changed',
      'high owner-gained: ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/ci in ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e',
      'gains ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/ci: ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/hidden in ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e +0: 1, first role_bindings.create (role widened)',
      'changed role ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/hidden (capabilities)',
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
      'gains acme/payments/ci: acme/helper in acme/payments +1: 1, first role_bindings.create (role widened)',
      'imported role acme/helper (capabilities)',
    ],
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
      'gains acme/deployer: editor in acme/lab +0: 15, first repo.create (inherited in a new group)',
      'added group acme/lab',
      'others 1 provisioner',
    ],
  },
  {
    ...change(
      'invite-of-another-role',
      { ...base, resource: { platform_group_invite: { ada: { ...invite, role_uid: role('viewer') } } } },
      { ...base, resource: { platform_group_invite: { ada: invite } } },
    ),
    says: [
      'changed',
      'high owner-gained: acme/(whoever accepts an invite) in acme',
      'medium destroys: group invite b726e910cf864e77 in acme',
      'medium invite-created: group invite platform_group_invite.ada in acme',
      'low secret-created: group invite platform_group_invite.ada in acme',
      'gains acme/(whoever accepts an invite): owner in acme +3: 30, first account_associations.create (grant changed)',
      'replaced group invite group invite platform_group_invite.ada in acme from group invite b726e910cf864e77 in acme (role_uid)',
    ],
  },
  {
    ...change(
      'default-role-changed',
      staff(role('viewer'), 'https://login.example.com'),
      staff(role('owner'), 'https://login.example.com'),
    ),
    says: [
      'changed',
      'high owner-gained: acme/(whoever signs in through staff) in acme',
      'high sign-in-opened: identity provider staff in acme',
      'gains acme/(whoever signs in through staff): owner in acme +3: 30, first account_associations.create (grant changed)',
      'changed identity provider identity provider staff in acme (default_role)',
    ],
  },
  {
    ...change(
      'sign-in-elsewhere',
      staff(role('editor'), 'https://login.example.com'),
      staff(role('editor'), 'https://login.example.net'),
    ),
    says: [
      'changed',
      'medium sign-in-opened: identity provider staff in acme',
      'changed identity provider identity provider staff in acme (oidc.issuer)',
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
      'loses acme/payments/ci: owner in acme/shop +0: 42, first account_associations.create (grant removed)',
      'removed role binding acme/payments/ci is owner in acme/shop',
    ],
  },
  {
    ...change(
      'targeted',
      base,
      {
        ...base,
        bindings: { ...bindings, ci_owns: bind('ci', 'owner', ACME), deployer_owns: bind('deployer', 'owner', ACME) },
      },
      ['-target=platform_role_binding.ci_owns'],
    ),
    engine: 'newer',
    says: [
      'changed',
      'high owner-gained: acme/payments/ci in acme',
      'medium partial-plan: main',
      'gains acme/payments/ci: owner in acme +3: 42, first account_associations.create (granted)',
      'added role binding acme/payments/ci is owner in acme',
    ],
  },
  {
    ...change('owner-added', base, {
      ...base,
      bindings: { ...bindings, ci_owns: bind('ci', 'owner', group('payments')) },
    }),
    engine: 'newer',
    says: [
      'changed',
      'high owner-gained: acme/payments/ci in acme/payments',
      'gains acme/payments/ci: owner in acme/payments +1: 30, first account_associations.create (granted)',
      'added role binding acme/payments/ci is owner in acme/payments',
    ],
  },
];

function sensitiveRole(capabilities: string): string {
  return `
terraform {
  required_providers {
    platform = { source = "${provider.terraform.required_providers.platform.source}" }
  }
}
resource "platform_role" "hidden" {
  group_uid    = "${ACME}"
  name         = "hidden"
  capabilities = sensitive([${capabilities}])
}
resource "platform_identity" "ci" {
  group_uid   = "${ACME}"
  name        = "ci"
  claim_match = { issuer = "${main.issuer}", subject = "${main.subject}" }
}
resource "platform_role_binding" "hidden" {
  group_uid    = "${ACME}"
  identity_uid = platform_identity.ci.uid
  role_uid     = platform_role.hidden.uid
}
`;
}

/** By the name that the plan has in the corpus. */
export const unusualSays: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  unusual.map(({ name, engine, says }) => [engine === undefined ? name : `${name} (${engine})`, says]),
);
