/** Expressions whose value may differ between the reviewed plan and the apply. */
import { can } from '../../support/engine';

/**
 * Conditions that depend on the time and the environment of their evaluation. GROUP is a uid that is known only after apply.
 */
export const tricks: Readonly<Record<string, string>> = {
  'the environment of the engine':
    'strcontains(file("/proc/self/environ"), "PLATFORM_PLAN_FOR_REVIEW=") || GROUP == ""',
  'the arguments of the engine': 'strcontains(file("/proc/self/cmdline"), "-out=") || GROUP == ""',
  'the time of the plan': 'tonumber(formatdate("s", plantimestamp())) % 2 == 0 || GROUP == ""',
  'the time of the apply': 'tonumber(formatdate("s", timestamp())) % 2 == 0',
  'the digits of a uid': 'strcontains(GROUP, "/00000000")',
  'one digit of a uid': 'strcontains("01234567", substr(GROUP, -1, 1))',
  'the length of a uid': 'length(GROUP) > 0',
};

/**
 * The refusal of another role by the environment. Newer engines compare what `file` returns, and stop before the provider gets the
 * role.
 */
export const otherRole = can('consistent files')
  ? /Error in function call .* Call to function "file" failed: function returned an inconsistent result/
  : /The write is not approved.* approved: roleUid: "[0-9a-f]{40}" attempted: roleUid: "[0-9a-f]{40}"/;

/** The objects that the conditions refer to. */
export const organization = (more: string): string => `
data "platform_role" "viewer" {
  name = "viewer"
}
data "platform_role" "owner" {
  name = "owner"
}
resource "platform_group" "team" {
  parent_uid = "ROOT"
  name       = "team"
}
resource "platform_identity" "ci" {
  group_uid   = platform_group.team.uid
  name        = "ci"
  claim_match = { issuer = "https://issuer.example", subject = "s" }
}
${more}
`;

/** Returns a binding that the condition makes an owner of the root. */
export const bindingIf = (condition: string): string => `
resource "platform_role_binding" "ci" {
  group_uid    = "ROOT"
  identity_uid = platform_identity.ci.uid
  role_uid     = ${condition.replaceAll('GROUP', 'platform_group.team.uid')} ? data.platform_role.viewer.uid : data.platform_role.owner.uid
}
`;
