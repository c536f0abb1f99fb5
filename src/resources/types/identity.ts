/** Written by `npm run docs` from the declaration of Identity: edit the declaration instead. */

/** Accepts OIDC tokens whose claims match. */
export interface IdentityClaimMatch {
  /** The URL of the token issuer, exactly as in the claim `iss`. */
  readonly issuer?: string | undefined;
  /** A regular expression that the whole claim `iss` must match; write it from `^` to `$`. */
  readonly issuerPattern?: string | undefined;
  /** The claim `sub`, exactly. */
  readonly subject?: string | undefined;
  /** A regular expression that the whole claim `sub` must match; write it from `^` to `$`. */
  readonly subjectPattern?: string | undefined;
  /** The claim `aud`, exactly; unset, it is the host name of the authentication service. */
  readonly audience?: string | undefined;
  /** A regular expression that the whole claim `aud` must match; write it from `^` to `$`. */
  readonly audiencePattern?: string | undefined;
  /** Further claims and the exact value of each. */
  readonly claims?: Readonly<Record<string, string>> | undefined;
  /** Further claims and the regular expression that each must match whole. */
  readonly claimPatterns?: Readonly<Record<string, string>> | undefined;
}

/** Accepts OIDC tokens signed by keys that are kept here, for an issuer that cannot be reached. */
export interface IdentityStaticKeys {
  /** The claim `iss`, exactly. */
  readonly issuer: string;
  /** The claim `sub`, exactly. */
  readonly subject: string;
  /** The public keys, a JSON Web Key Set as text. */
  readonly issuerKeys: string;
  /** When the identity stops accepting tokens: at most, and by default, 365 days from now. */
  readonly expirationTime?: string | undefined;
  /** The claim `aud`; exactly one. */
  readonly audiences?: readonly string[] | undefined;
}

/** Accepts a signed GetCallerIdentity request of AWS. */
export interface IdentityAwsIdentity {
  /** The twelve digits of the AWS account. */
  readonly awsAccount: string;
  /** The ARN of the caller, exactly. */
  readonly arn?: string | undefined;
  /** A regular expression that the whole ARN must match; write it from `^` to `$`. */
  readonly arnPattern?: string | undefined;
  /** The user id of the caller, exactly. */
  readonly userId?: string | undefined;
  /** A regular expression that the whole user id must match; write it from `^` to `$`. */
  readonly userIdPattern?: string | undefined;
}

/** An identity for workloads: a caller with a token that the identity accepts acts as the identity. */
export interface Identity {
  /** The uid that the service gave the identity. */
  readonly uid: string;
  /** The name of the identity. */
  readonly name: string;
  /** The purpose of the identity. */
  readonly description: string;
  /** Accepts OIDC tokens whose claims match. */
  readonly claimMatch?: IdentityClaimMatch | undefined;
  /** Accepts OIDC tokens signed by keys that are kept here, for an issuer that cannot be reached. */
  readonly staticKeys?: IdentityStaticKeys | undefined;
  /** Accepts a signed GetCallerIdentity request of AWS. */
  readonly awsIdentity?: IdentityAwsIdentity | undefined;
  /** The name of a service of the platform itself that may act as the identity. */
  readonly servicePrincipal: string;
  /** The e-mail address of a person, verified by the identity provider. */
  readonly email: string;
  /** An unverified e-mail address. */
  readonly emailUnverified: string;
  /** When the identity was last assumed. */
  readonly lastSeenTime?: string | undefined;
  /** When the identity was created. */
  readonly createTime?: string | undefined;
  /** When the identity was last changed. */
  readonly updateTime?: string | undefined;
}

/** The fields that create an identity. */
export interface IdentityCreate {
  /** The name of the identity. */
  readonly name: string;
  /** The purpose of the identity. */
  readonly description?: string | undefined;
  /** Accepts OIDC tokens whose claims match. */
  readonly claimMatch?: IdentityClaimMatch | undefined;
  /** Accepts OIDC tokens signed by keys that are kept here, for an issuer that cannot be reached. */
  readonly staticKeys?: IdentityStaticKeys | undefined;
  /** Accepts a signed GetCallerIdentity request of AWS. */
  readonly awsIdentity?: IdentityAwsIdentity | undefined;
  /** The name of a service of the platform itself that may act as the identity. */
  readonly servicePrincipal?: string | undefined;
}

/** The fields that an update of an identity can change; omitted fields keep their values. */
export interface IdentityUpdate {
  /** The name of the identity. */
  readonly name?: string | undefined;
  /** The purpose of the identity. */
  readonly description?: string | undefined;
  /** Accepts OIDC tokens whose claims match. */
  readonly claimMatch?: IdentityClaimMatch | undefined;
  /** Accepts OIDC tokens signed by keys that are kept here, for an issuer that cannot be reached. */
  readonly staticKeys?: IdentityStaticKeys | undefined;
  /** Accepts a signed GetCallerIdentity request of AWS. */
  readonly awsIdentity?: IdentityAwsIdentity | undefined;
  /** The name of a service of the platform itself that may act as the identity. */
  readonly servicePrincipal?: string | undefined;
}

/** The filters of a list of the kind Identity. */
export interface IdentityFilters {
  /** Only identities of exactly this name. */
  readonly name?: string | undefined;
  /** Only identities that are assumed in this way: RELATIONSHIP_TYPE_CLAIM_MATCH, _STATIC, _AWS_IDENTITY or _SERVICE_PRINCIPAL. */
  readonly relationshipType?: string | undefined;
}

/** The sort keys of a list of the kind Identity. */
export type IdentitySortKey =
  | 'uid'
  | 'name'
  | 'description'
  | 'servicePrincipal'
  | 'email'
  | 'emailUnverified'
  | 'lastSeenTime'
  | 'createTime'
  | 'updateTime'
  | 'created_at'
  | 'createdAt'
  | 'updated_at'
  | 'updatedAt';

/** The types of the kind Identity. */
export interface IdentityTypes {
  readonly resource: Identity;
  readonly create: IdentityCreate;
  readonly update: IdentityUpdate;
  readonly filters: IdentityFilters;
  readonly sortKey: IdentitySortKey;
}
