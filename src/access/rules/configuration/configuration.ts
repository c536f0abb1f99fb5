/** The types of `review.config.json`: the rules of an organization, and the findings that it accepts. */
import type { IdentityName } from '../../graph';
import type { FindingId, Severity } from './finding-kinds';

/** Selects identities. All given conditions must match. */
export interface Who {
  /**
   * Paths of identities: `*` matches one name, `**` any number of names. A person is an account, `subject at host`, a subject, an e-mail
   * address or a uid.
   */
  readonly identities?: readonly IdentityName[] | undefined;
  /** Identities that accept only tokens of these issuers. */
  readonly issuers?: readonly string[] | undefined;
  /** True for people, who sign in; false for all other identities. */
  readonly people?: boolean | undefined;
}

interface RuleBase {
  /** The name of the rule, which is the subject of its finding. */
  readonly name: string;
  /** The reason for the rule. */
  readonly reason: string;
  /** @default 'high' */
  readonly severity?: Severity | undefined;
  /** Exceptions: paths of groups for `atLeast`, otherwise of objects. @default none */
  readonly except?: readonly string[] | undefined;
}

interface AccessRule extends RuleBase {
  /**
   * Dotted capabilities: any of them. `*` at the end matches any verb: `role_bindings.*`. The name of a built-in role means all of its
   * capabilities together: `owner`.
   */
  readonly can: readonly string[];
  /** Paths of groups: `acme/prod/**` is `acme/prod` and everything beneath. */
  readonly where: readonly string[];
}

/** A rule about single identities. */
interface IdentityRule extends Omit<AccessRule, 'except'> {
  /** Exceptions: identities, as in `who`. @default none */
  readonly except?: readonly IdentityName[] | undefined;
}

interface StructureRule extends RuleBase {
  /** Paths of groups with the objects: `acme/prod/**` is `acme/prod` and everything beneath. @default all groups */
  readonly where?: readonly string[] | undefined;
}

interface NameRule extends StructureRule {
  /** @default all kinds with a name */
  readonly kinds?: readonly NamedKind[] | undefined;
}

/** A kind of object that has a name. */
export type NamedKind = 'Group' | 'Identity' | 'Role' | 'IdentityProvider' | 'AccountAssociation';

/** A rule of the organization. */
export type Invariant =
  /** None of these identities may have the capabilities. */
  | (IdentityRule & { readonly rule: 'never'; readonly who?: Who | undefined })
  /** Only these identities may have the capabilities. */
  | (IdentityRule & { readonly rule: 'only'; readonly who: Who })
  /** At least `count` of these identities must have the capabilities. */
  | (AccessRule & { readonly rule: 'atLeast'; readonly count: number; readonly who?: Who | undefined })
  /** No trust policy may accept a token that someone outside of `owners` can obtain. */
  | (StructureRule & { readonly rule: 'noOutsiders' })
  /** Each name must match the RE2 pattern from its first to its last character. */
  | (NameRule & { readonly rule: 'naming'; readonly pattern: string })
  /** No two objects of a kind may have the same name, by default in the whole organization. Case does not matter. */
  | (NameRule & { readonly rule: 'uniqueNames'; readonly within?: 'organization' | 'group' | undefined })
  /** Each object must have a description. */
  | (NameRule & { readonly rule: 'described' })
  /** No group may be beneath this level. A root group is at level 1. */
  | (StructureRule & { readonly rule: 'maxDepth'; readonly levels: number });

/**
 * Accepts a finding: the report still shows it, but it does not count. A suppression without `fingerprint` or without `expires`
 * accepts nothing.
 */
export interface Suppression {
  readonly id: FindingId;
  /** The exact subject of the finding. */
  readonly subject: string;
  readonly reason: string;
  /** The fingerprint of the finding in the report. A finding with other facts, such as more capabilities, counts again. */
  readonly fingerprint?: string | undefined;
  /** A day, `2027-01-31`: from this day on the finding counts again. */
  readonly expires?: string | undefined;
}

