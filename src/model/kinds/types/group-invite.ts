/** Written by `npm run docs` from the declaration of GroupInvite: edit the declaration instead. */

/** The current role. Absent if it was deleted. */
export interface GroupInviteRole {
  /** The uid of the role. */
  readonly uid?: string | undefined;
  /** The name of the role. */
  readonly name?: string | undefined;
  /** The purpose of the role. */
  readonly description?: string | undefined;
}

/** Gives a role in a group to anyone who presents the code of the invite. The service deletes a single-use invite after its use. */
export interface GroupInvite {
  /** The uid that the service gave the invite. */
  readonly uid: string;
  /** The role that invited people receive in the group. */
  readonly roleUid: string;
  /** The e-mail address of the only person who can use the invite. */
  readonly email: string;
  /** If true, the service deletes the invite after its first use. */
  readonly singleUse: boolean;
  /** The current role. Absent if it was deleted. */
  readonly role?: GroupInviteRole | undefined;
  /** The id of the code, which does not reveal it. */
  readonly keyId: string;
  /** The code that invited people present. Only the response to the creation contains it. */
  readonly code: string;
  /** The time when the invite expires. */
  readonly expirationTime?: string | undefined;
  /** The time when the invite was created. */
  readonly createTime?: string | undefined;
}

/** The fields that create a group invite. */
export interface GroupInviteCreate {
  /** The role that invited people receive in the group. */
  readonly roleUid: string;
  /** The lifetime of the invite, in seconds, for example `86400s`. */
  readonly ttl: string;
  /** The e-mail address of the only person who can use the invite. */
  readonly email?: string | undefined;
  /** If true, the service deletes the invite after its first use. */
  readonly singleUse?: boolean | undefined;
}

/** The filters of a list of the kind GroupInvite. */
export interface GroupInviteFilters {
  /** Only the invite with this key id. */
  readonly keyId?: string | undefined;
}

/** The sort keys of a list of the kind GroupInvite. */
export type GroupInviteSortKey =
  | 'uid'
  | 'roleUid'
  | 'email'
  | 'singleUse'
  | 'keyId'
  | 'expirationTime'
  | 'createTime'
  | 'created_at'
  | 'createdAt';

/** The types of the kind GroupInvite. */
export interface GroupInviteTypes {
  readonly resource: GroupInvite;
  readonly create: GroupInviteCreate;
  readonly update: never;
  readonly filters: GroupInviteFilters;
  readonly sortKey: GroupInviteSortKey;
  readonly unmanaged: never;
}
