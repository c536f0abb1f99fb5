/**
 * Cases with review plans: only these resolve references through locals, `for` expressions and modules. `corpus.test.ts` also tests
 * each case without its review plans.
 */
import { ACME, bind, claims, type CorpusCase, group, main, one, provider, stack } from '../parts';

const head = `
terraform {
  required_providers {
    platform = { source = "${provider.terraform.required_providers.platform.source}" }
  }
}
data "platform_group" "acme" { uid = "${ACME}" }
data "platform_role" "built_in" {
  for_each = toset(["viewer", "editor", "owner"])
  name     = each.key
}
`;

/** Three teams, each with subgroups, an identity, and grants from a table with a `for` expression. */
const teams = `${head}
locals {
  teams = {
    payments = { parts = ["checkout", "ledger"], grants = { "" = "editor", ledger = "owner" } }
    shop     = { parts = ["web"], grants = { web = "editor" } }
    security = { parts = [], grants = {} }
  }
  parts = merge([for team, about in local.teams : { for part in about.parts : "\${team}/\${part}" => team }]...)
  places = merge(
    { for team, made in platform_group.team : team => made.uid },
    { for path, made in platform_group.part : path => made.uid },
  )
  grants = merge([for team, about in local.teams : {
    for part, role in about.grants : "\${team} \${part}" => { who = team, where = part == "" ? team : "\${team}/\${part}", role = role }
  }]...)
}
resource "platform_group" "team" {
  for_each   = local.teams
  parent_uid = data.platform_group.acme.uid
  name       = each.key
}
resource "platform_group" "part" {
  for_each   = local.parts
  parent_uid = platform_group.team[each.value].uid
  name       = split("/", each.key)[1]
}
resource "platform_identity" "ci" {
  for_each    = local.teams
  group_uid   = platform_group.team[each.key].uid
  name        = "ci"
  claim_match = { issuer = "${main.issuer}", subject = "repo:acme/\${each.key}:ref:refs/heads/main" }
}
resource "platform_role_binding" "grant" {
  for_each     = local.grants
  group_uid    = local.places[each.value.where]
  identity_uid = platform_identity.ci[each.value.who].uid
  role_uid     = data.platform_role.built_in[each.value.role].uid
}
`;
const TEAMS_SAY = [
  'changed',
  'high owner-gained: acme/payments/ci in acme/payments/ledger',
  'low nobody-can-assume: repositories without ids',
  '  affects acme/payments/ci',
  '  affects acme/security/ci',
  '  affects acme/shop/ci',
  'low access-gained: platform_role_binding.grant editor',
  '  affects acme/payments/ci in acme/payments',
  '  affects acme/shop/ci in acme/shop/web',
  'gains acme/payments/ci: editor in acme/payments +2: 15, first repo.create (granted)',
  'gains acme/payments/ci: owner in acme/payments/ledger +0: 27, first role_bindings.create (granted)',
  'gains acme/shop/ci: editor in acme/shop/web +0: 15, first repo.create (granted)',
  'assume acme/payments/ci: added',
  'assume acme/security/ci: added',
  'assume acme/shop/ci: added',
  'added group acme/payments',
  'added group acme/payments/checkout',
  'added identity acme/payments/ci',
  'added role binding acme/payments/ci is editor in acme/payments',
  'added role binding acme/payments/ci is owner in acme/payments/ledger',
  'added group acme/payments/ledger',
  'added group acme/security',
  'added identity acme/security/ci',
  'added group acme/shop',
  'added identity acme/shop/ci',
  'added role binding acme/shop/ci is editor in acme/shop/web',
  'added group acme/shop/web',
];

/** A team as a module: its group, its identity, and further grants. */
const TEAM = `
terraform {
  required_providers {
    platform = { source = "${provider.terraform.required_providers.platform.source}" }
  }
}
variable "parent" { type = string }
variable "name" { type = string }
variable "guests" { type = map(object({ identity = string, role = string })) }
resource "platform_group" "this" {
  parent_uid = var.parent
  name       = var.name
}
resource "platform_identity" "ci" {
  group_uid   = platform_group.this.uid
  name        = "ci"
  claim_match = { issuer = "${main.issuer}", subject = "repo:acme/\${var.name}:ref:refs/heads/main" }
}
resource "platform_role_binding" "guest" {
  for_each     = var.guests
  group_uid    = platform_group.this.uid
  identity_uid = each.value.identity
  role_uid     = each.value.role
}
output "ci" { value = platform_identity.ci.uid }
output "uid" { value = platform_group.this.uid }
`;
const modules = `${head}
module "platform" {
  source = "./team"
  parent = data.platform_group.acme.uid
  name   = "platform"
  guests = {}
}
module "team" {
  source   = "./team"
  for_each = toset(["payments", "shop"])
  parent   = module.platform.uid
  name     = each.key
  guests   = { platform = { identity = module.platform.ci, role = data.platform_role.built_in[each.key == "shop" ? "owner" : "viewer"].uid } }
}
`;

