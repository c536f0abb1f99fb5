/** Written by `npm run docs` from the declaration of ExternalGroupRoleMapping: edit the declaration instead. */

/** Gives a role in a group to everyone in an external group of an identity provider. */
export interface ExternalGroupRoleMapping {
  /** The uid that the service gave the mapping. */
  readonly uid: string;
  /** The uid of the identity provider. */
  readonly identityProviderUid: string;
  /** The id of the external group, exactly as the identity provider reports it: a value of its claim with the groups of a person. */
  readonly externalGroupId: string;
  /** The role that everyone in the external group receives. */
  readonly roleUid: string;
  /** The group where people have the role. The role also applies to all groups under it. At present, services accept only the root group. */
  readonly scope: string;
  /** The time when the mapping was created. */
  readonly createTime?: string | undefined;
}

/** The fields that create an external group role mapping. */
export interface ExternalGroupRoleMappingCreate {
  /** The id of the external group, exactly as the identity provider reports it: a value of its claim with the groups of a person. */
  readonly externalGroupId: string;
  /** The role that everyone in the external group receives. */
  readonly roleUid: string;
  /** The group where people have the role. The role also applies to all groups under it. At present, services accept only the root group. */
  readonly scope: string;
}

/** The filters of a list of the kind ExternalGroupRoleMapping. */
export interface ExternalGroupRoleMappingFilters {
  /** Only mappings of this identity provider. */
  readonly identityProviderUid?: string | undefined;
}

/** The sort keys of a list of the kind ExternalGroupRoleMapping. */
export type ExternalGroupRoleMappingSortKey =
  | 'uid'
  | 'identityProviderUid'
  | 'externalGroupId'
  | 'roleUid'
  | 'scope'
  | 'createTime'
  | 'created_at'
  | 'createdAt';

/** The types of the kind ExternalGroupRoleMapping. */
export interface ExternalGroupRoleMappingTypes {
  readonly resource: ExternalGroupRoleMapping;
  readonly create: ExternalGroupRoleMappingCreate;
  readonly update: never;
  readonly filters: ExternalGroupRoleMappingFilters;
  readonly sortKey: ExternalGroupRoleMappingSortKey;
  readonly unmanaged: never;
}
