/** The files of the published contract that confirm rules. */
import type { Publication } from './rule';

const IAM = 'chainguard/platform/iam/v2beta1';

const FILES = {
  groups: `${IAM}/groups.proto`,
  identities: `${IAM}/identities.proto`,
  roles: `${IAM}/roles.proto`,
  bindings: `${IAM}/role_bindings.proto`,
  providers: `${IAM}/identity_providers.proto`,
  mappings: `${IAM}/external_group_role_mappings.proto`,
  associations: `${IAM}/account_associations.proto`,
  invites: `${IAM}/group_invites.proto`,
  repos: 'chainguard/platform/registry/v2beta1/repos.proto',
  tags: 'chainguard/platform/registry/v2beta1/tags.proto',
  advisories: 'chainguard/platform/vulnerabilities/v2beta1/advisories.proto',
  ping: 'chainguard/platform/ping/v2beta1/ping.proto',
  filter: 'platform/common/v1/uidp.platform.proto',
  whoami: 'platform/auth/v1/auth.platform.proto',
  exchange: 'platform/oidc/v1/oidc.platform.proto',
  capabilities: 'capabilities/capabilities.proto',
  builtInRoles: 'capabilities/roles.go',
  permissions: 'annotations/auth.proto',
  code: 'google/rpc/code.proto',
  status: 'google/rpc/status.proto',
  details: 'google/rpc/error_details.proto',
  groups1: 'platform/iam/v1/group.platform.proto',
  identities1: 'platform/iam/v1/identity.platform.proto',
  roles1: 'platform/iam/v1/role.platform.proto',
  bindings1: 'platform/iam/v1/role_binding.platform.proto',
  registry1: 'platform/registry/v1/registry.platform.proto',
} as const;

type FileKey = keyof typeof FILES;

export function all(...files: readonly FileKey[]): Publication {
  return { extent: 'all', files: files.map((file) => FILES[file]) };
}

/** `note` names the parts that the files do not state, or state differently. */
export function part(note: string, ...files: readonly FileKey[]): Publication {
  return { extent: 'part', files: files.map((file) => FILES[file]), note };
}
