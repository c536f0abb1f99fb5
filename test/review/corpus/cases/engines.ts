/** Cases with other JSON: plans of OpenTofu and of a newer Terraform. */
import { type CorpusCase, ACME, provider, group, bind, bindings, base, one, change } from '../parts';

export const enginesCases: readonly CorpusCase[] = [
  {
    ...change('replacement-forgets', base, {
      ...base,
      bindings: {
        ...bindings,
        ci_views: { ...bind('deployer', 'owner', group('payments')), lifecycle: { destroy: false } },
      },
    }),
    engine: 'tofu',
    says: [
      'changed',
      'high owner-gained: acme/deployer in acme/payments',
      'medium no-longer-managed: acme/payments/ci is viewer in acme/payments',
      'gains acme/deployer: owner in acme/payments +1: 27, first role_bindings.create (granted)',
      'added role binding acme/deployer is owner in acme/payments',
      'forgotten role binding acme/payments/ci is viewer in acme/payments',
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
    engine: 'tofu',
    says: [
      'changed',
      'high owner-gained: acme/payments/ci in acme',
      'medium partial-plan: main',
      'gains acme/payments/ci: owner in acme +3: 42, first role_bindings.create (granted)',
      'added role binding acme/payments/ci is owner in acme',
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
      'gains acme/payments/ci: owner in acme +3: 42, first role_bindings.create (granted)',
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
      'gains acme/payments/ci: owner in acme/payments +1: 30, first role_bindings.create (granted)',
      'added role binding acme/payments/ci is owner in acme/payments',
    ],
  },
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
    // The configuration in the plan does not show a for_each without references. This is no sign of a targeted plan.
    says: ['changed', `added group ${ACME}/payments`, `added group ${ACME}/shop`],
  },
];
