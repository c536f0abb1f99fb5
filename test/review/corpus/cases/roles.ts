/** Cases about capabilities of roles. */
import { compareNames } from '../../../../src/base/text/compare-names';
import {
  type CorpusCase,
  ACME,
  OWNER,
  main,
  claims,
  provider,
  roles,
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
  many,
  type Parts,
} from '../parts';

/** 14 identities in 10 groups. */
const inTeams = Array.from({ length: 14 }, (_, n) => `team ${n % 10}`);
const inTeam = (n: number) => group(`team_${n % 10}`);

/** Each identity has the same role in its group. */
const deployers = (capabilities: readonly string[]): Parts => ({
  groups: many(10, (n) => ({ parent_uid: ACME, name: `team ${n}` }), 'team'),
  identities: many(
    14,
    (n) => ({
      group_uid: inTeam(n),
      name: `ci ${n}`,
      ...claims({ subject: `repo:acme/app-${n}:ref:refs/heads/main` }),
    }),
    'ci',
  ),
  roles: { deployer: { group_uid: ACME, name: 'deployer', capabilities } },
  bindings: many(
    14,
    (n) => ({ ...bind(`ci_${n}`, 'viewer', inTeam(n)), role_uid: '${platform_role.deployer.uid}' }),
    'deploys',
  ),
});

export const rolesCases: readonly CorpusCase[] = [
  {
    ...change(
      'role-widened',
      {
        ...base,
        roles: { helper },
        bindings: {
          ...bindings,
          ci_helps: { ...bind('ci', 'viewer', ACME), role_uid: '${platform_role.helper.uid}' },
          deployer_helps: { ...bind('deployer', 'viewer', group('shop')), role_uid: '${platform_role.helper.uid}' },
        },
      },
      {
        ...base,
        roles: { helper: { ...helper, capabilities: [...helper.capabilities, 'repo.delete', 'role_bindings.create'] } },
        bindings: {
          ...bindings,
          ci_helps: { ...bind('ci', 'viewer', ACME), role_uid: '${platform_role.helper.uid}' },
          deployer_helps: { ...bind('deployer', 'viewer', group('shop')), role_uid: '${platform_role.helper.uid}' },
        },
      },
    ),
    says: [
      'changed',
      'high owner-gained: role acme/helper',
      '  affects acme/deployer in acme/shop',
      '  affects acme/payments/ci in acme',
      'medium unmanaged-grants: acme/helper',
      'gains acme/deployer: acme/helper in acme/shop +0: 1, first role_bindings.create (role widened)',
      'gains acme/payments/ci: acme/helper in acme +3: 2, first role_bindings.create (role widened)',
      'changed role acme/helper (capabilities)',
    ],
  },
  {
    ...change('one-cause', deployers(['repo.list']), deployers(['repo.list', 'role_bindings.create'])),
    says: [
      'changed',
      'high owner-gained: role acme/deployer',
      ...inTeams.map((team, n) => `  affects acme/${team}/ci ${n} in acme/${team}`).sort(compareNames),
      // Until now, the identities of this owner only read.
      'high undeclared-owner: owner github:acme',
      ...inTeams.map((team, n) => `  affects acme/${team}/ci ${n}`).sort(compareNames),
      'medium unmanaged-grants: acme/deployer',
      ...inTeams
        .map((team, n) => [`acme/${team}/ci ${n}`, `acme/${team}`] as const)
        .sort(([a], [b]) => compareNames(a, b))
        .map(([ci, team]) => `gains ${ci}: acme/deployer in ${team} +0: 1, first role_bindings.create (role widened)`),
      'changed role acme/deployer (capabilities)',
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
    name: 'role-sensitive',
    stacks: one(sensitiveRole('"groups.list", "role_bindings.create"'), sensitiveRole('"groups.list"')),
    says: [
      'changed',
      'high owner-gained: ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/ci in ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e',
      'high undeclared-owner: ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/ci',
      'medium unmanaged-grants: ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/hidden',
      'gains ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/ci: ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/hidden in ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e +0: 1, first role_bindings.create (role widened)',
      'changed role ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/hidden (capabilities)',
    ],
  },
  {
    ...change('custom-roles', base, {
      ...base,
      roles: {
        helper,
        auditor: { group_uid: group('payments'), name: 'auditor', capabilities: ['groups.list', 'apk.create'] },
      },
      bindings: {
        ...bindings,
        ci_audits: { ...bind('ci', 'viewer', group('payments')), role_uid: '${platform_role.auditor.uid}' },
      },
    }),
    says: [
      'changed',
      'low access-gained: acme/payments/ci in acme/payments',
      'gains acme/payments/ci: acme/payments/auditor in acme/payments +1: 1, first apk.create (granted)',
      'added role acme/helper',
      'added role acme/payments/auditor',
      'added role binding acme/payments/ci is acme/payments/auditor in acme/payments',
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
      'added role binding acme/payments/ci is a role that no plan describes (uid 0b3ded7e8be724d96932bc1ec162aac8953cbcc3; --live names it) in acme/shop',
    ],
  },
  {
    ...change(
      'escalation',
      {
        groups,
        identities: {
          ...identities,
          relay: { group_uid: group('shop'), name: 'relay', ...claims({ subject: main.subject }) },
        },
        roles: { helper: { ...helper, capabilities: ['identity.update'] } },
        bindings: {
          deployer_owns: bind('deployer', 'owner', ACME),
          relay_helps: { ...bind('relay', 'viewer', ACME), role_uid: '${platform_role.helper.uid}' },
        },
      },
      {
        groups,
        identities: {
          ...identities,
          relay: { group_uid: group('shop'), name: 'relay', ...claims({ subject: main.subject }) },
        },
        roles: { helper: { ...helper, capabilities: ['identity.update'] } },
        bindings: {
          deployer_owns: bind('deployer', 'owner', ACME),
          relay_helps: { ...bind('relay', 'viewer', ACME), role_uid: '${platform_role.helper.uid}' },
          ci_helps: { ...bind('ci', 'viewer', group('shop')), role_uid: '${platform_role.helper.uid}' },
        },
      },
    ),
    says: [
      'changed',
      'high owner-gained: acme/payments/ci in acme/shop',
      'high escalation-path: acme/payments/ci',
      'gains acme/payments/ci: acme/helper in acme/shop +0: 1, first identity.update (granted)',
      'added role binding acme/payments/ci is acme/helper in acme/shop',
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
