/** The pipeline of a review: plan, organization, access graph, analysis, findings, report. */
import type { ReviewConfiguration } from '../access/rules';
import { analyze, type Analysis } from './access/analysis';
import { findNeeds } from './access/needs';
import { createCurrentFindings } from './current/findings';
import { createFindings } from './findings';
import { withoutKnown, type Baseline } from './report/baseline';
import { checkedAssertions } from './findings/assertion-failed';
import { whereIs } from './findings/shared/finding';
import { getProblems } from './findings/plan';
import { withPersonEmails } from './findings/shared/person-emails';
import { suppress } from './findings/shared/suppress';
import { findBrokenRules } from './findings/invariants';
import { findKind } from './input/plan/platform-kind';
import type { TerraformPlan } from './input/plan/plan';
import { combineReviewPlans } from './input/plan/review-plans';
import { findConstructOrigin, readStacks, type Synthesized } from './input/plan/synthesized';
import { checkValueTypes } from './input/plan/value-types';
import type { LiveOrganization } from './organization/context/live';
import { isNameless, withoutNames, type PlanContext } from './organization/context/plan-context';
import { listOwnerTexts } from './questions/dangers';
import { answerRows } from './questions/rows';
import { plannedWrites } from './report/approval/planned-writes';
import { listProtection } from './report/assumptions';
import { listUndeclaredOwners } from './report/undeclared-owners';
import { buildReport } from './report/build-report';
import { withConstructName } from './report/construct-names';
import { getEffect } from './report/digest/effect';
import { fingerprint } from './report/digest/fingerprint';
import type { AddOrigin } from './report/reported-access';
import type { ConfigurationFile } from './report/reported-findings';
import type { Review } from './report/review-result';
import { externalIdentities, reviewedObjects } from './report/reviewed-objects';
import type { Provenance, Report } from './report/types/report';

export interface ReviewOptions {
  /** @default an empty one */
  readonly configuration?: ReviewConfiguration | undefined;
  /** The configuration before the change: a rule that differs from it counts as new. @default the same */
  readonly configurationBefore?: ReviewConfiguration | undefined;
  /** The file of the configuration, for the lines of its rules. @default unknown */
  readonly configurationFile?: ConfigurationFile | undefined;
  /** The time to compare with expiries. @default now */
  readonly now?: Date | undefined;
  /** The uid of the identity that runs the review. It also counts as the applying identity. @default the identity that has read `live` */
  readonly runBy?: string | undefined;
  /** The whole current organization (`readLive`), to combine with the plans. @default the objects that the plans manage and read */
  readonly live?: LiveOrganization | undefined;
  /** Names, roles, existing objects and contents of groups, read from the API (`readContext`). @default the contents of the plans */
  readonly context?: PlanContext | undefined;
  /** Reasons why the review is inconclusive, for example an unreadable plan. @default none */
  readonly problems?: readonly string[] | undefined;
  /** The synthesized stacks of the plans, with the lines of declarations. @default none */
  readonly stacks?: readonly Synthesized[] | undefined;
  /** The stack, commit and pull request of the change. @default the names of the synthesized stacks */
  readonly provenance?: Omit<Provenance, 'organizations'> | undefined;
  /** Reports the current organization, instead of a change. The plans are states. @default a change */
  readonly current?: { readonly baseline?: Baseline | undefined } | undefined;
}

/**
 * Reviews the plans as one change. Unknown values of a plan come from the review plans that follow it.
 *
 * @throws PlanError if plans contradict themselves, or if a plan and its review plans differ
 */
export function reviewPlans(plans: readonly TerraformPlan[], options: ReviewOptions = {}): Report {
  return createReview(plans, options).report;
}

/**
 * Reviews the plans as {@link reviewPlans} does. Returns the report and the organization, for further questions.
 *
 * @throws PlanError if plans contradict themselves, or if a plan and its review plans differ
 */
export function createReview(plans: readonly TerraformPlan[], options: ReviewOptions = {}): Review {
  const { configuration = {}, configurationBefore, configurationFile, provenance, current } = options;
  const { now = new Date(), live, context, problems: known = [], stacks = [] } = options;
  const runBy = options.runBy ?? live?.readBy;
  checkValueTypes(plans, findKind);
  const combined = combineReviewPlans(plans);
  const analyzeWith = (used: PlanContext | undefined, fromNothing = false): Analysis =>
    analyze(
      combined.map(({ plan }) => plan),
      { configuration, configurationBefore, now, runBy, live, context: used, fromNothing, stacks },
    );
  const findingsIn = (analyzed: Analysis) =>
    suppress(
      withPersonEmails(
        current === undefined ? createFindings(analyzed) : createCurrentFindings(analyzed, analyzeWith(context, true)),
        analyzed,
      ),
      configuration.suppressions ?? [],
      { now, getFingerprint: fingerprint },
    );
  const analysis = analyzeWith(context);
  // Names differ between plans of the same change: a token can show fewer names, and people rename objects.
  const nameless = context === undefined || isNameless(context) ? analysis : analyzeWith(withoutNames(context));
  const { writes, problems, getUid } = plannedWrites(nameless);
  const all = findingsIn(analysis);
  const { findings, ...compared } = withoutKnown(all, current?.baseline);
  const stacksByPlan = readStacks(analysis.plans, stacks);
  const declared: AddOrigin = (what) => {
    const { address, plan } = what;
    const origin =
      address === undefined || plan === undefined ? undefined : findConstructOrigin(stacksByPlan.get(plan), address);
    return origin === undefined ? what : { ...what, ...origin };
  };
  const needs = findNeeds(analysis);
  const unknownRoles = new Set([...analysis.before.unknownRoles, ...analysis.after.unknownRoles]);
  const report = buildReport({
    ...{ plans: combined, analysis, findings, writes, needs, unknownRoles },
    ...{ stacksByPlan, declared, configurationFile, provenance },
    current: current && {
      ...compared,
      ...(live === undefined && { states: plans.map(toState) }),
      owners: listOwners(analysis),
    },
    effect: getEffect(nameless, nameless === analysis ? findings : findingsIn(nameless), getUid),
    problems: [
      ...known,
      ...(live?.problems ?? []),
      ...combined.flatMap(({ problems: found }) => found),
      ...getProblems(analysis.plans),
      ...analysis.organization.problems,
      ...problems,
    ],
  });
  return {
    ...{ report, before: analysis.before.graph, after: analysis.after.graph, needs, writes, unknownRoles },
    declaredOwners: analysis.configuration.owners ?? [],
    get assertions() {
      return checkedAssertions(analysis, 'after').map((assertion) =>
        declared({ ...assertion, ...whereIs(analysis, assertion.grant) }),
      );
    },
    get brokenRules() {
      return findBrokenRules(current === undefined ? analysis : analyzeWith(context, true));
    },
    get objects() {
      return reviewedObjects(analysis).map((object) => withConstructName(declared(object)));
    },
    get external() {
      return externalIdentities(analysis);
    },
    get undeclaredOwners() {
      return listUndeclaredOwners(analysis);
    },
    get protection() {
      return listProtection(analysis, true).map(({ text }) => text);
    },
  };
}

function listOwners(analysis: Analysis): string[] {
  const { plans, before, after } = analysis;
  const grants = { objects: reviewedObjects(analysis), report: { plans }, before: before.graph, after: after.graph };
  return listOwnerTexts(answerRows(grants, 'after'));
}

function toState({ name, serial }: TerraformPlan): NonNullable<NonNullable<Report['current']>['states']>[number] {
  return { name, ...(serial !== undefined && { serial }) };
}
