import type { Construct } from 'constructs';
import type { Values } from '../../src/model/api';
import { identity } from '../../src/model/kinds';
import type { BuiltInRoleName } from '../base/built-in-role';
import {
  grantOn,
  namedIdentity,
  createPerson,
  type GrantProps,
  type IIdentity,
  type NamedIdentityOptions,
  type PersonProps,
} from './found-identity';
import { definedMembers } from '../base/meta-arguments';
import { addValidation } from '../base/literal-text';
import { isResource, PlatformResource, type ResourceProps } from '../base/platform-resource';
import type { Reference, Uid } from '../base/reference';
import type { IRole } from './role';
import type { RoleBinding } from './role-binding';
import { ASSUMED_BY, assumedByProblems, broadReason, withoutAssumedBy, type AssumedByProps } from '../trust/assumed-by';
import { warnAboutPatterns } from '../trust/trust-policy';
import { getSourceLine, appendSourceLine } from '../base/source-line';

/** Accepts OIDC tokens by their claims. */
export interface ClaimMatch {
  /**
   * The URL of the token issuer: the exact value of the claim `iss`.
   *
   * @default - `issuerPattern` is set instead
   */
  readonly issuer?: string;
  /**
   * A regular expression that must match the whole claim `iss`. Write it from `^` to `$`.
   *
   * @default - `issuer` is set instead
   */
  readonly issuerPattern?: string;
  /**
   * The exact value of the claim `sub`.
   *
   * @default - `subjectPattern` is set instead
   */
  readonly subject?: string;
  /**
   * A regular expression that must match the whole claim `sub`. Write it from `^` to `$`.
   *
   * @default - `subject` is set instead
   */
  readonly subjectPattern?: string;
  /**
   * The exact value of the claim `aud`.
   *
   * @default - the host name of the authentication service
   */
  readonly audience?: string;
  /**
   * A regular expression that must match the whole claim `aud`. Write it from `^` to `$`.
   *
   * @default - `audience` applies
   */
  readonly audiencePattern?: string;
  /**
   * Further claims and the exact value of each.
   *
   * @default - other claims are not compared
   */
  readonly claims?: Readonly<Record<string, string>>;
  /**
   * Further claims and the regular expression that must match the whole value of each.
   *
   * @default - other claims are not compared
   */
  readonly claimPatterns?: Readonly<Record<string, string>>;
}

/** Accepts OIDC tokens that are signed by the given public keys. */
export interface StaticKeys {
  /** The exact value of the claim `iss`. */
  readonly issuer: string;
  /** The exact value of the claim `sub`. */
  readonly subject: string;
  /** The public keys, as the text of a JSON Web Key Set. */
  readonly issuerKeys: string;
  /**
   * The time when the identity stops accepting tokens, at most 365 days from now.
   *
   * @default - 365 days after the keys are first set
   */
  readonly expirationTime?: string;
  /**
   * The exact value of the claim `aud`, as a list of one.
   *
   * @default - the host name of the authentication service
   */
  readonly audiences?: readonly string[];
}

/** Accepts callers of AWS by their account, ARN and user id. */
export interface AwsIdentity {
  /** The 12 digits of the AWS account. */
  readonly awsAccount: string;
  /**
   * The exact ARN of the caller.
   *
   * @default - `arnPattern` is set instead
   */
  readonly arn?: string;
  /**
   * A regular expression that must match the whole ARN. Write it from `^` to `$`.
   *
   * @default - `arn` is set instead
   */
  readonly arnPattern?: string;
  /**
   * The exact user id of the caller.
   *
   * @default - `userIdPattern` is set instead
   */
  readonly userId?: string;
  /**
   * A regular expression that must match the whole user id. Write it from `^` to `$`.
   *
   * @default - `userId` is set instead
   */
  readonly userIdPattern?: string;
}

/**
 * The props of an identity: its group, its name, and exactly one of `assumedBy`, `claimMatch`, `staticKeys`,
 * `awsIdentity` and `servicePrincipal`.
 */
