/** The report of a review, as data: what the JSON holds, and what every other format shows. */
import type { ReportedWrite } from '../../../approved';
import type { AccessRow, EscalationStep, GrantSource } from '../../../access';
import type { Cause } from '../../access/access-lines';
import type { IdleReason } from '../../findings/suppress';
import type { AssumeRelation } from '../../access/assume/assume';
import type { Outsider } from '../../access/assume/outsiders';
import type { ChangeStatus } from '../../organization/changes';
import type { FindingId, Severity } from '../../input/configuration/finding-kinds';
import type { FieldChange } from '../../organization/objects/fields';
import type { Origin, SourceLine } from '../../input/plan/synthesized';

/** Rises with every change that a reader of the JSON has to know. Since 2, findings with one cause are one entry. */
export const REPORT_VERSION = 2;

/** What the report comes to. `unjudged`: the plans cannot be judged, and nothing may be concluded from what is told. */
export type VerdictResult = 'unchanged' | 'changed' | 'unjudged';

export interface Verdict {
  readonly result: VerdictResult;
  /** Of the findings that count; absent if there is none. */
  readonly worst?: Severity;
  /** Why the plans cannot be judged. */
  readonly problems: readonly string[];
  /** How many objects. */
  readonly counts: Readonly<Record<ChangeStatus, number>>;
  /** The number of findings by severity. */
  readonly findings: Readonly<Record<Severity, number>>;
  /** The number of distinct causes of findings, by the worst severity of each. */
  readonly causes: Readonly<Record<Severity, number>>;
  /** Resources of other providers, and actions, that change and are not judged. */
  readonly others: number;
}

export interface ReportedPlan {
  readonly name: string;
  /** Of Terraform or OpenTofu. */
  readonly engineVersion?: string;
  readonly formatVersion: string;
  /** The review plans that go with it, by which everything is known beforehand. */
  readonly reviewPlans?: readonly string[];
  /** Arguments that change what the plan contains, such as `-refresh=false` or `-target=ADDRESS`. */
  readonly arguments?: readonly string[];
  /** The synthesized stack that it was made of, by which it is known where things are declared. */
  readonly stack?: string;
}

/** Where something is declared. `construct` and `source` are known only of a synthesized stack. */
interface Declared extends Partial<Origin> {
  readonly address: string;
  readonly plan: string;
}

/** One object that a finding affects. */
export interface AffectedObject extends Partial<Declared> {
  readonly severity: Severity;
  readonly subject: string;
  readonly reason: string;
  readonly witness?: string;
  /** Paths of the identity and the group. */
  readonly identity?: string;
  readonly group?: string;
  /** Place of the finding's rule or assertion in the configuration file. */
  readonly rule?: SourceLine;
  /** Identifies the finding and its facts, such as capabilities and groups: the value for a suppression. */
  readonly fingerprint: string;
}

/** A finding, or several with the same id and cause: then `subject` and `reason` describe the cause. */
export interface ReportedFinding extends AffectedObject {
  readonly id: FindingId;
  /** The change that produces the finding. Findings with the same key have the same cause. */
  readonly cause?: { readonly key: string; readonly text: string };
  /** Each object that the cause affects; absent if the finding is about a single one. */
  readonly affected?: readonly AffectedObject[];
}

export interface SuppressedFinding extends ReportedFinding {
  readonly suppression: { readonly reason: string; readonly expires?: string };
}

/** A grant that brings what a row says. */
export interface ReportedThrough extends Partial<Declared> {
  /** The uid of the grant; its address if it has none yet. */
  readonly grant: string;
  /** What makes the grant. */
  readonly by: GrantSource;
  readonly role: string;
  readonly group: string;
}

/**
 * The identity gains, or loses, each of the capabilities in `group` and everywhere beneath it, but not in the groups of
 * `except` and beneath them.
 */
export interface ReportedRow extends Omit<AccessRow, 'through'> {
  readonly through: readonly ReportedThrough[];
}

/** The same for people: what was renamed is the same, and why it is so is told. */
export interface ReportedLine extends Partial<Declared> {
  readonly identity: string;
  readonly group: string;
  /** How many groups lie beneath it in which the same holds. */
  readonly beneath: number;
  /** The weightiest first. */
  readonly capabilities: readonly string[];
  /** How many of them the identity has in no group above either. */
  readonly fresh: number;
  readonly roles: readonly string[];
  readonly cause: Cause;
}

