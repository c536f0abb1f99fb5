/** Written by `npm run docs` from the declaration of RoleBinding: edit the declaration instead. */

/** The current identity. */
export interface RoleBindingIdentity {
  /** The uid of the identity. */
  readonly uid?: string | undefined;
  /** The name of the identity. */
  readonly name?: string | undefined;
  /** The purpose of the identity. */
  readonly description?: string | undefined;
  /** The subject that the identity accepts. */
  readonly subject?: string | undefined;
  /** The issuer that the identity accepts. */
  readonly issuer?: string | undefined;
  /** The e-mail address of a person. */
  readonly email?: string | undefined;
}

/** The current group. */
export interface RoleBindingGroup {
  /** The uid of the group. */
  readonly uid?: string | undefined;
  /** The name of the group. */
  readonly name?: string | undefined;
  /** The purpose of the group. */
  readonly description?: string | undefined;
}

/** The current role. */
export interface RoleBindingRole {
  /** The uid of the role. */
  readonly uid?: string | undefined;
  /** The name of the role. */
  readonly name?: string | undefined;
  /** The purpose of the role. */
  readonly description?: string | undefined;
}

/** Gives an identity a role in a group and all groups under it. */
export interface RoleBinding {
  /** The uid that the service gave the role binding. */
  readonly uid: string;
  /** The identity that receives the role. */
  readonly identityUid: string;
  /** The role that the identity receives. */
  readonly roleUid: string;
  /** The current identity. */
  readonly identity?: RoleBindingIdentity | undefined;
  /** The current group. */
  readonly group?: RoleBindingGroup | undefined;
  /** The current role. */
  readonly role?: RoleBindingRole | undefined;
  /** The time when the role binding was created. */
  readonly createTime?: string | undefined;
}

/** The fields that create a role binding. */
export interface RoleBindingCreate {
  /** The identity that receives the role. */
  readonly identityUid: string;
  /** The role that the identity receives. */
  readonly roleUid: string;
}

/** The fields that an update of a role binding can change; omitted fields keep their values. */
export interface RoleBindingUpdate {
  /** The identity that receives the role. */
  readonly identityUid?: string | undefined;
  /** The role that the identity receives. */
  readonly roleUid?: string | undefined;
}

/** The filters of a list of the kind RoleBinding. */
export interface RoleBindingFilters {
  /** Only role bindings of this identity. */
  readonly identity?: string | undefined;
  /** Only role bindings in exactly this group. */
  readonly group?: string | undefined;
  /** Only role bindings with this role. */
  readonly role?: string | undefined;
}

/** The sort keys of a list of the kind RoleBinding. */
export type RoleBindingSortKey = 'uid' | 'identityUid' | 'roleUid' | 'createTime' | 'created_at' | 'createdAt';

/** The types of the kind RoleBinding. */
export interface RoleBindingTypes {
  readonly resource: RoleBinding;
  readonly create: RoleBindingCreate;
  readonly update: RoleBindingUpdate;
  readonly filters: RoleBindingFilters;
  readonly sortKey: RoleBindingSortKey;
  readonly unmanaged: never;
}
