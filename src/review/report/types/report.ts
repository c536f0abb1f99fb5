/** The report of a review as data: the JSON format, and the source of all other formats. */
import type {
  REPORT_VERSION,
  ReportedCapabilities,
  ReportedEffect,
  ReportedProof,
  ReportedWrite,
} from '../../../model/report';
import type {
  AccessRow,
  EscalationGain,
  EscalationPath,
  EscalationStep,
  GrantSource,
  Through,
} from '../../../access/graph';
import type { Holders } from '../../../access/graph/early';
import type { AccessLine } from '../../access/access-lines';
import type { EarlyRemedy } from '../../access/early-access';
import type { Finding, FindingCause } from '../../findings/shared/finding';
import type { MissingMove } from '../../findings/move-missing';
import type { LookalikeEntry } from '../../findings/shared/lookalike-entries';
import type { IdleReason } from '../../findings/shared/suppress';
import type { TrustPolicyChange } from '../../access/assume/compare-trust-policies';
import type { RoleChangeEntry } from '../../findings/shared/role-change-entries';
import type { Change } from '../../organization/changes';
import type { ChangeStatus } from '../../words/change-texts';
import type { FindingId, Severity, Suppression } from '../../../access/rules';
import type { Unresolved } from '../../organization/objects/references';
import type { Execution } from '../../input/plan/execution';
import type { TerraformPlan } from '../../input/plan/plan';
import type { Origin, SourceLine } from '../../input/plan/synthesized';

/** The result of a review. `unjudged`: the plans are inconclusive, and the report may be incomplete. */
export type VerdictResult = 'unchanged' | 'changed' | 'unjudged';

export interface Verdict {
  readonly result: VerdictResult;
  /** The worst severity of the findings that count; absent without findings. */
  readonly worst?: Severity;
  /** Reasons why the plans are inconclusive. */
  readonly problems: readonly string[];
  /** The number of objects by kind of change. */
  readonly counts: Readonly<Record<ChangeStatus, number>>;
  /** The number of findings by severity. */
  readonly findings: Readonly<Record<Severity, number>>;
  /** The number of distinct causes of findings, by the worst severity of each. */
  readonly causes: Readonly<Record<Severity, number>>;
  /** The number of changed resources of other providers, and of actions, that are not evaluated. */
  readonly others: number;
}

export interface ReportedPlan extends Pick<TerraformPlan, 'name' | 'formatVersion' | 'arguments'> {
  /** The version of Terraform or OpenTofu. */
  readonly engineVersion?: string;
  /** The names of its review plans. */
  readonly reviewPlans?: readonly string[];
  /** The folder of the plan: a synthesized stack, which contains the places of declarations, or HCL outside of the working directory. */
  readonly stack?: string;
}

/** A declaration. Only synthesized stacks have `construct` and `source`. */
interface Declared extends Partial<Origin> {
  readonly address: string;
  readonly plan: string;
}

/** One object that a finding affects. */
export interface AffectedObject
  extends
    Partial<Declared>,
    Pick<
      Finding,
      'severity' | 'subject' | 'reason' | 'predicate' | 'holds' | 'witness' | 'identity' | 'group' | 'unmanaged'
    > {
  /** The line of the rule or assertion in the configuration file. */
  readonly rule?: SourceLine;
  /** Identifies the finding and its facts, such as capabilities and groups: the value for a suppression. */
  readonly fingerprint: string;
}

/** A finding, or several with the same id and cause: then `subject` and `reason` describe the cause. */
export interface ReportedFinding extends AffectedObject, Pick<Finding, 'id'> {
  /** The change that produces the finding. Findings with the same key have the same cause. */
  readonly cause?: Pick<FindingCause, 'key' | 'text' | 'paste'>;
  /** Each object that the cause affects; absent if the finding is about a single one. */
  readonly affected?: readonly AffectedObject[];
}

export interface SuppressedFinding extends ReportedFinding {
  readonly suppression: Pick<Suppression, 'reason' | 'expires'>;
}