export interface ReportedEscalation {
  readonly identity: string;
  readonly steps: readonly Pick<EscalationStep, 'kind' | 'actor' | 'target' | 'group' | 'capabilities'>[];
  readonly gains: readonly { readonly group: string; readonly capabilities: readonly string[] }[];
}

export interface ReportedAssume extends Declared {
  readonly identity: string;
  readonly relation: AssumeRelation;
  /** In words. */
  readonly before?: string;
  readonly after?: string;
  /** A token that is accepted now and was not before. */
  readonly gained?: string;
  readonly outsiders: readonly Outsider[];
  /** What could not be told. */
  readonly unknown: readonly string[];
}

export interface ReportedChange extends Declared {
  /** In words: `role binding`. */
  readonly kind: string;
  /** The path, or what it connects: `acme/ci is viewer in acme/payments`. Afterwards, or before if it goes. */
  readonly path: string;
  /** Paths of the identity and the role that a role binding connects, if both are known. */
  readonly connects?: { readonly identity: string; readonly role: string };
  /** The path of the group in which it lies; empty for a root group. */
  readonly group: string;
  readonly status: ChangeStatus;
  readonly from?: string;
  readonly fields: readonly FieldChange[];
}

export interface ReportedUnmanaged extends Declared {
  readonly kind: string;
  readonly path: string;
}

export interface ReportedUnresolved extends Declared {
  readonly attribute: string;
  readonly reason: string;
  /** What the expression mentions: no proof of anything. */
  readonly mentions: readonly string[];
}

/** Where the change comes from. The digest does not depend on it. */
export interface Provenance {
  /** Names of the root groups of the plans, if they are known. */
  readonly organizations?: readonly string[];
  /** Names of the stacks. */
  readonly stacks?: readonly string[];
  /** `acme/infra` */
  readonly repository?: string;
  /** The commit that the pull request proposes, in hexadecimal digits. */
  readonly commit?: string;
  readonly pullRequest?: {
    readonly number: number;
    /** The mark before the number: `!` on GitLab. By default `#`. */
    readonly mark?: '#' | '!';
    readonly url?: string;
  };
}

export interface Report {
  readonly version: typeof REPORT_VERSION;
  readonly provenance?: Provenance;
  /** SHA-256 of what the change comes to: the same for whatever comes to the same. Absent if it cannot be judged: nobody may approve it. */
  readonly digest?: string;
  /** SHA-256 of the effect without the approved writes; `digest` is the SHA-256 of this and of their list. Absent with `digest`. */
  readonly effectDigest?: string;
  readonly verdict: Verdict;
  readonly plans: readonly ReportedPlan[];
  readonly findings: readonly ReportedFinding[];
  readonly suppressed: readonly SuppressedFinding[];
  /** Suppressions that accept nothing, and why. */
  readonly idleSuppressions: readonly {
    readonly id: FindingId;
    readonly subject: string;
    readonly why: IdleReason;
  }[];
  readonly access: {
    /** Exact: expanded over the groups, the effective difference, no more and no less. */
    readonly gained: readonly ReportedRow[];
    readonly lost: readonly ReportedRow[];
    readonly lines: { readonly gained: readonly ReportedLine[]; readonly lost: readonly ReportedLine[] };
    /** Grants that are made or go without anybody gaining or losing anything. */
    readonly withoutEffect: readonly string[];
    readonly escalations: readonly ReportedEscalation[];
  };
  readonly assume: readonly ReportedAssume[];
  readonly changes: readonly ReportedChange[];
  readonly drift: readonly ReportedChange[];
  /** What stays and is no longer managed. */
  readonly unmanaged: readonly ReportedUnmanaged[];
  readonly unresolved: readonly ReportedUnresolved[];
  /** Other providers' resources, and actions, by type. */
  readonly others: readonly { readonly type: string; readonly count: number; readonly addresses: readonly string[] }[];
  /** Names, roles and existing objects that could not be read from the API, and why. The report shows uids instead. */
  readonly unread: readonly string[];
  /** Every write that the apply may send. The provider refuses any other while `PLATFORM_APPROVED_REPORT` names this report. */
  readonly approvedWrites: readonly ReportedWrite[];
  /** The capabilities to which the token of the apply is narrowed. */
  readonly leastCapabilities: {
    readonly capabilities: readonly string[];
    /** False if a role that is granted has unnamed capabilities, such as owner: a narrowed token cannot grant it. */
    readonly isNarrowable: boolean;
    /** Reasons why the capabilities may be incomplete. */
    readonly problems: readonly string[];
  };
}
