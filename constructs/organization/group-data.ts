/** A group and everything in it as plain data: the props of a team, and each group of an organization. */
import type { Capability } from '../../src/model/api';
import type { TrustData } from '../../src/access/trust';
import type { BuiltInRoleName } from '../base/built-in-role';
import type { ExpiryProps } from '../base/expiry';
import type { Reference, Uid } from '../base/reference';
import type { AwsIdentity, ClaimMatch, StaticKeys } from '../kinds/identity';
import type { IRole } from '../kinds/role';
import type { Trust } from '../trust/trust';

/** The name of a built-in role, or of a custom role of the group or of a group above it. In a program also a role. */
export type RoleInData = BuiltInRoleName | (string & {}) | IRole;

/** A custom role of a group. */
export interface RoleData {
  /**
   * The name of the role.
   *
   * @default - the key
   */
  readonly name?: string;
  /**
   * The purpose of the role.
   *
   * @default - no description
   */
  readonly description?: string;
  /** The capabilities of the role, as dotted names like `groups.list`. At least one. */
  readonly capabilities: readonly Capability[];
}

/** A role of an identity in its group, optionally until a date. */
export interface RoleGrantData extends ExpiryProps {
  /** The name of a built-in role, or of a custom role of the group or a group above it. */
  readonly role: RoleInData;
}

/** An identity of a group, its roles in the group, and exactly one method to assume it. */
export interface IdentityData {
  /**
   * The name of the identity.
   *
   * @default - the key
   */
  readonly name?: string;
  /**
   * The purpose of the identity.
   *
   * @default - no description
   */
  readonly description?: string;
  /**
   * The workloads or the person that can assume the identity, by platform: `{ gitHubActions: { … } }` with the props of
   * `Trust.gitHubActions`. In a program also a `Trust`.
   *
   * @default - another method is set
   */
  readonly assumedBy?: Trust | TrustData;
  /**
   * Accepts OIDC tokens whose claims match.
   *
   * @default - another method is set
   */
  readonly claimMatch?: ClaimMatch;
  /**
   * Accepts OIDC tokens that are signed by the given public keys, for an issuer that the service cannot reach.
   *
   * @default - another method is set
   */
  readonly staticKeys?: StaticKeys;
  /**
   * Accepts a signed GetCallerIdentity request of AWS.
   *
   * @default - another method is set
   */
  readonly awsIdentity?: AwsIdentity;
  /**
   * The name of a service of the platform that can assume the identity.
   *
   * @default - another method is set
   */
  readonly servicePrincipal?: string;
  /**
   * If true, the provider rejects any plan that deletes or replaces the object. The last applied value counts.
   *
   * @default false
   */
  readonly deletionProtection?: boolean;
  /**
   * Values that replace the object when one of them changes, such as a date.
   *
   * @default - no values
   */
  readonly rotateOn?: Readonly<Record<string, string>>;
  /**
   * The roles of the identity in its group and all groups under it.
   *
   * @default - none
   */
  readonly roles?: readonly (RoleInData | RoleGrantData)[];
}

/** A person who is invited by e-mail address. */
export interface InvitedPersonData {
  /** The e-mail address of the only person who can use the invite. */
  readonly email: string;
  /**
   * The lifetime of the invite, in seconds, for example `86400s`.
   *
   * @default '604800s'
   */
  readonly ttl?: string;
  /**
   * The public key of the recipient of the code, as a JSON Web Key.
   *
   * @default - the code is not stored, and nobody can read it later
   */
  readonly recipientJwk?: string;
}

/** A person, identified by the account that they sign in with. */
export interface AccountData extends ExpiryProps {
  /** The URL of the issuer that the person signs in with. */
  readonly issuer: string;
  /** The subject of the person at the issuer. */
  readonly subject: string;
}

/** A person: an e-mail address to invite, or an account. */
export type PersonData = string | InvitedPersonData | AccountData;

/** Gives identities a role in the group that contains the grant. The identities can be in any group. */
export interface GrantData extends ExpiryProps {
  /** The role that the identities receive in the group and all groups under it. */
  readonly role: RoleInData;
  /**
   * The identity, by its path of keys: `payments/ci`. In a program also an identity construct or a uid.
   *
   * @default - `identities` is set instead
   */
  readonly identity?: Reference<'Identity'> | Uid;
  /**
   * Several identities.
   *
   * @default - `identity` is set instead
   */
  readonly identities?: readonly (Reference<'Identity'> | Uid)[];
}

/** The contents of a group. A key is the id of a construct and the default name of its object. */
export interface GroupContents<I extends string = string, G extends string = string> {
  /**
   * The custom roles of the group. They are valid in the group and all groups under it.
   *
   * @default - none
   */
  readonly roles?: Readonly<Record<string, RoleData>>;
  /**
   * The identities of the group.
   *
   * @default - none
   */
  readonly identities?: Readonly<Record<I, IdentityData>>;
  /**
   * The people who have a role in the group, by role.
   *
   * @default - none
   */
  readonly people?: Readonly<Record<string, readonly PersonData[]>>;
  /**
   * Grants in the group, also to identities of other groups.
   *
   * @default - none
   */
  readonly grants?: readonly GrantData[];
  /**
   * The groups in the group.
   *
   * @default - none
   */
  readonly groups?: Readonly<Record<G, GroupData>>;
}

/** A group with its contents. */
export interface GroupData extends GroupContents {
  /**
   * The name of the group, which should be unique in its parent.
   *
   * @default - the key
   */
  readonly name?: string;
  /**
   * The purpose of the group.
   *
   * @default - no description
   */
  readonly description?: string;
  /**
   * If true, the provider rejects any plan that deletes or replaces the object. The last applied value counts.
   *
   * @default false
   */
  readonly deletionProtection?: boolean;
}