export interface IdentityProps extends AssumedByProps, ResourceProps {
  /**
   * The group that contains the identity. A change of the group replaces the identity.
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
   * Accepts OIDC tokens whose claims match. A change to another method replaces the identity.
   *
   * @default - another method is set
   */
  readonly claimMatch?: ClaimMatch;
  /**
   * Accepts OIDC tokens that are signed by the given public keys, for an issuer that the service cannot reach. A change
   * to another method replaces the identity.
   *
   * @default - another method is set
   */
  readonly staticKeys?: StaticKeys;
  /**
   * Accepts a signed GetCallerIdentity request of AWS. A change to another method replaces the identity.
   *
   * @default - another method is set
   */
  readonly awsIdentity?: AwsIdentity;
  /**
   * The name of a service of the platform that can assume the identity. A change to another method replaces the
   * identity.
   *
   * @default - another method is set
   */
  readonly servicePrincipal?: string;
  /**
   * If true, the provider rejects any plan that deletes or replaces the object. The last applied value counts: to
   * delete the object, apply `false` first.
   *
   * @default false
   */
  readonly deletionProtection?: boolean;
  /**
   * Values that replace the object when one of them changes, such as a date. The state stores them with the object: if
   * an apply fails, the next plan replaces the object again. To set the first values, or to remove all of them,
   * replaces nothing.
   *
   * @default - the values of the `Rotation` whose `lifecycle` the identity has, if any
   */
  readonly rotateOn?: Readonly<Record<string, string>>;
}

/** The declaration for identities without `assumedBy`. Its errors also suggest `assumedBy`. */
const withoutTrust = {
  ...identity,
  rules: identity.rules?.map((rule) => ({ ...rule, fields: ['assumedBy', ...rule.fields] })),
};

/**
 * The declaration for identities with `assumedBy`. A trust checks its own claims, so the warnings about claims would
 * repeat its problems.
 */
const explained = {
  ...identity,
  fields: { ...identity.fields, claimMatch: { ...identity.fields['claimMatch'], likelyMistakes: [] } },
};

/**
 * An identity for workloads. A workload whose token the identity accepts acts as the identity.
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
   * Finds a person by the account that they sign in with, also before their first sign-in.
   *
   * Terraform reads the uid of the person during the plan. Use the result in grants: you cannot create or change
   * people. The API cannot find people by e-mail address. To give access to an address, use `group.invite`.
   *
   * @throws Error outside of a stack, or for an unknown prop. Synthesis reports all other problems together.
   * @example
   * const ada = Identity.person(stack, 'ada', { issuer: 'https://login.example.com', subject: 'ada@example.com' });
   * ada.grant('viewer', { on: acme });
   */
  static person(scope: Construct, id: string, props: PersonProps): IIdentity {
    return createPerson(scope, id, props);
  }

  /**
   * Finds an existing identity of a group by its name.
   *
   * Terraform reads the identity during the plan, once for each stack. The plan fails if no identity or several
   * identities match.
   *
   * @throws Error outside of a stack or without a group. Synthesis reports all other problems together.
   * @example
   * Identity.named(stack, 'ci', { group: payments }).grant('viewer', { on: acme });
   */
  static named(scope: Construct, name: string, options: NamedIdentityOptions = {}): IIdentity {
    return namedIdentity(scope, name, options);
  }

  /** Returns true if `x` is an `Identity`, created by this or another copy of the package. */
  static isIdentity(x: unknown): x is Identity {
    return isResource(x, identity);
  }

  readonly kind = 'Identity';
  private readonly broadReason: string | undefined;

  /**
   * Creates an identity in a group.
   *
   * @throws Error outside of a stack or without a group. Synthesis reports all other problems together.
   */
  constructor(scope: Construct, id: string, props: IdentityProps) {
    const declaration = props?.assumedBy === undefined ? withoutTrust : explained;
    super(scope, id, declaration, withoutAssumedBy(scope, id, props), [ASSUMED_BY]);
    this.broadReason = broadReason(props);
    addValidation(this, () => {
      warnAboutPatterns(this, props.claimMatch);
      return appendSourceLine(assumedByProblems(this, props), getSourceLine(this));
    });
  }

  grant(role: IRole | BuiltInRoleName, props: GrantProps): RoleBinding {
    return grantOn(this, role, props);
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

  /** The name of a service of the platform that can assume the identity. */
  get servicePrincipal(): string {
    return this.getStringAttribute('service_principal');
  }

  /** Adds the reason for a broad trust to the synthesized files. */
  protected override get constructNodeMetadata(): Record<string, unknown> {
    const { metadata } = super.constructNodeMetadata as { readonly metadata: Values };
    return { metadata: definedMembers({ ...metadata, allowBroadSubject: this.broadReason }) };
  }
}
