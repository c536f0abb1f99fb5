import type { Construct } from 'constructs';
import { identityProvider } from '../../src/model/kinds';
import type { BuiltInRoleName } from '../base/built-in-role';
import { isResource, PlatformResource, type ResourceProps } from '../base/platform-resource';
import type { Reference, Uid } from '../base/reference';
import type { IRole } from './role';

/** The OpenID Connect client of an identity provider. It authenticates with a secret or with PKCE. */
export interface OidcClient {
  /** The URL of the issuer. */
  readonly issuer: string;
  /** The id of the client that is registered at the issuer. */
  readonly clientId: string;
  /**
   * The secret of the client, which the API never returns.
   *
   * Needs Terraform or OpenTofu 1.11 or newer, which keep it out of plan and state. Pass a Terraform variable: literal
   * text would appear in the synthesized files.
   *
   * @default - no secret; `pkceEnabled` is required
   */
  readonly clientSecret?: string;
  /**
   * Any number. Change it to send `clientSecret` again: Terraform does not store the secret and cannot see a change of it.
   *
   * @default - the secret is sent when the provider is created, and when something else in `oidc` changes
   */
  readonly clientSecretWoVersion?: number;
  /**
   * If true, sign-in uses PKCE, and no secret is needed.
   *
   * @default false
   */
  readonly pkceEnabled?: boolean;
  /**
   * Additional scopes to request.
   *
   * @default - no additional scopes
   */
  readonly additionalScopes?: readonly string[];
  /**
   * The claim with the groups of a person.
   *
   * @default - none
   */
  readonly groupsClaim?: string;
}

/** The props of an identity provider. */
export interface IdentityProviderProps extends ResourceProps {
  /**
   * The root group of the people who sign in. It can have several identity providers. A change of the group replaces the
   * identity provider.
   *
   * @default - the scope, if it is a group; otherwise the prop is required
   */
  readonly group?: Reference<'Group'> | Uid;
  /** The name of the identity provider. */
  readonly name: string;
  /**
   * The purpose of the identity provider.
   *
   * @default - no description
   */
  readonly description?: string;
  /** The role that people have in the root group after they sign in. */
  readonly defaultRole: IRole | BuiltInRoleName | Uid;
  /** The OpenID Connect client of the identity provider. */
  readonly oidc: OidcClient;
}

/**
 * Lets people of an organization sign in with their existing accounts.
 *
 * @example
 * new IdentityProvider(stack, 'staff', {
 *   group: acme,
 *   name: 'staff',
 *   defaultRole: Role.named(stack, 'viewer'),
 *   oidc: { issuer: 'https://login.example.com', clientId: 'platform', pkceEnabled: true },
 * });
 */
export class IdentityProvider extends PlatformResource {
  static readonly tfResourceType = 'platform_identity_provider';

  /** Returns true if `x` is an `IdentityProvider`, created by this or another copy of the package. */
  static isIdentityProvider(x: unknown): x is IdentityProvider {
    return isResource(x, identityProvider);
  }

  readonly kind = 'IdentityProvider';

  /**
   * Creates an identity provider of a root group.
   *
   * @throws Error outside of a stack or without a group. Synthesis reports all other problems together.
   */
  constructor(scope: Construct, id: string, props: IdentityProviderProps) {
    super(scope, id, identityProvider, props);
  }

  /** The uid of the root group whose people sign in. */
  get groupUid(): string {
    return this.getStringAttribute('group_uid');
  }

  /** The name of the identity provider. */
  get name(): string {
    return this.getStringAttribute('name');
  }

  /** The purpose of the identity provider. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** The uid of the role that people have in the root group after they sign in. */
  get defaultRole(): string {
    return this.getStringAttribute('default_role');
  }
}
