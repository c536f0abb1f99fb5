/** Written by `npm run docs` from the declaration of IdentityProvider: change that instead. */

/** How people are sent to the identity provider. */
export interface IdentityProviderOidc {
  /** The URL of the issuer. */
  readonly issuer: string;
  /** The id of the client that is registered there. */
  readonly clientId: string;
  /** The secret of that client; never in a response. */
  readonly clientSecret?: string | undefined;
  /** Whether sign-in is protected by PKCE; with it no secret is needed. */
  readonly pkceEnabled?: boolean | undefined;
  /** Scopes to ask for beyond those that are always asked for. */
  readonly additionalScopes?: readonly string[] | undefined;
  /** The claim that names a person's groups. */
  readonly groupsClaim?: string | undefined;
}

/** Lets people of an organization sign in with the accounts that they have already. */
export interface IdentityProvider {
  /** The uid that the service gave the identity provider. */
  readonly uid: string;
  /** The name of the identity provider. */
  readonly name: string;
  /** What the identity provider is for. */
  readonly description: string;
  /** The role that people have in the root group once they have signed in. */
  readonly defaultRole: string;
  /** How people are sent to the identity provider. */
  readonly oidc: IdentityProviderOidc;
  /** When the identity provider was created. */
  readonly createTime?: string | undefined;
  /** When the identity provider was last changed. */
  readonly updateTime?: string | undefined;
}

/** What the creation of an identity provider takes. */
export interface IdentityProviderCreate {
  /** The name of the identity provider. */
  readonly name: string;
  /** What the identity provider is for. */
  readonly description?: string | undefined;
  /** The role that people have in the root group once they have signed in. */
  readonly defaultRole: string;
  /** How people are sent to the identity provider. */
  readonly oidc: IdentityProviderOidc;
}

/** What an update of an identity provider can change; what is left out stays as it is. */
export interface IdentityProviderUpdate {
  /** The name of the identity provider. */
  readonly name?: string | undefined;
  /** What the identity provider is for. */
  readonly description?: string | undefined;
  /** The role that people have in the root group once they have signed in. */
  readonly defaultRole?: string | undefined;
  /** How people are sent to the identity provider. */
  readonly oidc?: IdentityProviderOidc | undefined;
}

/** What lists of the kind IdentityProvider can be filtered by. */
export interface IdentityProviderFilters {
  /** Only identity providers of exactly this name. */
  readonly name?: string | undefined;
}

/** What lists of the kind IdentityProvider can be ordered by. */
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
}
