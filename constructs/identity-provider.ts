import type { Construct } from 'constructs';
import { identityProvider } from '../src/resources';
import type { IGroup } from './group';
import { isResource, PlatformResource, type ResourceProps } from './platform-resource';
import type { IRole } from './role';

/** How people are sent to an identity provider: OpenID Connect, with a secret or with PKCE. */
export interface OidcClient {
  /** The URL of the issuer. */
  readonly issuer: string;
  /** The id of the client that is registered there. */
  readonly clientId: string;
  /**
   * The secret of that client; never in a response.
   *
   * Needs Terraform or OpenTofu 1.11 or newer, which keep it out of plan and state. Pass a Terraform variable: what is
   * written here lands in the synthesized files.
   *
   * @default - no secret: `pkceEnabled` is given
   */
  readonly clientSecret?: string;
  /**
   * Any number; another one sends `clientSecret` again, which Terraform itself does not remember. Without it, another secret
   * is not noticed.
   *
   * @default - the secret is sent when the provider is created, and when something else in `oidc` changes
   */
  readonly clientSecretWoVersion?: number;
  /**
   * Whether sign-in is protected by PKCE; with it no secret is needed.
   *
   * @default false
   */
  readonly pkceEnabled?: boolean;
  /**
   * Scopes to ask for beyond those that are always asked for.
   *
   * @default - no further scopes
   */
  readonly additionalScopes?: readonly string[];
  /**
   * The claim that names a person's groups.
   *
   * @default - none
   */
  readonly groupsClaim?: string;
}

/** What an identity provider is made from. */
export interface IdentityProviderProps extends ResourceProps {
  /** The root group whose people sign in. It has one identity provider; another group makes a new one. */
  readonly group: IGroup | string;
  /** The name of the identity provider. */
  readonly name: string;
  /**
   * What the identity provider is for.
   *
   * @default - no description
   */
  readonly description?: string;
  /** The role that people have in the root group once they have signed in. */
  readonly defaultRole: IRole | string;
  /** How people are sent to the identity provider. */
  readonly oidc: OidcClient;
}

/**
 * Lets people of an organization sign in with the accounts that they have already.
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

  /** Whether `x` is an `IdentityProvider`, made by this copy of the package or another. */
  static isIdentityProvider(x: unknown): x is IdentityProvider {
    return isResource(x, identityProvider);
  }

  readonly kind = 'IdentityProvider';

  /** @throws Error outside of a stack, and when `group` is missing; whatever else is wrong is reported together at synth. */
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

  /** What the identity provider is for. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** The uid of the role that people have in the root group once they have signed in. */
  get defaultRole(): string {
    return this.getStringAttribute('default_role');
  }
}