const MODULES_SAY = [
  'changed',
  'high owner-gained: acme/platform/ci in acme/platform/shop',
  'low nobody-can-assume: repositories without ids',
  '  affects acme/platform/ci',
  '  affects acme/platform/payments/ci',
  '  affects acme/platform/shop/ci',
  'low access-gained: acme/platform/ci in acme/platform/payments',
  'gains acme/platform/ci: viewer in acme/platform/payments +0: 12, first account_associations.list (granted)',
  'gains acme/platform/ci: owner in acme/platform/shop +0: 42, first role_bindings.create (granted)',
  'assume acme/platform/ci: added',
  'assume acme/platform/payments/ci: added',
  'assume acme/platform/shop/ci: added',
  'added group acme/platform',
  'added identity acme/platform/ci',
  'added role binding acme/platform/ci is owner in acme/platform/shop',
  'added role binding acme/platform/ci is viewer in acme/platform/payments',
  'added group acme/platform/payments',
  'added identity acme/platform/payments/ci',
  'added group acme/platform/shop',
  'added identity acme/platform/shop/ci',
];

/** `checkout` with its identity and grants is beneath one of two groups from a table. */
const placed = (at: 'payments' | 'shop') => `${head}
locals {
  groups = { payments = "Takes the money.", shop = "Sells." }
  placed = { checkout = "${at}" }
}
resource "platform_group" "top" {
  for_each    = local.groups
  parent_uid  = data.platform_group.acme.uid
  name        = each.key
  description = each.value
}
resource "platform_group" "part" {
  for_each   = local.placed
  parent_uid = platform_group.top[each.value].uid
  name       = each.key
}
resource "platform_identity" "ci" {
  for_each    = merge(local.groups, local.placed)
  group_uid   = merge(platform_group.top, platform_group.part)[each.key].uid
  name        = "ci"
  claim_match = { issuer = "${main.issuer}", subject = "repo:acme/\${each.key}:ref:refs/heads/main" }
}
resource "platform_role_binding" "in_its_group" {
  for_each     = { for name, made in platform_identity.ci : name => made.uid }
  group_uid    = merge(platform_group.top, platform_group.part)[each.key].uid
  identity_uid = each.value
  role_uid     = data.platform_role.built_in[each.key == "shop" ? "editor" : "viewer"].uid
}
`;

/** Roles of a table, and a grant of each. Another group of a role recreates it. */
const ownRoles = (where: 'top' | 'inside', capabilities: string) => `${head}
locals {
  roles = { helper = [${capabilities}], auditor = ["groups.list", "roles.list"] }
}
resource "platform_group" "payments" {
  parent_uid = data.platform_group.acme.uid
  name       = "payments"
}
resource "platform_role" "own" {
  for_each     = local.roles
  group_uid    = { top = data.platform_group.acme.uid, inside = platform_group.payments.uid }[each.key == "helper" ? "${where}" : "top"]
  name         = each.key
  capabilities = each.value
}
resource "platform_identity" "ci" {
  group_uid   = platform_group.payments.uid
  name        = "ci"
  claim_match = { issuer = "${main.issuer}", subject = "${main.subject}" }
}
resource "platform_role_binding" "own" {
  for_each     = { for name, made in platform_role.own : name => made.uid }
  group_uid    = platform_group.payments.uid
  identity_uid = platform_identity.ci.uid
  role_uid     = each.value
}
`;

