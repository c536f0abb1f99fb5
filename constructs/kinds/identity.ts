import type { Construct } from 'constructs';
import { identity } from '../../src/resources';
import type { BuiltInRoleName } from '../base/built-in-role';
import {
  namedIdentity,
  person,
  type GrantProps,
  type IIdentity,
  type NamedIdentityOptions,
  type PersonProps,
} from './found-identity';
import { grantRole } from './grants';
import { isResource, PlatformResource, type ResourceProps } from '../base/platform-resource';
import type { Reference, Uid } from '../base/reference';
import type { IRole } from './role';
import type { RoleBinding } from './role-binding';
import { assumedByProblems, broadReason, withoutAssumedBy, type AssumedByProps } from '../trust/assumed-by';
import { warnIfUnobtainable } from '../trust/trust-policy';
import { knownSource, withSource } from '../base/source-line';

/** Which OIDC tokens an identity accepts, by what they claim. */
export interface ClaimMatch {
  /**
   * The URL of the token issuer, exactly as in the claim `iss`.
   *
   * @default - `issuerPattern` is given instead
   */
  readonly issuer?: string;
  /**
   * A regular expression that the whole claim `iss` must match; write it from `^` to `$`.
   *
   * @default - `issuer` is given instead
   */
  readonly issuerPattern?: string;
  /**
   * The claim `sub`, exactly.
   *
   * @default - `subjectPattern` is given instead
   */
  readonly subject?: string;
  /**
   * A regular expression that the whole claim `sub` must match; write it from `^` to `$`.
   *
   * @default - `subject` is given instead
   */
  readonly subjectPattern?: string;
  /**
   * The claim `aud`, exactly; unset, it is the host name of the authentication service.
   *
   * @default - the host name of the authentication service
   */
  readonly audience?: string;
  /**
   * A regular expression that the whole claim `aud` must match; write it from `^` to `$`.
   *
   * @default - `audience` counts
   */
  readonly audiencePattern?: string;
  /**
   * Further claims and the exact value of each.
   *
   * @default - no further claim counts
   */
  readonly claims?: Readonly<Record<string, string>>;
  /**
   * Further claims and the regular expression that each must match whole.
   *
   * @default - no further claim counts
   */
  readonly claimPatterns?: Readonly<Record<string, string>>;
}

/** Which OIDC tokens an identity accepts, by keys that are kept with it. */
export interface StaticKeys {
  /** The claim `iss`, exactly. */
  readonly issuer: string;
  /** The claim `sub`, exactly. */
  readonly subject: string;
  /** The public keys, a JSON Web Key Set as text. */
  readonly issuerKeys: string;
  /**
   * When the identity stops accepting tokens: at most, and by default, 365 days from now.
   *
   * @default - 365 days after the keys are first set, as the service fills it in
   */
  readonly expirationTime?: string;
  /**
   * The claim `aud`; exactly one.
   *
   * @default - the host name of the authentication service
   */
  readonly audiences?: readonly string[];
}

/** Which callers of AWS an identity accepts. */
export interface AwsIdentity {
  /** The twelve digits of the AWS account. */
  readonly awsAccount: string;
  /**
   * The ARN of the caller, exactly.
   *
   * @default - `arnPattern` is given instead
   */
  readonly arn?: string;
  /**
   * A regular expression that the whole ARN must match; write it from `^` to `$`.
   *
   * @default - `arn` is given instead
   */
  readonly arnPattern?: string;
  /**
   * The user id of the caller, exactly.
   *
   * @default - `userIdPattern` is given instead
   */
  readonly userId?: string;
  /**
   * A regular expression that the whole user id must match; write it from `^` to `$`.
   *
   * @default - `userId` is given instead
   */
  readonly userIdPattern?: string;
}

/**
 * The props of an identity: its group, its name, and either `assumedBy` or one of the four methods to assume it. Another
 * method replaces the identity.
 */
