import { declareKind, string } from '../schema';
import { createTimeField, roleReference, uidField } from './common-fields';
import type { ExternalGroupRoleMappingTypes } from './types/external-group-role-mapping';

/** Mappings from groups of an identity provider to roles: created and deleted, never changed. Contract K9. */
export const externalGroupRoleMapping = declareKind<ExternalGroupRoleMappingTypes>({
  kind: 'ExternalGroupRoleMapping',
  description: 'Gives a role in a group to the people in an external group of an identity provider.',
  domain: 'iam',
  collection: 'externalGroupRoleMappings',
  capability: 'identity_providers',
  operations: ['list', 'create', 'delete'],
  terraform: { type: 'external_group_role_mapping' },
  parent: {
    name: 'groupUid',
    description: 'The group where people have the role. The role also applies to all groups under it.',
  },
  fields: {
    uid: uidField('The uid that the service gave the mapping.'),
    identityProviderUid: string(
      ['required', 'immutable'],
      'The identity provider that people sign in with. It is in the root group of the organization.',
      { format: 'uid', refersTo: 'IdentityProvider' },
    ),
    externalGroup: string(
      ['required', 'immutable'],
      'The external group: a value of the claim with the groups of a person.',
      { maxLength: 512 },
      { decidesAccess: true },
    ),
    roleUid: string(
      ['required', 'immutable'],
      'The role that the people of the external group have in the group.',
      roleReference,
      {
        decidesAccess: true,
      },
    ),
    createTime: createTimeField('mapping'),
  },
  naturalKey: ['identityProviderUid', 'externalGroup', 'roleUid'],
  filters: {
    identity_provider: {
      matches: 'identityProviderUid',
      description: 'Only mappings of groups of this identity provider.',
    },
    role: { matches: 'roleUid', description: 'Only mappings with this role.' },
  },
  protobuf: {
    fields: { uid: 1, identityProviderUid: 2, externalGroup: undefined, roleUid: 4, createTime: 6 },
    list: { uidp: 1, identityProvider: undefined, role: undefined, pageSize: 3, pageToken: 4, orderBy: 5, skip: 6 },
  },
  examples: { create: { externalGroup: 'platform-engineers' } },
});
