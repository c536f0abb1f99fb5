/** Written by `npm run docs` from the declaration of ExternalGroupRoleMapping: edit the declaration instead. */

/** Gives a role in a group to the people whom an identity provider lists in one of its own groups. */
export interface ExternalGroupRoleMapping {
  /** The uid that the service gave the mapping. */
  readonly uid: string;
  /** The identity provider that people sign in with. It is in the root group of the organization. */
  readonly identityProviderUid: string;
  /** The group of people at the identity provider, as its `groups_claim` names it. */
  readonly externalGroup: string;
  /** The role that these people have in the group. */
  readonly roleUid: string;
  /** When the mapping was created. */
  readonly createTime?: string | undefined;
}

/** The fields that create an external group role mapping. */
export interface ExternalGroupRoleMappingCreate {
  /** The identity provider that people sign in with. It is in the root group of the organization. */
  readonly identityProviderUid: string;
  /** The group of people at the identity provider, as its `groups_claim` names it. */
  readonly externalGroup: string;
  /** The role that these people have in the group. */
  readonly roleUid: string;
}

/** The filters of a list of the kind ExternalGroupRoleMapping. */
export interface ExternalGroupRoleMappingFilters {
  /** Only mappings of groups of this identity provider. */
  readonly identityProvider?: string | undefined;
  /** Only mappings to this role. */
  readonly role?: string | undefined;
}

/** The sort keys of a list of the kind ExternalGroupRoleMapping. */
export type ExternalGroupRoleMappingSortKey =
  'uid' | 'identityProviderUid' | 'externalGroup' | 'roleUid' | 'createTime' | 'created_at' | 'createdAt';

/** The types of the kind ExternalGroupRoleMapping. */
export interface ExternalGroupRoleMappingTypes {
  readonly resource: ExternalGroupRoleMapping;
  readonly create: ExternalGroupRoleMappingCreate;
  readonly update: never;
  readonly filters: ExternalGroupRoleMappingFilters;
  readonly sortKey: ExternalGroupRoleMappingSortKey;
}
