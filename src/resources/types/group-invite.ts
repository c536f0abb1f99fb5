/** Written by `npm run docs` from the declaration of GroupInvite: change that instead. */

/** The role, as it stands now; absent if it is gone. */
export interface GroupInviteRole {
  /** The uid of the role. */
  readonly uid?: string | undefined;
  /** The name of the role. */
  readonly name?: string | undefined;
  /** What the role is for. */
  readonly description?: string | undefined;
}

/** Gives whoever presents its code a role in a group. An invite for single use is gone once it was used. */
export interface GroupInvite {
  /** The uid that the service gave the invite. */
  readonly uid: string;
  /** The role that the invited have in the group. */
  readonly roleUid: string;
  /** The e-mail address of the only person who may use the invite. */
  readonly email: string;
  /** Whether the invite is gone once somebody used it. */
  readonly singleUse: boolean;
  /** The role, as it stands now; absent if it is gone. */
  readonly role?: GroupInviteRole | undefined;
  /** What the code is known by, without giving it away. */
  readonly keyId: string;
  /** What the invited present; only the response to the creation holds it. */
  readonly code: string;
  /** Until when the invite holds. */
  readonly expirationTime?: string | undefined;
  /** When the invite was created. */
  readonly createTime?: string | undefined;
}

/** What the creation of a group invite takes. */
export interface GroupInviteCreate {
  /** The role that the invited have in the group. */
  readonly roleUid: string;
  /** For how long the invite holds, in seconds: `86400s`. */
  readonly ttl: string;
  /** The e-mail address of the only person who may use the invite. */
  readonly email?: string | undefined;
  /** Whether the invite is gone once somebody used it. */
  readonly singleUse?: boolean | undefined;
}

/** What lists of the kind GroupInvite can be filtered by. */
export interface GroupInviteFilters {
  /** Only the invite whose code has this key id. */
  readonly keyId?: string | undefined;
}

/** What lists of the kind GroupInvite can be ordered by. */
export type GroupInviteSortKey =
  'uid' | 'roleUid' | 'email' | 'singleUse' | 'keyId' | 'expirationTime' | 'createTime' | 'created_at' | 'createdAt';

/** The types of the kind GroupInvite. */
export interface GroupInviteTypes {
  readonly resource: GroupInvite;
  readonly create: GroupInviteCreate;
  readonly update: never;
  readonly filters: GroupInviteFilters;
  readonly sortKey: GroupInviteSortKey;
}
