/** Written by `npm run docs` from the declaration of ExternalGroupRoleMapping: change that instead. */

/** Gives a role in a group to the people whom an identity provider lists in one of its own groups. */
export interface ExternalGroupRoleMapping {
  /** The uid that the service gave the mapping. */
  readonly uid: string;
  /** The identity provider by which people sign in. It is in the root group of the organization. */
  readonly identityProviderUid: string;
  /** The group of people at the identity provider, as its `groups_claim` names it. */
  readonly externalGroup: string;
  /** The role that these people have in the group. */
  readonly roleUid: string;
  /** When the mapping was created. */
  readonly createTime?: string | undefined;
}

/** What the creation of an external group role mapping takes. */
export interface ExternalGroupRoleMappingCreate {
  /** The identity provider by which people sign in. It is in the root group of the organization. */
  readonly identityProviderUid: string;
  /** The group of people at the identity provider, as its `groups_claim` names it. */
  readonly externalGroup: string;
  /** The role that these people have in the group. */
  readonly roleUid: string;
}

/** What lists of the kind ExternalGroupRoleMapping can be filtered by. */
export interface ExternalGroupRoleMappingFilters {
  /** Only mappings of groups of this identity provider. */
  readonly identityProvider?: string | undefined;
  /** Only mappings to this role. */
  readonly role?: string | undefined;
}

/** What lists of the kind ExternalGroupRoleMapping can be ordered by. */
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
