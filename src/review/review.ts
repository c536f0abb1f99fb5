/** From plans to the report. */
import type { AccessGraph } from '../access';
import { reportDigest } from '../approved';
import { analyse, type Analysis } from './access/analysis';
import { checkAssertions, type CheckedAssertion } from './findings/assertions/check';
import type { ChangeStatus } from './organization/changes';
import type { ReviewConfiguration } from './input/configuration/configuration';
import { countCauses, mergeByCause, type MergedFinding } from './findings/causes';
import { lineOf } from './input/configuration/lines';
import { suppress } from './findings/suppress';
import { withConstructName } from './report/construct-names';
import { plannedWrites, type PlannedWrite } from './report/approval/planned-writes';
import { digestOf } from './report/digest/digest';
import {
  examinedObjects,
  externalIdentities,
  type ExaminedObject,
  type ExternalIdentity,
} from './report/reviewed-objects';
import { isAtLeast, SEVERITIES, whereIs, type Finding, type RulePath, type Severity } from './findings/finding';
import { findingsOf } from './findings';
import { fingerprint } from './report/digest/fingerprint';
import { problemsOf } from './findings/plan';
import { leastCapabilities } from './report/least-capabilities';
import { needsOf, type Need } from './access/needs';
import type { LiveOrganization } from './organization/context/live';
import { kindOf } from './organization/objects/objects';
import { isNameless, withoutNames, type PlanContext } from './organization/context/plan-context';
import { pairPlans, type PlanPair } from './input/plan/review-plans';
import type { Plan } from './input/plan/plan';
import { originIn, stacksOf, type Origin, type SourceLine, type Synthesized } from './input/plan/synthesized';
import { checkValueTypes } from './input/plan/value-types';
import { provenanceOf } from './report/provenance';
import { accessOf, type Declared } from './report/reported-access';
import {
  REPORT_VERSION,
  type AffectedObject,
  type Report,
  type ReportedFinding,
  type Provenance,
  type Verdict,
} from './report/report';

/** The file that contains the configuration. */
export interface ConfigurationFile {
  readonly name: string;
  readonly text: string;
}

export interface ReviewOptions {
  /** @default an empty one */
  readonly configuration?: ReviewConfiguration | undefined;
  /** The file of the configuration, for the lines of its rules. @default unknown */
  readonly configurationFile?: ConfigurationFile | undefined;
  /** Against which expiries are held. @default now */
  readonly now?: Date | undefined;
  /** The uid of the identity that runs the review, and by which the plan is taken to be applied. @default who has read `live` */
  readonly runBy?: string | undefined;
  /** The whole organization as it is (`readLive`), over which the plans are laid. @default what the plans manage and read */
  readonly live?: LiveOrganization | undefined;
  /** Names, roles, existing objects and contents of groups, read from the API (`readContext`). @default what the plans show */
  readonly context?: PlanContext | undefined;
  /** Why not everything can be judged that was meant to be, such as a plan that could not be read. @default none */
  readonly problems?: readonly string[] | undefined;
  /** The synthesized stacks of the plans, by which the report says where things are declared. @default none */
  readonly stacks?: readonly Synthesized[] | undefined;
  /** The stack, commit and pull request of the change. @default the names of the synthesized stacks */
  readonly provenance?: Omit<Provenance, 'organizations'> | undefined;
}

/**
 * Reviews the plans as one change. A plan that is followed by its review plan is judged by that one.
 *
 * @throws PlanError if plans contradict themselves, or two plans that belong together differ
 */
export function reviewPlans(plans: readonly Plan[], options: ReviewOptions = {}): Report {
  return examinePlans(plans, options).report;
}

/** An assertion with its result, and where the grant is declared that decides it. */
export interface ExaminedAssertion extends CheckedAssertion, Partial<Origin> {
  readonly address?: string | undefined;
  readonly plan?: string | undefined;
}

/** A report, and the organization that it tells of. */
export interface Examination {
  readonly report: Report;
  readonly before: AccessGraph;
  readonly after: AccessGraph;
  /** Keys of roles of which nothing is known but the uid: what they give is in neither graph. */
  readonly unknownRoles: ReadonlySet<string>;
  /** What planning and applying takes. */
  readonly needs: readonly Need[];
  /** The assertions of the configuration, checked against the organization after the change. */
  readonly assertions: readonly ExaminedAssertion[];
  /** The writes that the report approves, with their values. Secret: do not print. */
  readonly writes: readonly PlannedWrite[];
  /** What there is before, afterwards or both, as the graphs have it and Terraform knows it. */
  readonly objects: readonly ExaminedObject[];
  /** Identities that outsiders can assume after the change. */
  readonly external: readonly ExternalIdentity[];
}

