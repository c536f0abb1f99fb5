/** `review.config.json`: what an organization wants of its reviews, and what it accepts. */
import type { FindingId, Severity } from '../finding';

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

/** A finding that is accepted. It is shown all the same, and no longer counts. */
export interface Suppression {
  readonly id: FindingId;
  /** Exactly the finding's subject. */
  readonly subject: string;
  readonly reason: string;
  /** A day, `2027-01-31`: from then on the finding counts again. */
  readonly expires?: string | undefined;
}

export interface ReviewConfiguration {
  readonly $schema?: string | undefined;
  /** Whose tokens identities are meant to accept: names of owners at GitHub, GitLab and so on. @default those that each match fixes */
  readonly owners?: readonly string[] | undefined;
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
}
