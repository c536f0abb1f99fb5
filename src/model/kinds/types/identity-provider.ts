/** Written by `npm run docs` from the declaration of IdentityProvider: edit the declaration instead. */

/** The OpenID Connect client of the identity provider. */
export interface IdentityProviderOidc {
  /** The URL of the issuer. */
  readonly issuer: string;
  /** The id of the client that is registered at the issuer. */
  readonly clientId: string;
  /** The secret of the client, which the API never returns. */
  readonly clientSecret?: string | undefined;
  /** If true, sign-in uses PKCE, and no secret is needed. */
  readonly pkceEnabled?: boolean | undefined;
  /** Additional scopes to request. */
  readonly additionalScopes?: readonly string[] | undefined;
  /** The claim with the groups of a person. */
  readonly groupsClaim?: string | undefined;
  /** The rule that matches a sign-in with a person that the identity provider has provisioned. Only in responses. */
  readonly correlationRule?: string | undefined;
}

/** Lets people of an organization sign in with their existing accounts. */
export interface IdentityProvider {
  /** The uid that the service gave the identity provider. */
  readonly uid: string;
  /** The name of the identity provider. */
  readonly name: string;
  /** The purpose of the identity provider. */
  readonly description: string;
  /** The role that people have in the root group after they sign in. */
  readonly defaultRole: string;
  /** The OpenID Connect client of the identity provider. */
  readonly oidc: IdentityProviderOidc;
  /** The time when the identity provider was created. */
  readonly createTime?: string | undefined;
  /** The time when the identity provider was last changed. */
  readonly updateTime?: string | undefined;
}

/** The fields that create an identity provider. */
export interface IdentityProviderCreate {
  /** The name of the identity provider. */
  readonly name: string;
  /** The purpose of the identity provider. */
  readonly description?: string | undefined;
  /** The role that people have in the root group after they sign in. */
  readonly defaultRole: string;
  /** The OpenID Connect client of the identity provider. */
  readonly oidc: IdentityProviderOidc;
}

/** The fields that an update of an identity provider can change; omitted fields keep their values. */
export interface IdentityProviderUpdate {
  /** The name of the identity provider. */
  readonly name?: string | undefined;
  /** The purpose of the identity provider. */
  readonly description?: string | undefined;
  /** The role that people have in the root group after they sign in. */
  readonly defaultRole?: string | undefined;
  /** The OpenID Connect client of the identity provider. */
  readonly oidc?: IdentityProviderOidc | undefined;
}

/** The filters of a list of the kind IdentityProvider. */
export interface IdentityProviderFilters {
  /** Only identity providers with exactly this name. */
  readonly name?: string | undefined;
}

/** The sort keys of a list of the kind IdentityProvider. */
export type IdentityProviderSortKey =
  | 'uid'
  | 'name'
  | 'description'
  | 'defaultRole'
  | 'createTime'
  | 'updateTime'
  | 'created_at'
  | 'createdAt'
  | 'updated_at'
  | 'updatedAt';

/** The types of the kind IdentityProvider. */
export interface IdentityProviderTypes {
  readonly resource: IdentityProvider;
  readonly create: IdentityProviderCreate;
  readonly update: IdentityProviderUpdate;
  readonly filters: IdentityProviderFilters;
  readonly sortKey: IdentityProviderSortKey;
  readonly unmanaged: never;
}