/**
 * As {@link reviewPlans}, for whoever asks further questions.
 *
 * @throws PlanError if plans contradict themselves, or two plans that belong together differ
 */
export function examinePlans(plans: readonly Plan[], options: ReviewOptions = {}): Examination {
  const { configuration = {}, now = new Date(), live, context, problems: known = [], stacks = [] } = options;
  const lineOfRule = createRuleLines(options.configurationFile);
  const runBy = options.runBy ?? live?.readBy;
  checkValueTypes(plans, kindOf);
  const pairs = pairPlans(plans);
  const analyseWith = (used: PlanContext | undefined): Analysis =>
    analyse(
      pairs.map(({ judged }) => judged),
      { configuration, now, runBy, live, context: used },
    );
  const judge = (one: Analysis) =>
    suppress(findingsOf(one), configuration.suppressions ?? [], { now, fingerprintOf: fingerprint });
  const analysis = analyseWith(context);
  // Names differ between plans of the same change: a token may show fewer, and people rename things.
  const nameless = context === undefined || isNameless(context) ? analysis : analyseWith(withoutNames(context));
  const planned = plannedWrites(nameless);
  const problems = [
    ...known,
    ...(live?.problems ?? []),
    ...pairs.flatMap(({ problems: found }) => found),
    ...problemsOf(analysis.plans),
    ...analysis.organization.problems,
    ...planned.problems,
  ];
  const stackOf = stacksOf(analysis.plans, stacks);
  const declared: Declared = (what) => {
    const { address, plan } = what;
    return address === undefined || plan === undefined ? what : { ...what, ...originIn(stackOf.get(plan), address) };
  };
  const judged = judge(analysis);
  const { findings, suppressed, idle } = judged;
  const merged = mergeByCause(findings);
  const approvedWrites = planned.writes.map((write) => write.listed);
  const graphs = { before: analysis.before.graph, after: analysis.after.graph };
  const needs = needsOf(analysis);
  const unknownRoles = new Set([...analysis.before.unknownRoles, ...analysis.after.unknownRoles]);
  const effectDigest = () => digestOf(nameless, nameless === analysis ? judged : judge(nameless));
  const reported: Omit<Report, 'leastCapabilities'> = {
    version: REPORT_VERSION,
    provenance: provenanceOf(analysis, [...stackOf.values()], options.provenance),
    // Of what could not be judged there is nothing that anybody could approve.
    ...(problems.length === 0 && approvable(effectDigest(), approvedWrites)),
    verdict: verdictOf(analysis, merged, problems),
    plans: pairs.map((pair) => reportedPlan(pair, stackOf.get(pair.judged.name))),
    findings: merged.map((finding) => reportedFinding(finding, declared, lineOfRule)),
    suppressed: suppressed.map(({ finding, suppression: { reason, expires } }) => ({
      ...reportedFinding(finding, declared, lineOfRule),
      suppression: { reason, ...(expires !== undefined && { expires }) },
    })),
    idleSuppressions: idle.map(({ suppression: { id, subject }, why }) => ({ id, subject, why })),
    access: accessOf(analysis, declared),
    assume: analysis.assume.map(({ outsidersUnknown, unknown, ...rest }) => ({
      ...declared(rest),
      unknown: [...unknown, ...outsidersUnknown],
    })),
    changes: analysis.changes.map((one) => withConstructName(declared(one))),
    drift: analysis.drift.changes.map((one) => withConstructName(declared(one))),
    unmanaged: analysis.changes
      .filter(({ status }) => status === 'forgotten')
      .map(({ kind, path, address, plan }) => withConstructName(declared({ kind, path, address, plan }))),
    unresolved: analysis.unresolved.map(({ instance, attribute, reason, mentions }) =>
      declared({ address: instance.address, plan: instance.plan.name, attribute, reason, mentions }),
    ),
    others: othersOf(analysis),
    unread: context?.unread ?? [],
    approvedWrites,
  };
  const {
    capabilities,
    isNarrowable,
    problems: open,
  } = leastCapabilities({
    ...{ ...graphs, needs, unknownRoles },
    report: reported,
  });
  const report: Report = { ...reported, leastCapabilities: { capabilities, isNarrowable, problems: open } };
  return {
    // What is absent is left out, as it is in JSON.
    report: withoutUndefined(report) as Report,
    ...graphs,
    needs,
    writes: planned.writes,
    unknownRoles,
    get assertions() {
      return checkAssertions(analysis, 'after').map((one) => declared({ ...one, ...whereIs(analysis, one.grant) }));
    },
    get objects() {
      return examinedObjects(analysis).map((one) => withConstructName(declared(one)));
    },
    get external() {
      return externalIdentities(analysis);
    },
  };
}

