/** Written by `npm run docs` from the declaration of ExternalGroupRoleMapping: edit the declaration instead. */

/** Gives a role in a group to the people in an external group of an identity provider. */
export interface ExternalGroupRoleMapping {
  /** The uid that the service gave the mapping. */
  readonly uid: string;
  /** The identity provider that people sign in with. It is in the root group of the organization. */
  readonly identityProviderUid: string;
  /** The external group: a value of the claim with the groups of a person. */
  readonly externalGroup: string;
  /** The role that the people of the external group have in the group. */
  readonly roleUid: string;
  /** The time when the mapping was created. */
  readonly createTime?: string | undefined;
}

/** The fields that create an external group role mapping. */
export interface ExternalGroupRoleMappingCreate {
  /** The identity provider that people sign in with. It is in the root group of the organization. */
  readonly identityProviderUid: string;
  /** The external group: a value of the claim with the groups of a person. */
  readonly externalGroup: string;
  /** The role that the people of the external group have in the group. */
  readonly roleUid: string;
}

/** The filters of a list of the kind ExternalGroupRoleMapping. */
export interface ExternalGroupRoleMappingFilters {
  /** Only mappings of groups of this identity provider. */
  readonly identityProvider?: string | undefined;
  /** Only mappings with this role. */
  readonly role?: string | undefined;
}

/** The sort keys of a list of the kind ExternalGroupRoleMapping. */
export type ExternalGroupRoleMappingSortKey =
  | 'uid'
  | 'identityProviderUid'
  | 'externalGroup'
  | 'roleUid'
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
}
