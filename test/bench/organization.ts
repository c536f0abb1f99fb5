/** An organization of any size, as configurations: ours, and the same number of resources that need no provider. */

/** The number of resources of each kind. */
export interface Counts {
  readonly groups: number;
  readonly identities: number;
  readonly bindings: number;
}

/** Mostly identities and what they may do, as organizations have it. */
export function organizationOf(total: number): Counts {
  const groups = Math.ceil(total / 10);
  const bindings = Math.floor((total - groups) / 2);
  return { groups, identities: total - groups - bindings, bindings };
}

export const claimMatch = (index: number) => ({
  issuer: 'https://token.actions.githubusercontent.com',
  subject: `repo:a/b${index}:ref:refs/heads/main`,
});

const each = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join('\n');

/** @param block what the provider block says */
export function platformConfig({ groups, identities, bindings }: Counts, root: string, block = ''): string {
  const findGroup = (index: number): string => `platform_group.g${index % groups}.uid`;
  return `
terraform {
  required_providers {
    platform = {
      source = "platform-iac.internal/npm/platform"
    }
  }
}
provider "platform" {
  ${block}
}
${bindings === 0 ? '' : 'data "platform_role" "viewer" {\n  name = "viewer"\n}'}
${each(groups, (i) => `resource "platform_group" "g${i}" {\n parent_uid = "${root}"\n name = "g${i}"\n}`)}
${each(
  identities,
  (i) =>
    `resource "platform_identity" "i${i}" {\n group_uid = ${findGroup(i)}\n name = "i${i}"\n` +
    ` claim_match = ${JSON.stringify(claimMatch(i))}\n}`,
)}
${each(
  bindings,
  (i) =>
    `resource "platform_role_binding" "b${i}" {\n group_uid = ${findGroup(i)}\n` +
    ` identity_uid = platform_identity.i${i}.uid\n role_uid = data.platform_role.viewer.uid\n}`,
)}
`;
}

export function dataConfig({ groups, identities, bindings }: Counts): string {
  const findGroup = (index: number): string => `terraform_data.g${index % groups}.id`;
  return `
${each(groups, (i) => `resource "terraform_data" "g${i}" {\n input = "g${i}"\n}`)}
${each(identities, (i) => `resource "terraform_data" "i${i}" {\n input = [${findGroup(i)}, "i${i}"]\n}`)}
${each(bindings, (i) => `resource "terraform_data" "b${i}" {\n input = [${findGroup(i)}, terraform_data.i${i}.id]\n}`)}
`;
}
