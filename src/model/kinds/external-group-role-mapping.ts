import type { Values } from '../api';
import { declareKind, string } from '../schema';
import { createTimeField, roleReference, uidField } from './common-fields';
import type { ExternalGroupRoleMappingTypes } from './types/external-group-role-mapping';

/** Mappings from groups of an identity provider to roles: created and deleted, never changed. Contract K9. */
export const externalGroupRoleMapping = declareKind<ExternalGroupRoleMappingTypes>({
  kind: 'ExternalGroupRoleMapping',
  description: 'Gives a role in a group to everyone in an external group of an identity provider.',
  domain: 'iam',
  collection: 'externalGroupRoleMappings',
  capability: 'identity_providers',
  operations: ['list', 'get', 'create', 'delete'],
  hasBatchDelete: true,
  terraform: { type: 'external_group_role_mapping', upgrades: [fromMappingInGroup] },
  parent: {
    name: 'identityProviderUid',
    kind: 'IdentityProvider',
    description: 'The identity provider that people sign in with. It reports their external groups.',
  },
  fields: {
    uid: uidField('The uid that the service gave the mapping.'),
    identityProviderUid: string(
      ['outputOnly'],
      'The uid of the identity provider.',
      { format: 'uid' },
      { notInTerraform: 'it is the parent' },
    ),
    externalGroupId: string(
      ['required', 'immutable'],
      'The id of the external group, exactly as the identity provider reports it: a value of its claim with the groups of a person.',
      { maxLength: 512 },
      { decidesAccess: true },
    ),
    roleUid: string(
      ['required', 'immutable'],
      'The role that everyone in the external group receives.',
      { ...roleReference, scoped: { ...roleReference.scoped, within: 'scope' } },
      { decidesAccess: true },
    ),
    scope: string(
      ['required', 'immutable'],
      'The group where people have the role. The role also applies to all groups under it. At present, services accept only the root group.',
      { format: 'uid', refersTo: 'Group' },
      { nameInTerraform: 'scopeUid', decidesAccess: true },
    ),
    createTime: createTimeField('mapping'),
  },
  naturalKey: ['externalGroupId', 'roleUid', 'scope'],
  filters: {
    identity_provider_uid: { matches: 'parent', description: 'Only mappings of this identity provider.' },
  },
  protobuf: {
    fields: { uid: 1, identityProviderUid: 2, externalGroupId: 3, roleUid: 4, scope: 5, createTime: 6 },
    list: { uidp: 1, identityProviderUid: 2, pageSize: 3, pageToken: 4, orderBy: 5, skip: 6 },
  },
  examples: { create: { externalGroupId: 'platform-engineers' } },
});

/** Version 0 had the mapping in the group of its role, and its identity provider among the fields. */
function fromMappingInGroup({ uid, group_uid: scope, external_group: external, ...stored }: Values): Values {
  const provider = stored['identity_provider_uid'];
  return {
    ...stored,
    uid: movedMappingUid(String(provider), String(uid)),
    external_group_id: external,
    scope_uid: scope,
  };
}

/** Returns the uid of a former mapping, beneath its identity provider. The embedded API moves its mappings alike. */
export function movedMappingUid(provider: string, uid: string): string {
  return `${provider}${uid.slice(uid.lastIndexOf('/'))}`;
}
