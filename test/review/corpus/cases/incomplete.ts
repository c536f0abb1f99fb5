/** Cases with unknown or missing parts. */
import {
  type CorpusCase,
  ACME,
  main,
  claims,
  stack,
  role,
  group,
  bind,
  groups,
  identities,
  bindings,
  base,
  one,
  change,
} from '../parts';

const unknown = { resource: { terraform_data: { later: { input: 'x' } } } };

export const incompleteCases: readonly CorpusCase[] = [
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
    says: [
      'changed',
      'high owner-gained: acme/payments/ci in acme',
      'medium partial-plan: main',
      'gains acme/payments/ci: owner in acme +3: 42, first role_bindings.create (granted)',
      'added role binding acme/payments/ci is owner in acme',
    ],
  },
  {
    name: 'errored',
    stacks: one(
      stack({
        ...base,
        groups: {
          ...groups,
          broken: {
            parent_uid: ACME,
            name: 'broken',
            lifecycle: {
              precondition: [
                { condition: '${platform_group.shop.name == "x"}', error_message: 'The shop must be called x.' },
              ],
            },
          },
        },
      }),
      stack(base),
    ),
    fails: true,
    says: [
      'unjudged',
      'problem main: planning failed, and the plan is incomplete.',
      'medium check-failed: platform_group.broken',
    ],
  },
  {
    name: 'check-failed',
    stacks: one(
      stack({
        ...base,
        more: {
          check: {
            shop: {
              assert: [{ condition: '${platform_group.shop.name == "x"}', error_message: 'The shop is not called x.' }],
            },
          },
        },
      }),
      stack(base),
    ),
    says: ['changed', 'medium check-failed: check.shop'],
  },
  {
    name: 'deferred-data',
    stacks: one(
      stack({
        groups,
        data: { platform_identity: { late: { name: 'late', group_uid: group('payments') } } },
        bindings: {
          late_owns: { group_uid: ACME, role_uid: role('owner'), identity_uid: '${data.platform_identity.late.uid}' },
        },
      }),
    ),
    says: [
      'changed',
      'high unresolved: platform_role_binding.late_owns',
      'added role binding (unknown until apply) is owner in acme (platform_role_binding.late_owns)',
      'added group acme/payments',
      'added group acme/payments/checkout',
      'added group acme/shop',
      'unresolved platform_role_binding.late_owns identity_uid',
    ],
  },
  {
    name: 'modules',
    stacks: one(`
terraform {
  required_providers {
    platform = { source = "platform-iac.internal/npm/platform" }
  }
}
data "platform_role" "viewer" { name = "viewer" }
locals {
  teams = { for name in ["payments", "shop"] : name => { name = name, repo = "acme/\${name}" } }
}
resource "platform_group" "team" {
  for_each   = local.teams
  parent_uid = "${ACME}"
  name       = each.value.name
}
resource "platform_identity" "ci" {
  for_each    = local.teams
  group_uid   = platform_group.team[each.key].uid
  name        = "ci"
  claim_match = { issuer = "${main.issuer}", subject = "repo:\${each.value.repo}:ref:refs/heads/main" }
}
resource "platform_role_binding" "views" {
  for_each     = local.teams
  group_uid    = platform_group.team[each.key].uid
  identity_uid = platform_identity.ci[each.key].uid
  role_uid     = data.platform_role.viewer.uid
}
`),
    says: [
      'changed',
      'high unresolved: unknown values of platform_identity.ci',
      '  affects platform_identity.ci["payments"]',
      '  affects platform_identity.ci["shop"]',
      'high unresolved: unknown values of platform_role_binding.views',
      '  affects platform_role_binding.views["payments"]',
      '  affects platform_role_binding.views["shop"]',
      'low nobody-can-assume: repositories without ids',
      '  affects (unknown until apply)/ci',
      '  affects (unknown until apply)/ci',
      'assume (unknown until apply)/ci: added',
      'assume (unknown until apply)/ci: added',
      'added role binding (unknown until apply) is viewer in (unknown until apply) (platform_role_binding.views["payments"])',
      'added role binding (unknown until apply) is viewer in (unknown until apply) (platform_role_binding.views["shop"])',
      'added identity (unknown until apply)/ci (platform_identity.ci["payments"])',
      'added identity (unknown until apply)/ci (platform_identity.ci["shop"])',
      'added group ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/payments',
      'added group ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/shop',
      'unresolved platform_identity.ci["payments"] group_uid',
      'unresolved platform_identity.ci["shop"] group_uid',
      'unresolved platform_role_binding.views["payments"] group_uid',
      'unresolved platform_role_binding.views["shop"] group_uid',
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
      'added role binding acme/payments/ci is (unknown until apply) in acme (platform_role_binding.ci_may)',
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
];