/** A grant that gives the access of a row. */
export interface ReportedThrough extends Partial<Declared>, Omit<Through, 'source'> {
  /** The type of the object that makes the grant. */
  readonly by: GrantSource;
}

/**
 * The identity gains, or loses, each of the capabilities in `group` and everywhere beneath it, but not in the groups of
 * `except` and beneath them.
 */
export interface ReportedRow extends Omit<AccessRow, 'through'> {
  readonly through: readonly ReportedThrough[];
}

/** Gained or lost access for readers: a renamed object is the same, and the line has a cause. */
export interface ReportedLine extends Partial<Declared>, Omit<AccessLine, 'except' | 'fresh' | 'grants'> {
  /** The number of these capabilities that the identity has in no group above. */
  readonly fresh: number;
}

/** The holders of early access: `before` and `after` are those who only the previous, or the new, trust policy or sign-in admits. */
interface OfHolders {
  readonly holders: Holders;
}

/** Access that the identity has in this group only if the apply stops early. */
export interface ReportedEarlyRow extends ReportedRow, OfHolders {}

/** Early access for readers. */
export interface ReportedEarlyLine extends Omit<ReportedLine, 'cause' | 'fresh'>, OfHolders {
  /** The writes between which it exists: `after the create of A and before the update of B`. */
  readonly when: string;
  /** `reference`: the grant can refer to the role by its resource. `split`: the change can be split, to narrow access first. */
  readonly remedy: EarlyRemedy;
}

export interface ReportedEscalation extends Pick<EscalationPath, 'identity'> {
  readonly steps: readonly Omit<EscalationStep, 'through'>[];
  readonly gains: readonly Pick<EscalationGain, 'group' | 'capabilities'>[];
}

export interface ReportedAssume extends Declared, Omit<TrustPolicyChange, 'outsidersUnknown'> {}

export interface ReportedChange extends Declared, Change {
  /** True if the API refuses the deletion, because unmanaged objects need the object. */
  readonly stays?: true;
}

export interface ReportedUnmanaged extends Declared, Pick<Change, 'kind' | 'path'> {}

/** The line of a construct. */
export interface SharedLine {
  /** True if the line also creates other constructs of the type, as in a loop. */
  readonly sharesLine?: true;
}

export interface ReportedMove extends Declared, SharedLine, MissingMove {}

export interface ReportedLookalike extends Declared, SharedLine, Omit<LookalikeEntry, 'address' | 'plan'> {}

export interface ReportedRoleChange extends Declared, SharedLine, Omit<RoleChangeEntry, 'address' | 'plan'> {}

export interface ReportedUnresolved extends Declared, Omit<Unresolved, 'instance'> {}

