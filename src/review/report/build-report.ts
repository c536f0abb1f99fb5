/** Builds the report from an analysis and its findings. */
import { groupEntries } from '../../access/graph/paths';
import { sealReport } from '../../model/approval';
import { REPORT_VERSION, type ReportedEffect } from '../../model/report';
import { isObject } from '../../model/api';
import type { PlannedWrite } from './approval/planned-writes';
import type { Analysis } from '../access/analysis';
import type { Need } from '../access/needs';
import { mergeByCause } from '../findings/shared/causes';
import { createLookalikeEntries } from '../findings/shared/lookalike-entries';
import { missingMoves } from '../findings/move-missing';
import type { Suppressed } from '../findings/shared/suppress';
import { unknownFlags } from '../findings/unknown-plan-part';
import type { CombinedPlan } from '../input/plan/review-plans';
import { type StacksByPlan, type Synthesized } from '../input/plan/synthesized';
import { isDecidedBefore } from '../access/trusted-owners';
import { listAssumptions } from './assumptions';
import { describeUndeclaredOwners, isAboutOwners, listUndeclaredOwners } from './undeclared-owners';
import { withConstructName } from './construct-names';
import { withFormerPath } from './former-place';
import { mentionedIn } from './mentioned';
import { notShownBy } from './not-shown';
import { leastCapabilities } from './least-capabilities';
import { joinProvenance } from './provenance';
import { getAccess, type AddOrigin } from './reported-access';
import { findStaying } from '../findings/shared/unmanaged-contents';
import { createRoleChangeEntries } from '../findings/shared/role-change-entries';
import { createRuleLines, reportedFinding, type ConfigurationFile } from './reported-findings';
import { withSharedLine } from './shared-line';
import type { CurrentReport, Provenance, Report } from './types/report';
import { withoutPlaceholders } from './digest/without-placeholders';
import { createVerdict } from './verdict';

interface Parts {
  readonly plans: readonly CombinedPlan[];
  readonly analysis: Analysis;
  readonly findings: Suppressed;
  /** Reasons why the review is inconclusive. */
  readonly problems: readonly string[];
  readonly writes: readonly PlannedWrite[];
  readonly needs: readonly Need[];
  readonly unknownRoles: ReadonlySet<string>;
  readonly effect: ReportedEffect;
  readonly stacksByPlan: StacksByPlan;
  readonly declared: AddOrigin;
  readonly configurationFile: ConfigurationFile | undefined;
  readonly provenance: Omit<Provenance, 'organizations'> | undefined;
  readonly current: CurrentReport | undefined;
}

/** Returns the report. It omits absent values, as JSON does. Nobody can approve an inconclusive one, or one without a change: it has no digest. */
export function buildReport(parts: Parts): Report {
  const { analysis, needs, unknownRoles } = parts;
  const report = withoutLeastCapabilities(parts);
  const graphs = { before: analysis.before.graph, after: analysis.after.graph };
  const { capabilities, isNarrowable, problems } = leastCapabilities({ ...graphs, needs, unknownRoles, report });
  const whole = withoutAbsent({
    ...report,
    leastCapabilities: { capabilities, isNarrowable, problems: problems.map(withoutPlaceholders) },
  }) as Report;
  if (parts.problems.length > 0 || parts.current !== undefined) return whole;
  const { digest, checksum } = sealReport({ ...whole });
  const { version, provenance, ...rest } = whole;
  return { version, ...(provenance !== undefined && { provenance }), digest, checksum, ...rest };
}