/** A token of a workload, as its issuer signs it. */
export interface AssertedToken {
  /** The claim `iss`: the address of the issuer. */
  readonly issuer: string;
  /** The claim `sub`. */
  readonly subject: string;
  /** The claim `aud`. @default the audience that each identity requires: a workload usually chooses it */
  readonly audience?: string | undefined;
  /** Further claims. A claim that is not listed is absent from the token. */
  readonly claims?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** An example of access: a token or a person can, or cannot, do something in a group. */
export interface Assertion {
  /** The name in reports. @default a sentence that describes the assertion */
  readonly name?: string | undefined;
  /** Either this or `person`. The token acts as any identity that accepts it. */
  readonly token?: AssertedToken | undefined;
  /** A person: the account, `subject at host`, the subject, the e-mail address or the uid. */
  readonly person?: IdentityName | undefined;
  /** Either this or `cannot`. The subject must have all of these in each of the groups. `repo.*` means all capabilities of a kind. */
  readonly can?: readonly string[] | undefined;
  /** The subject must have none of these capabilities in any of the groups. */
  readonly cannot?: readonly string[] | undefined;
  /** Paths or uids of groups: `acme/prod/**` is `acme/prod` and everything beneath. */
  readonly where: readonly string[];
}

/** Forbidden new access. */
export interface AccessLimit {
  /** Dotted capabilities: any of them. `role_bindings.*` means all capabilities of a kind. @default all */
  readonly can?: readonly string[] | undefined;
  /** Paths of groups: `acme/prod/**` is `acme/prod` and everything beneath. @default all */
  readonly where?: readonly string[] | undefined;
}

/** The rules that also apply at synthesis. */
export interface RuleConfiguration {
  /**
   * The owners whose tokens identities should accept: `github:acme`, the id `github:1234`, or another claim,
   * `github:repository_id=7890`. A plain `acme` counts on the platforms where a trust policy uses it before the change.
   *
   * @default those that each match requires
   */
  readonly owners?: readonly string[] | undefined;
  /** True if the service matches patterns with whole values. @default false, the weaker interpretation */
  readonly anchored?: boolean | undefined;
  /** Names of groups that the plans do not show, by uid. */
  readonly names?: Readonly<Record<string, string>> | undefined;
  /** Rules for the whole organization. */
  readonly invariants?: readonly Invariant[] | undefined;
  /** Examples of access that every review checks before and after the change. */
  readonly assertions?: readonly Assertion[] | undefined;
}

export interface ReviewConfiguration extends RuleConfiguration {
  readonly $schema?: string | undefined;
  /** Owners in trust policies that nobody has confirmed. They count as outsiders until a person moves them to `owners`. @default none */
  readonly unconfirmedOwners?: readonly string[] | undefined;
  /**
   * Issuers of the organization: values of the claim `iss` of its own servers and clusters. For shared platforms such as GitHub,
   * `owners` decides. @default none
   */
  readonly trustedIssuers?: readonly string[] | undefined;
  /**
   * Accounts of the organization: numbers of AWS accounts, ids and numbers of Google projects, Azure tenant ids, and names of the platform's
   * service principals. @default AWS accounts that groups are associated with before the change
   */
  readonly trustedAccounts?: readonly string[] | undefined;
  /** Values of the claim `aud` that workloads request for this platform alone: `https://platform.example.com`. @default none */
  readonly trustedAudiences?: readonly string[] | undefined;
  /** Sources of providers that plans may use although no object of the state uses them: `hashicorp/aws`. @default none */
  readonly trustedProviders?: readonly string[] | undefined;
  /** The applying identity: its path or uid, or a name of a person. @default the identity that runs the review, if it is known */
  readonly appliesAs?: IdentityName | undefined;
  /** @default 2 */
  readonly minimumOwners?: number | undefined;
  /** The largest part of the bindings, or of another kind, that a change may delete. @default 0.25 */
  readonly maximumRemoval?: number | undefined;
  /** Paths of groups where the plans manage every grant: `acme/prod/**`. With `live`, other grants are findings. */
  readonly exclusive?: readonly string[] | undefined;
  readonly suppressions?: readonly Suppression[] | undefined;
  /** Makes the finding `access-gained` high: for any new access, or for new access within one of the limits. */
  readonly noNewAccess?: true | readonly AccessLimit[] | undefined;
}