/** The origin of the change. The digest does not depend on it. */
export interface Provenance {
  /** The time when the report was created, in ISO 8601. */
  readonly time?: string;
  /** Names of the root groups of the plans, if they are known. */
  readonly organizations?: readonly string[];
  /** Names of the stacks. */
  readonly stacks?: readonly string[];
  /** The file of the rules, such as `review.config.json`: its path from the working directory. */
  readonly configuration?: string;
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

/** A report of an organization without a change. */
export interface CurrentReport {
  /** The states that the report shows. Absent if it shows the live organization. */
  readonly states?: readonly {
    readonly name: string;
    /** Absent for the output of `terraform show -json`. */
    readonly serial?: number;
  }[];
  /** A line for each owner: the group, and how they obtain the access. Outsiders come first. */
  readonly owners: readonly string[];
  /** The report whose findings are known, if one is named. */
  readonly baseline?: {
    /** The number of findings that it also has, and that `findings` omits. */
    readonly known: number;
    /** The number of its findings that no longer exist. */
    readonly gone: number;
  };
}

/** The owners of workloads that no configuration declares, for a person to decide about. */
export interface ReportedOwners {
  /** Introduces the owners. */
  readonly text: string;
  /** The entry, the name, the identities and the highest access of each owner, the most dangerous first. */
  readonly owners: readonly string[];
  readonly next: string;
  /** The line of `review.config.json` with the main owners. Absent if none is the main one of its platform. */
  readonly line?: string;
}

export interface Report {
  readonly version: typeof REPORT_VERSION;
  readonly provenance?: Provenance;
  /**
   * SHA-256 of `approvedWrites`, `executes`, `effect`, `proof` and `leastCapabilities`: equal for all plans with the same effect. Absent
   * if the review is inconclusive: nobody may approve it.
   */
  readonly digest?: string;
  /** Present if the report shows an organization without a change. Nobody can approve it. */
  readonly current?: CurrentReport;
  /** SHA-256 of the whole report without this member: a reader refuses an edited report. Absent with `digest`. */
  readonly checksum?: string;
  readonly verdict: Verdict;
  /** Absent if the input does not contain the configuration of each plan: `platform-iac plan` stores it in the JSON of a plan. */
  readonly proof?: ReportedProof;
  readonly plans: readonly ReportedPlan[];
  readonly findings: readonly ReportedFinding[];
  readonly suppressed: readonly SuppressedFinding[];
  /** Suppressions that accept nothing, with the reason. */
  readonly idleSuppressions: readonly {
    readonly id: FindingId;
    readonly subject: string;
    readonly why: IdleReason;
  }[];
  readonly access: {
    /** The exact difference of effective access: expanded over the groups, the rows are complete and contain nothing else. */
    readonly gained: readonly ReportedRow[];
    readonly lost: readonly ReportedRow[];
    readonly lines: { readonly gained: readonly ReportedLine[]; readonly lost: readonly ReportedLine[] };
    /** Created and deleted grants that change no access. */
    readonly withoutEffect: readonly string[];
    readonly escalations: readonly ReportedEscalation[];
    /** Access that exists neither before nor after the change, but after some of its writes. Absent without any. */
    readonly early?: { readonly rows: readonly ReportedEarlyRow[]; readonly lines: readonly ReportedEarlyLine[] };
  };
  readonly assume: readonly ReportedAssume[];
  readonly changes: readonly ReportedChange[];
  readonly drift: readonly ReportedChange[];
  /** Objects that stay and are no longer managed. */
  readonly unmanaged: readonly ReportedUnmanaged[];
  readonly unresolved: readonly ReportedUnresolved[];
  /** Objects that the plans delete at one address and create at another, with the blocks that keep them. Absent without any. */
  readonly moves?: readonly ReportedMove[];
  /** Role bindings that the plans delete and create, although only their role changes. Absent without any. */
  readonly roleChanges?: readonly ReportedRoleChange[];
  /** Deleted objects that look like created ones. Findings and changes do not depend on it. Absent without any. */
  readonly lookalikes?: readonly ReportedLookalike[];
  /** Resources of other providers, and actions, by type. */
  readonly others: readonly { readonly type: string; readonly count: number; readonly addresses: readonly string[] }[];
  /** Everything that the apply runs or evaluates in addition to the approved writes. Nothing else is approved. */
  readonly executes: readonly Execution[];
  /** Sentences about names, roles and existing objects that could not be read from the API. The report shows uids instead. */
  readonly unread: readonly string[];
  /** Parts of the plans that the input does not contain. Absent if it contains all. */
  readonly notShown?: readonly string[];
  /** Sentences about facts that no token shows, and that the review assumes. */
  readonly assumptions?: readonly string[];
  /** The owners of workloads that no configuration declares, if it declares none. */
  readonly undeclaredOwners?: ReportedOwners;
  /** Names and texts of others in sentences: formats mark them, so that none continues a sentence. Absent without any. */
  readonly mentioned?: readonly string[];
  /** The effect by uids and addresses. A later plan of the change may have less of it, and never more. */
  readonly effect: ReportedEffect;
  /** Every write that the apply may send. The provider rejects any other if `PLATFORM_APPROVED_REPORT` names this report. */
  readonly approvedWrites: readonly ReportedWrite[];
  /** The capabilities to which the token of the apply is narrowed. */
  readonly leastCapabilities: ReportedCapabilities;
}
