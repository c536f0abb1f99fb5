/** Written by `npm run docs` from the declaration of RoleBinding: change that instead. */

/** The identity, as it stands now. */
export interface RoleBindingIdentity {
  /** The uid of the identity. */
  readonly uid?: string | undefined;
  /** The name of the identity. */
  readonly name?: string | undefined;
  /** What the identity is for. */
  readonly description?: string | undefined;
  /** The subject that the identity accepts. */
  readonly subject?: string | undefined;
  /** The issuer that the identity accepts. */
  readonly issuer?: string | undefined;
  /** The e-mail address of a person. */
  readonly email?: string | undefined;
}

/** The group, as it stands now. */
export interface RoleBindingGroup {
  /** The uid of the group. */
  readonly uid?: string | undefined;
  /** The name of the group. */
  readonly name?: string | undefined;
  /** What the group is for. */
  readonly description?: string | undefined;
}

/** The role, as it stands now. */
export interface RoleBindingRole {
  /** The uid of the role. */
  readonly uid?: string | undefined;
  /** The name of the role. */
  readonly name?: string | undefined;
  /** What the role is for. */
  readonly description?: string | undefined;
}

/** Gives an identity a role in a group and everywhere beneath it. */
export interface RoleBinding {
  /** The uid that the service gave the role binding. */
  readonly uid: string;
  /** The identity that is given the role. */
  readonly identityUid: string;
  /** The role that is given. */
  readonly roleUid: string;
  /** The identity, as it stands now. */
  readonly identity?: RoleBindingIdentity | undefined;
  /** The group, as it stands now. */
  readonly group?: RoleBindingGroup | undefined;
  /** The role, as it stands now. */
  readonly role?: RoleBindingRole | undefined;
  /** When the role binding was created. */
  readonly createTime?: string | undefined;
}

/** What the creation of a role binding takes. */
export interface RoleBindingCreate {
  /** The identity that is given the role. */
  readonly identityUid: string;
  /** The role that is given. */
  readonly roleUid: string;
}

/** What an update of a role binding can change; what is left out stays as it is. */
export interface RoleBindingUpdate {
  /** The identity that is given the role. */
  readonly identityUid?: string | undefined;
  /** The role that is given. */
  readonly roleUid?: string | undefined;
}

/** What lists of the kind RoleBinding can be filtered by. */
export interface RoleBindingFilters {
  /** Only bindings of this identity. */
  readonly identity?: string | undefined;
  /** Only bindings in exactly this group. */
  readonly group?: string | undefined;
  /** Only bindings to this role. */
  readonly role?: string | undefined;
}

/** What lists of the kind RoleBinding can be ordered by. */
export type RoleBindingSortKey = 'uid' | 'identityUid' | 'roleUid' | 'createTime' | 'created_at' | 'createdAt';

/** The types of the kind RoleBinding. */
export interface RoleBindingTypes {
  readonly resource: RoleBinding;
  readonly create: RoleBindingCreate;
  readonly update: RoleBindingUpdate;
  readonly filters: RoleBindingFilters;
  readonly sortKey: RoleBindingSortKey;
}