/** A synthesized stack: JSON syntax proves every reference, so the review plans show nothing more. */
const synthesized = (above: string) =>
  stack({
    groups: {
      payments: { parent_uid: ACME, name: 'payments' },
      shop: { parent_uid: ACME, name: 'shop' },
      checkout: { parent_uid: group(above), name: 'checkout' },
    },
    identities: { ci: { group_uid: group('checkout'), name: 'ci', ...claims({ subject: main.subject }) } },
    roles: { helper: { group_uid: group('checkout'), name: 'helper', capabilities: ['groups.list'] } },
    bindings: {
      views: bind('ci', 'viewer', group(above)),
      helps: { ...bind('ci', 'viewer', group('checkout')), role_uid: '${platform_role.helper.uid}' },
    },
  });

export const pairsCases: readonly CorpusCase[] = [
  {
    name: 'pair-synthesized',
    stacks: one(synthesized('shop'), synthesized('payments')),
    isReviewed: true,
    says: [
      'changed',
      'medium destroys: acme/payments/checkout',
      'medium destroys: acme/payments/checkout/ci is viewer in acme/payments',
      'low access-gained: acme/shop/checkout/ci in acme/shop',
      'gains acme/shop/checkout/ci: viewer in acme/shop +1: 12, first account_associations.list (grant updated)',
      'loses acme/payments/checkout/ci: viewer in acme/payments +1: 12, first account_associations.list (grant updated)',
      'replaced group acme/shop/checkout from acme/payments/checkout (parent_uid)',
      'replaced identity acme/shop/checkout/ci from acme/payments/checkout/ci (group_uid)',
      'replaced role binding acme/shop/checkout/ci is acme/shop/checkout/helper in acme/shop/checkout from acme/payments/checkout/ci is acme/payments/checkout/helper in acme/payments/checkout (group_uid, identity_uid, role_uid)',
      'replaced role binding acme/shop/checkout/ci is viewer in acme/shop from acme/payments/checkout/ci is viewer in acme/payments (group_uid, identity_uid)',
      'replaced role acme/shop/checkout/helper from acme/payments/checkout/helper (group_uid)',
    ],
  },
  { name: 'pair-first-apply', stacks: one(teams), isReviewed: true, says: TEAMS_SAY },
  { name: 'pair-first-apply', stacks: one(teams), isReviewed: true, engine: 'newer', says: TEAMS_SAY },
  {
    name: 'pair-modules',
    stacks: { main: { planned: modules, modules: { './team': TEAM } } },
    isReviewed: true,
    says: MODULES_SAY,
  },
  {
    name: 'pair-modules',
    stacks: { main: { planned: modules, modules: { './team': TEAM } } },
    isReviewed: true,
    engine: 'tofu',
    says: MODULES_SAY,
  },
  {
    name: 'pair-group-moved',
    stacks: one(placed('shop'), placed('payments')),
    isReviewed: true,
    says: [
      'changed',
      'medium destroys: acme/payments/checkout',
      'low access-gained: acme/shop/ci in acme/shop/checkout',
      'gains acme/shop/checkout/ci: viewer in acme/shop/checkout +0: 12, first account_associations.list (inherited in a created group)',
      'gains acme/shop/ci: editor in acme/shop/checkout +0: 15, first repo.create (group moved)',
      'loses acme/payments/checkout/ci: viewer in acme/payments/checkout +0: 12, first account_associations.list (inherited in a deleted group)',
      'loses acme/payments/ci: viewer in acme/payments/checkout +0: 12, first account_associations.list (group moved)',
      'replaced group acme/shop/checkout from acme/payments/checkout (parent_uid)',
      'replaced identity acme/shop/checkout/ci from acme/payments/checkout/ci (group_uid)',
      'replaced role binding acme/shop/checkout/ci is viewer in acme/shop/checkout from acme/payments/checkout/ci is viewer in acme/payments/checkout (group_uid, identity_uid)',
    ],
  },
  {
    name: 'pair-role-widened',
    stacks: one(ownRoles('inside', '"groups.list", "role_bindings.create"'), ownRoles('top', '"groups.list"')),
    isReviewed: true,
    says: [
      'changed',
      'high owner-gained: acme/payments/ci in acme/payments',
      'high undeclared-owner: acme/payments/ci',
      'medium destroys: acme/helper',
      'gains acme/payments/ci: acme/payments/helper in acme/payments +0: 1, first role_bindings.create (grant updated)',
      'replaced role binding acme/payments/ci is acme/payments/helper in acme/payments from acme/payments/ci is acme/helper in acme/payments (role_uid)',
      'replaced role acme/payments/helper from acme/helper (group_uid, capabilities)',
    ],
  },
];
