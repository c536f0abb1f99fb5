/** One group and everything in it as plain data: the props of a team, and each group of an organization. */
import type { Capability } from '../../src/api';
import type { TrustData } from '../../src/trust';
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

/** A role that an identity has in its group, until a date. */
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
   * The workloads or the person that may assume the identity, by their platform: `{ gitHubActions: { … } }` with the props of
   * `Trust.gitHubActions`. In a program also a `Trust`.
   *
   * @default - the identity is assumed in another way
   */
  readonly assumedBy?: Trust | TrustData;
  /**
   * Accepts OIDC tokens whose claims match.
   *
   * @default - the identity is assumed in another way
   */
  readonly claimMatch?: ClaimMatch;
  /**
   * Accepts OIDC tokens signed by keys that are kept here, for an issuer that cannot be reached.
   *
   * @default - the identity is assumed in another way
   */
  readonly staticKeys?: StaticKeys;
  /**
   * Accepts a signed GetCallerIdentity request of AWS.
   *
   * @default - the identity is assumed in another way
   */
  readonly awsIdentity?: AwsIdentity;
  /**
   * The name of a service of the platform itself that may act as the identity.
   *
   * @default - the identity is assumed in another way
   */
  readonly servicePrincipal?: string;
  /**
   * If true, any plan that deletes or replaces the object is rejected. The last applied value counts.
   *
   * @default false
   */
  readonly deletionProtection?: boolean;
  /**
   * The roles of the identity in its group and all groups under it.
   *
   * @default - none
   */
  readonly roles?: readonly (RoleInData | RoleGrantData)[];
}

/** A person who is invited by e-mail address. */
export interface InvitedPersonData {
  /** The e-mail address of the only person who may use the invite. */
  readonly email: string;
  /**
   * The lifetime of the invite, in seconds: `86400s`.
   *
   * @default '604800s'
   */
  readonly ttl?: string;
  /**
   * The public key of the recipient of the code, as the text of a JSON Web Key.
   *
   * @default - the code is not stored, and nobody can read it later
   */
  readonly recipientJwk?: string;
}

/** A person by the account that they sign in with. */
export interface AccountData extends ExpiryProps {
  /** The URL of the issuer with which the person signs in. */
  readonly issuer: string;
  /** The subject of the person at the issuer. */
  readonly subject: string;
}

/** A person: an e-mail address to invite, or an account. */
export type PersonData = string | InvitedPersonData | AccountData;

/** Gives identities of any group a role in the group that contains the grant. */
export interface GrantData extends ExpiryProps {
  /** The role that is given in the group and all groups under it. */
  readonly role: RoleInData;
  /**
   * The identity, by its path of keys: `payments/ci`. In a program also an identity, or its uid.
   *
   * @default - `identities` is given instead
   */
  readonly identity?: Reference<'Identity'> | Uid;
  /**
   * Several identities.
   *
   * @default - `identity` is given instead
   */
  readonly identities?: readonly (Reference<'Identity'> | Uid)[];
}

/** The contents of a group. A key is the id of a construct, and the default name of its object. */
export interface GroupContents<I extends string = string, G extends string = string> {
  /**
   * The custom roles of the group, for it and all groups under it.
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
   * The people who have a role in the group, by the role.
   *
   * @default - none
   */
  readonly people?: Readonly<Record<string, readonly PersonData[]>>;
  /**
   * Access of identities to the group, also of identities of other groups.
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
   * The name of the group, unique to people among its siblings.
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
   * If true, any plan that deletes or replaces the object is rejected. The last applied value counts.
   *
   * @default false
   */
  readonly deletionProtection?: boolean;
}