export interface IdentityProps extends AssumedByProps, ResourceProps {
  /**
   * The group that contains the identity. Another group replaces the identity.
   *
   * @default - the scope, if it is a group; otherwise the prop is required
   */
  readonly group?: Reference<'Group'> | Uid;
  /** The name of the identity. */
  readonly name: string;
  /**
   * The purpose of the identity.
   *
   * @default - no description
   */
  readonly description?: string;
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
   * If true, any plan that deletes or replaces the object is rejected. The last applied value counts: to delete the
   * object, apply `false` first.
   *
   * @default false
   */
  readonly deletionProtection?: boolean;
}

/** The identity without `assumedBy`, whose errors name this method, too. */
const withoutTrust = {
  ...identity,
  rules: identity.rules?.map((rule) => ({ ...rule, fields: ['assumedBy', ...rule.fields] })),
};

/** A trust checks its own claims, and its reason explains broad ones: the warnings would repeat both. */
const explained = {
  ...identity,
  fields: { ...identity.fields, claimMatch: { ...identity.fields['claimMatch'], slips: [] } },
};

/**
 * An identity for workloads: a caller with a token that the identity accepts acts as the identity.
 *
 * @example
 * const ci = new Identity(stack, 'ci', {
 *   group: payments,
 *   name: 'ci',
 *   assumedBy: Trust.gitHubActions({ repository: 'acme/shop', branch: 'main', ids: { owner: 1234, repository: 7890 } }),
 * });
 */
export class Identity extends PlatformResource implements IIdentity {
  static readonly tfResourceType = 'platform_identity';

  /**
   * A person, by the account that they sign in with; they need not have signed in yet. Their uid is looked up when
   * Terraform plans. Use it in grants: people cannot be created or changed. The API has no look-up by e-mail address:
   * `group.invite` gives access to one.
   *
   * @throws Error outside of a stack, and for an unknown prop; all other problems are reported together at synth.
   * @example
   * const ada = Identity.person(stack, 'ada', { issuer: 'https://login.example.com', subject: 'ada@example.com' });
   * ada.grant('viewer', { on: acme });
   */
  static person(scope: Construct, id: string, props: PersonProps): IIdentity {
    return person(scope, id, props);
  }

  /**
   * An existing identity of a group, found by its name when Terraform plans. A stack looks it up once, however often the
   * program asks for it.
   *
   * @throws Error outside of a stack, and without a group; all other problems are reported together at synth.
   * @example
   * Identity.named(stack, 'ci', { group: payments }).grant('viewer', { on: acme });
   */
  static named(scope: Construct, name: string, options: NamedIdentityOptions = {}): IIdentity {
    return namedIdentity(scope, name, options);
  }

  /** Returns true if `x` is an `Identity`, made by this copy of the package or another. */
  static isIdentity(x: unknown): x is Identity {
    return isResource(x, identity);
  }

  readonly kind = 'Identity';
  private readonly broadReason: string | undefined;

  /** @throws Error outside of a stack, and without a group; all other problems are reported together at synth. */
  constructor(scope: Construct, id: string, props: IdentityProps) {
    super(scope, id, props?.assumedBy === undefined ? withoutTrust : explained, withoutAssumedBy(scope, id, props));
    this.broadReason = broadReason(props);
    this.node.addValidation({
      validate: () => {
        warnIfUnobtainable(this, props.claimMatch);
        return withSource(assumedByProblems(this, props), knownSource(this));
      },
    });
  }

  grant(role: IRole | BuiltInRoleName, { on: group, ...props }: GrantProps): RoleBinding {
    return grantRole(this, { group, identity: this, role }, props);
  }

  /** The uid of the group that contains the identity. */
  get groupUid(): string {
    return this.getStringAttribute('group_uid');
  }

  /** The name of the identity. */
  get name(): string {
    return this.getStringAttribute('name');
  }

  /** The purpose of the identity. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** The name of a service of the platform itself that may act as the identity. */
  get servicePrincipal(): string {
    return this.getStringAttribute('service_principal');
  }

  /** Shows the reason for a broad trust in the synthesized files. */
  protected override get constructNodeMetadata(): Record<string, unknown> {
    const { metadata } = super.constructNodeMetadata as { readonly metadata: object };
    return { metadata: { ...metadata, allowBroadSubject: this.broadReason } };
  }
}
