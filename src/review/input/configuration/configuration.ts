/** `review.config.json`: what an organization wants of its reviews, and what it accepts. */
import type { FindingId, Severity } from './finding-kinds';

/** Who: every part that is given must hold. */
export interface Who {
  /** Paths of identities: `*` stands for one name, `**` for any number of them. */
  readonly identities?: readonly string[] | undefined;
  /** Identities that accept tokens of these issuers and of no others. */
  readonly issuers?: readonly string[] | undefined;
  /** People, who sign in; or everybody else. */
  readonly people?: boolean | undefined;
}

interface InvariantBase {
  /** What it is called: the subject of its finding. */
  readonly name: string;
  /** Why it is so. */
  readonly reason: string;
  /** @default 'high' */
  readonly severity?: Severity | undefined;
  /** Dotted capabilities, any of them. `*` at the end stands for any: `role_bindings.*`. */
  readonly can: readonly string[];
  /** Paths of groups: `acme/prod/**` is `acme/prod` and everything beneath. */
  readonly where: readonly string[];
}

/** A rule of the organization's own. */
export type Invariant =
  /** Nobody of these may. */
  | (InvariantBase & { readonly rule: 'never'; readonly who?: Who | undefined })
  /** Nobody but these may. */
  | (InvariantBase & { readonly rule: 'only'; readonly who: Who })
  /** So many of these must. */
  | (InvariantBase & { readonly rule: 'atLeast'; readonly count: number; readonly who?: Who | undefined });

/**
 * A finding that is accepted: the report still shows it, but it does not count. A suppression without `fingerprint` or without
 * `expires` accepts nothing.
 */
export interface Suppression {
  readonly id: FindingId;
  /** Exactly the finding's subject. */
  readonly subject: string;
  readonly reason: string;
  /** The fingerprint of the finding in the report. A finding with other facts, such as more capabilities, counts again. */
  readonly fingerprint?: string | undefined;
  /** A day, `2027-01-31`: from this day on the finding counts again. */
  readonly expires?: string | undefined;
}

/** A token of a workload, as its issuer signs it. */
export interface AssertedToken {
  readonly issuer: string;
  readonly subject: string;
  /** @default the audience that each identity requires: a workload usually chooses it */
  readonly audience?: string | undefined;
  /** Further claims. A claim that is not listed is absent from the token. */
  readonly claims?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** An example of access: who (a token, or a person) can, or cannot, do what where. */
export interface Assertion {
  /** @default what it asserts */
  readonly name?: string | undefined;
  /** Either this or `person`. The token acts as any identity that accepts it. */
  readonly token?: AssertedToken | undefined;
  /** The e-mail address or the uid of a person. */
  readonly person?: string | undefined;
  /** Either this or `cannot`. All of these capabilities are held in each of the groups; `repo.*` is each of a kind. */
  readonly can?: readonly string[] | undefined;
  /** None of these capabilities is held in any of the groups. */
  readonly cannot?: readonly string[] | undefined;
  /** Paths or uids of groups: `acme/prod/**` is `acme/prod` and everything beneath. */
  readonly where: readonly string[];
}

/** Access that nobody may gain. */
export interface AccessLimit {
  /** Dotted capabilities, any of them; `role_bindings.*` is each of a kind. @default all */
  readonly can?: readonly string[] | undefined;
  /** Paths of groups: `acme/prod/**` is `acme/prod` and everything beneath. @default all */
  readonly where?: readonly string[] | undefined;
}

export interface ReviewConfiguration {
  readonly $schema?: string | undefined;
  /** Whose tokens identities are meant to accept: names of owners at GitHub, GitLab and so on. @default those that each match fixes */
  readonly owners?: readonly string[] | undefined;
  /**
   * Issuers that belong to the organization: values of the claim `iss`, of servers and clusters that its own people run. For
   * platforms that everybody shares, such as GitHub, `owners` decides. @default none
   */
  readonly trustedIssuers?: readonly string[] | undefined;
  /**
   * Accounts that belong to the organization: numbers of AWS accounts, Google project ids, Azure tenant ids, and names of the
   * platform's service principals. @default AWS accounts that groups are associated with before the change
   */
  readonly trustedAccounts?: readonly string[] | undefined;
  /** Whether the service matches patterns with whole values. @default false: the weaker is assumed */
  readonly anchored?: boolean | undefined;
  /** The identity that applies: its path or its uid. @default who runs the review, if that is known */
  readonly appliesAs?: string | undefined;
  /** @default 2 */
  readonly minimumOwners?: number | undefined;
  /** The largest part of the bindings, or of another kind, that may go at once. @default 0.25 */
  readonly maximumRemoval?: number | undefined;
  /** Paths of groups in which the plans manage every grant: `acme/prod/**`. Others are findings, as far as they are known (`live`). */
  readonly exclusive?: readonly string[] | undefined;
  /** Names of groups that the plans do not show, by uid. */
  readonly names?: Readonly<Record<string, string>> | undefined;
  readonly invariants?: readonly Invariant[] | undefined;
  readonly suppressions?: readonly Suppression[] | undefined;
  /** Examples of access that every review checks before and after the change. */
  readonly assertions?: readonly Assertion[] | undefined;
  /** Makes the finding `access-gained` high: for any new access, or for new access within one of the limits. */
  readonly noNewAccess?: true | readonly AccessLimit[] | undefined;
}