function withoutLeastCapabilities({
  plans,
  analysis,
  findings: { findings, suppressed, idle },
  problems,
  writes,
  effect,
  stacksByPlan,
  declared,
  configurationFile,
  provenance,
  current,
}: Parts): Omit<Report, 'leastCapabilities'> {
  const merged = mergeByCause(findings);
  const lineOfRule = createRuleLines(configurationFile);
  const withLine = <T extends { readonly address: string; readonly plan: string }>(what: T) =>
    withSharedLine(declared(what), stacksByPlan);
  const moves = missingMoves(analysis).map((move) => withConstructName(withLine(move)));
  const roleChanges = createRoleChangeEntries(analysis).map(withLine);
  const lookalikes = createLookalikeEntries(analysis).map((lookalike) => withFormerPath(withLine(lookalike)));
  const approvedWrites = writes.map(({ listed }) => listed);
  const all = [...merged, ...suppressed.map(({ finding }) => finding)];
  const notShown = notShownBy(analysis.plans);
  const assumptions = listAssumptions(analysis, current !== undefined);
  const owners = isAboutOwners(analysis, current !== undefined) ? listUndeclaredOwners(analysis) : [];
  const undeclaredOwners = describeUndeclaredOwners(owners, current === undefined && !isDecidedBefore(analysis));
  const mentioned = mentionedIn(analysis, all, {
    problems: [...problems, ...(current?.owners ?? [])],
    assumptions,
    owners,
  });
  return {
    version: REPORT_VERSION,
    provenance: joinProvenance(analysis, [...stacksByPlan.values()], provenance),
    ...(current !== undefined && { current }),
    verdict: createVerdict(analysis, merged, problems),
    ...(current === undefined && getProof(plans)),
    plans: plans.map((plan) => reportedPlan(plan, stacksByPlan.get(plan.plan.name))),
    findings: merged.map((finding) => reportedFinding(finding, declared, lineOfRule)),
    suppressed: suppressed.map(({ finding, suppression: { reason, expires } }) => ({
      ...reportedFinding(finding, declared, lineOfRule),
      suppression: { reason, ...(expires !== undefined && { expires }) },
    })),
    idleSuppressions: idle.map(({ suppression: { id, subject }, why }) => ({ id, subject, why })),
    access: getAccess(analysis, declared),
    assume: analysis.trustPolicyChanges.map(({ outsidersUnknown, unknown, ...rest }) => ({
      ...declared(rest),
      unknown: [...unknown, ...outsidersUnknown],
    })),
    changes: getReportedChanges(analysis, declared),
    drift: analysis.drift.changes.map((change) => withConstructName(declared(change))),
    unmanaged: analysis.changes
      .filter(({ status }) => status === 'forgotten')
      .map(({ kind, path, address, plan }) => withConstructName(declared({ kind, path, address, plan }))),
    unresolved: analysis.unresolved.map(({ instance, attribute, reason, mentions }) =>
      declared({ address: instance.address, plan: instance.plan.name, attribute, reason, mentions }),
    ),
    ...(moves.length > 0 && { moves }),
    ...(roleChanges.length > 0 && { roleChanges }),
    ...(lookalikes.length > 0 && { lookalikes }),
    others: getOthers(analysis),
    executes: analysis.plans.flatMap(({ executes = [] }) => executes),
    unread: [...(analysis.context?.unread ?? []), ...unknownFlags(analysis)],
    ...(notShown.length > 0 && { notShown }),
    ...(assumptions.length > 0 && { assumptions: assumptions.map(({ text }) => text) }),
    ...(undeclaredOwners !== undefined && { undeclaredOwners }),
    ...(mentioned.length > 0 && { mentioned }),
    effect,
    approvedWrites,
  };
}

function getReportedChanges(analysis: Analysis, declared: AddOrigin): Report['changes'] {
  const staying = findStaying(analysis);
  return [...analysis.changesOfMatches].map(([match, change]) => ({
    ...withConstructName(declared(change)),
    ...(staying.has(match) && { stays: true as const }),
  }));
}

/** Returns the proof, unless the configuration of a plan is unknown. */
function getProof(plans: readonly CombinedPlan[]): Pick<Report, 'proof'> {
  if (plans.some(({ plan }) => plan.unproved === undefined)) return {};
  const places = plans.flatMap(({ plan: { name, unproved = [] } }) =>
    unproved.map(({ place, why, isReviewed }) => ({ plan: name, place, why, isReviewed })),
  );
  return { proof: { proved: places.length === 0, places } };
}

function getOthers({ organization }: Analysis): Report['others'] {
  const types = groupEntries(organization.others.map(({ type, address }) => [type, address] as const));
  return [...types].map(([type, addresses]) => ({ type, count: addresses.length, addresses }));
}

/** Returns the value itself if nothing is absent in it. */
function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined;
    let index = 0;
    for (const element of value as unknown[]) {
      const inner = withoutAbsent(element);
      if (inner !== element) (copy ??= [...(value as unknown[])])[index] = inner;
      index += 1;
    }
    return copy ?? (value as unknown[]);
  }
  if (!isObject(value)) return value;
  const names = Object.keys(value);
  const members = names.map((name) => withoutAbsent(value[name]));
  if (members.every((inner, index) => inner !== undefined && inner === value[names[index] ?? ''])) return value;
  return Object.fromEntries(
    names.flatMap((name, index) => (members[index] === undefined ? [] : [[name, members[index]]])),
  );
}

function reportedPlan({ plan, reviewPlans }: CombinedPlan, stack: Synthesized | undefined): Report['plans'][number] {
  const { name, engineVersion, formatVersion, arguments: args = [] } = plan;
  return {
    name,
    ...(engineVersion !== undefined && { engineVersion }),
    formatVersion,
    ...(reviewPlans.length > 0 && { reviewPlans }),
    ...(args.length > 0 && { arguments: args }),
    ...(stack !== undefined && { stack: stack.name }),
  };
}
