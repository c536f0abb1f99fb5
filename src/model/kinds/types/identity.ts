/** Written by `npm run docs` from the declaration of Identity: edit the declaration instead. */

/** Accepts OIDC tokens whose claims match. */
export interface IdentityClaimMatch {
  /** The URL of the token issuer: the exact value of the claim `iss`. */
  readonly issuer?: string | undefined;
  /** A regular expression that must match the whole claim `iss`. Write it from `^` to `$`. */
  readonly issuerPattern?: string | undefined;
  /** The exact value of the claim `sub`. */
  readonly subject?: string | undefined;
  /** A regular expression that must match the whole claim `sub`. Write it from `^` to `$`. */
  readonly subjectPattern?: string | undefined;
  /** The exact value of the claim `aud`. By default the host name of the authentication service. */
  readonly audience?: string | undefined;
  /** A regular expression that must match the whole claim `aud`. Write it from `^` to `$`. */
  readonly audiencePattern?: string | undefined;
  /** Further claims and the exact value of each. */
  readonly claims?: Readonly<Record<string, string>> | undefined;
  /** Further claims and the regular expression that must match the whole value of each. */
  readonly claimPatterns?: Readonly<Record<string, string>> | undefined;
}

/** Accepts OIDC tokens that are signed by the given public keys, for an issuer that the service cannot reach. */
export interface IdentityStaticKeys {
  /** The exact value of the claim `iss`. */
  readonly issuer: string;
  /** The exact value of the claim `sub`. */
  readonly subject: string;
  /** The public keys, as the text of a JSON Web Key Set. */
  readonly issuerKeys: string;
  /** The time when the identity stops accepting tokens, at most 365 days from now. By default 365 days after the keys are first set. */
  readonly expirationTime?: string | undefined;
  /** The exact value of the claim `aud`, as a list of one. */
  readonly audiences?: readonly string[] | undefined;
}

/** Accepts a signed GetCallerIdentity request of AWS. */
export interface IdentityAwsIdentity {
  /** The 12 digits of the AWS account. */
  readonly awsAccount: string;
  /** The exact ARN of the caller. */
  readonly arn?: string | undefined;
  /** A regular expression that must match the whole ARN. Write it from `^` to `$`. */
  readonly arnPattern?: string | undefined;
  /** The exact user id of the caller. */
  readonly userId?: string | undefined;
  /** A regular expression that must match the whole user id. Write it from `^` to `$`. */
  readonly userIdPattern?: string | undefined;
}

/** An identity for workloads. A workload whose token the identity accepts acts as the identity. */
export interface Identity {
  /** The uid that the service gave the identity. */
  readonly uid: string;
  /** The name of the identity. */
  readonly name: string;
  /** The purpose of the identity. */
  readonly description: string;
  /** Accepts OIDC tokens whose claims match. */
  readonly claimMatch?: IdentityClaimMatch | undefined;
  /** Accepts OIDC tokens that are signed by the given public keys, for an issuer that the service cannot reach. */
  readonly staticKeys?: IdentityStaticKeys | undefined;
  /** Accepts a signed GetCallerIdentity request of AWS. */
  readonly awsIdentity?: IdentityAwsIdentity | undefined;
  /** The name of a service of the platform that can assume the identity. */
  readonly servicePrincipal: string;
  /** The e-mail address of a person, verified by the identity provider. */
  readonly email: string;
  /** An unverified e-mail address. */
  readonly emailUnverified: string;
  /** The time when the identity was last assumed. */
  readonly lastSeenTime?: string | undefined;
  /** The time when the identity was created. */
  readonly createTime?: string | undefined;
  /** The time when the identity was last changed. */
  readonly updateTime?: string | undefined;
  /** The company that the identity belongs to. Only in responses. */
  readonly company?: string | undefined;
}

/** The fields that create an identity. */
export interface IdentityCreate {
  /** The name of the identity. */
  readonly name: string;
  /** The purpose of the identity. */
  readonly description?: string | undefined;
  /** Accepts OIDC tokens whose claims match. */
  readonly claimMatch?: IdentityClaimMatch | undefined;
  /** Accepts OIDC tokens that are signed by the given public keys, for an issuer that the service cannot reach. */
  readonly staticKeys?: IdentityStaticKeys | undefined;
  /** Accepts a signed GetCallerIdentity request of AWS. */
  readonly awsIdentity?: IdentityAwsIdentity | undefined;
  /** The name of a service of the platform that can assume the identity. */
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
  /** Accepts OIDC tokens that are signed by the given public keys, for an issuer that the service cannot reach. */
  readonly staticKeys?: IdentityStaticKeys | undefined;
  /** Accepts a signed GetCallerIdentity request of AWS. */
  readonly awsIdentity?: IdentityAwsIdentity | undefined;
  /** The name of a service of the platform that can assume the identity. */
  readonly servicePrincipal?: string | undefined;
}

/** The filters of a list of the kind Identity. */
export interface IdentityFilters {
  /** Only identities with exactly this name. */
  readonly name?: string | undefined;
  /** Only identities that are assumed by this method: RELATIONSHIP_TYPE_CLAIM_MATCH, _STATIC, _AWS_IDENTITY or _SERVICE_PRINCIPAL. */
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
  readonly unmanaged: 'company';
}