function approvable(effectDigest: string, writes: Report['approvedWrites']): Pick<Report, 'digest' | 'effectDigest'> {
  return { digest: reportDigest(effectDigest, writes), effectDigest };
}

/** The worst finding that counts is at or above the limit. A report that cannot be judged is never let pass. */
export function exceeds({ verdict }: Report, limit: Severity): boolean {
  return verdict.worst !== undefined && isAtLeast(verdict.worst, limit);
}

function reportedPlan({ judged, reviews }: PlanPair, stack: Synthesized | undefined): Report['plans'][number] {
  const { name, engineVersion, formatVersion, arguments: args = [] } = judged;
  return {
    name,
    ...(engineVersion !== undefined && { engineVersion }),
    formatVersion,
    ...(reviews.length > 0 && { reviewPlans: reviews }),
    ...(args.length > 0 && { arguments: args }),
    ...(stack !== undefined && { stack: stack.name }),
  };
}

type RuleLines = (rule: RulePath | undefined) => SourceLine | undefined;

function createRuleLines(file: ConfigurationFile | undefined): RuleLines {
  return (rule) => {
    const line = file === undefined || rule === undefined ? undefined : lineOf(file.text, rule);
    return file === undefined || line === undefined ? undefined : { file: file.name, line };
  };
}

function reportedFinding(
  { affected, ...finding }: MergedFinding,
  declared: Declared,
  lineOfRule: RuleLines,
): ReportedFinding {
  const { id, cause } = finding;
  return {
    id,
    ...affectedObject(finding, declared, lineOfRule),
    ...(cause !== undefined && { cause: { key: cause.key, text: cause.text } }),
    ...(affected !== undefined && { affected: affected.map((one) => affectedObject(one, declared, lineOfRule)) }),
  };
}

function affectedObject(finding: Finding, declared: Declared, lineOfRule: RuleLines): AffectedObject {
  const { severity, subject, reason, witness, identity, group: at, address, plan } = finding;
  const print = fingerprint(finding);
  const rule = lineOfRule(finding.rule);
  return declared({
    ...{ severity, subject, reason, witness, identity, group: at, address, plan },
    ...{ ...(rule !== undefined && { rule }), fingerprint: print },
  });
}

const STATUSES = ['removed', 'recreated', 'replaced', 'added', 'changed', 'adopted', 'imported', 'forgotten'] as const;

function verdictOf(analysis: Analysis, findings: readonly Finding[], problems: readonly string[]): Verdict {
  const { changes, organization, drift, unresolved } = analysis;
  const worst = SEVERITIES.toReversed().find((severity) => findings.some((finding) => finding.severity === severity));
  const count = (status: ChangeStatus) => changes.filter((change) => change.status === status).length;
  const isUnchanged =
    changes.length === 0 && drift.changes.length === 0 && unresolved.length === 0 && findings.length === 0;
  return {
    result: problems.length > 0 ? 'unjudged' : isUnchanged ? 'unchanged' : 'changed',
    ...(worst !== undefined && { worst }),
    problems,
    counts: Object.fromEntries(STATUSES.map((status) => [status, count(status)])) as Verdict['counts'],
    findings: Object.fromEntries(
      SEVERITIES.map((severity) => [severity, findings.filter((finding) => finding.severity === severity).length]),
    ) as Verdict['findings'],
    causes: countCauses(findings),
    others: organization.others.length,
  };
}

function othersOf({ organization }: Analysis): Report['others'] {
  const types = new Map<string, string[]>();
  for (const { type, address } of organization.others) types.set(type, [...(types.get(type) ?? []), address]);
  return [...types].map(([type, addresses]) => ({ type, count: addresses.length, addresses }));
}

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([name, inner]) => [name, withoutUndefined(inner)]),
  );
}
