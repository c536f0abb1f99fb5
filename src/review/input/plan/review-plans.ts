/**
 * Combines a plan with its review plans. In these the provider has planned a uid for each new object, so that Terraform has resolved
 * every reference. They are never applied. Their values count only where the plan to apply has unknown values, and only if all of
 * them agree.
 */
import { isObject } from '../../../model/api';
import { resourceArguments } from '../../../model/approval/grammar';
import { findKind } from './platform-kind';
import { earlyAnswers } from './answered-early';
import { findBlock } from './configuration';
import { PlanError } from './document';
import { isNoOp, UNKNOWN_VALUE, type TerraformPlan, type ResourceChange } from './plan';
import { checkDistinctStacks } from './same-stack';
import { getPlaceInPlan, plannedUid, renaming, mergeRows } from './compare-review-plans';
import { resolveSymbols } from './symbols';
import { hasUnknown } from './values';
import { isUnproved, unprovedPlaces } from './proof';

/** A plan with the values that its review plans add. */
export interface CombinedPlan {
  readonly plan: TerraformPlan;
  /** The names of the review plans. */
  readonly reviewPlans: readonly string[];
  /** Differences from the plan to apply. */
  readonly problems: readonly string[];
}

/** Returns the plan with its review plans. */
export function withReviews(plan: TerraformPlan, reviews: readonly TerraformPlan[]): TerraformPlan {
  return { ...plan, reviews };
}

/** Returns true if a value stays unknown that the configuration sets, and does not prove. */
export function leavesOpen(plan: TerraformPlan): boolean {
  const { changes = [], configuration } = resolveSymbols(plan);
  const managed = changes.filter((change) => change.mode === 'managed' && findKind(change) !== undefined);
  return managed.some(({ address, type, after = {} }) => {
    const block = findBlock(configuration, address);
    if (block === undefined) return hasUnknown(after);
    return Object.entries(after).some(([name, value]) => {
      const field = resourceArguments(type)?.get(name)?.field;
      const isOpen = field === undefined ? hasUnknown(value) : isUnproved(field, value);
      return isOpen && Object.hasOwn(block.expressions, name);
    });
  });
}

/** Returns true if review plans show more than the plan. Without a new object, they equal it. */
export function needsReviewPlans(plan: TerraformPlan): boolean {
  const creates = (plan.changes ?? []).some((change) => findKind(change) !== undefined && change.fate?.isMade === true);
  return creates && leavesOpen(plan);
}

/**
 * Returns true for a review plan: `platform-iac plan` has marked it, or it knows the uid of an object that it creates. No
 * configuration can set such a uid. Any other value, such as a placeholder in a description, proves nothing.
 */
export function isReviewPlan({ isReview = false, changes = [] }: TerraformPlan): boolean {
  return isReview || changes.some((change) => typeof plannedUid(change) === 'string');
}

/**
 * Assigns review plans to plans: those that a plan names, otherwise those that follow it. Throws a {@link PlanError} for a review
 * plan without a plan, and for two plans of one stack.
 */
export function combineReviewPlans(plans: readonly TerraformPlan[]): CombinedPlan[] {
  const groups: { readonly plan: TerraformPlan; readonly reviews: TerraformPlan[] }[] = [];
  for (const plan of plans) {
    const last = groups.at(-1);
    if (plan.reviews === undefined && isReviewPlan(plan)) {
      if (last === undefined || last.plan.reviews !== undefined)
        throw new PlanError(`Cannot review ${plan.name} alone: it is a review plan. Pass the plan to apply before it.`);
      last.reviews.push(plan);
    } else groups.push({ plan, reviews: [...(plan.reviews ?? [])] });
  }
  checkDistinctStacks(groups.map(({ plan }) => plan));
  return groups.map(({ plan, reviews }, index) => {
    const resolved = resolveSymbols(plan, index);
    const both =
      reviews.length === 0
        ? { plan: resolved, reviewPlans: [], problems: [] }
        : combined({ ordinary: plan, resolved }, reviews);
    const unproved = unprovedPlaces(resolved, both.plan);
    return unproved === undefined ? both : { ...both, plan: { ...both.plan, unproved } };
  });
}

/** @param resolved `ordinary` with the values that the configuration proves */
function combined(
  { ordinary, resolved }: { readonly ordinary: TerraformPlan; readonly resolved: TerraformPlan },
  reviews: readonly TerraformPlan[],
): CombinedPlan {
  const problems = reviews.flatMap((review) => [...statusProblems(review), ...differences(ordinary, review)]);
  const settled = mergeRows(reviews.map(({ changes = [] }) => changes));
  const isEarly = earlyAnswers(ordinary, reviews);
  const own = new Map((resolved.changes ?? []).map((change) => [getPlaceInPlan(change), change]));
  const rename = renaming(reviews[0]?.changes ?? [], own);
  const changes = resolved.changes?.map((change) => {
    const { after: planned, fate } = settled.get(getPlaceInPlan(change)) ?? {};
    const after = rename(planned) as ResourceChange['after'];
    const { after: unresolved, ...rest } = change;
    if (unresolved === undefined || after === undefined || change.mode === 'data') return change;
    const known = Object.entries(unresolved).map(([name, value]) => {
      // A recreated object has another uid than a kept one.
      const isOther = name === 'uid' && fate?.isMade !== change.fate?.isMade;
      const isTaken = hasUnknown(value) && !isOther && !isEarly(change.address, name);
      return [name, isTaken ? filled(value, after[name]) : value];
    });
    return { after: Object.fromEntries(known) as ResourceChange['after'], ...rest };
  });
  return { plan: { ...resolved, changes, reviews }, reviewPlans: reviews.map(({ name }) => name), problems };
}

/** Returns the problems of an incomplete review plan. */
function statusProblems({ name, status }: TerraformPlan): string[] {
  return status.isErrored ? [`${name}: the review plan failed.`] : [];
}

/** Returns the differences between a review plan and the plan to apply. */
function differences(ordinary: TerraformPlan, review: TerraformPlan): string[] {
  const problems: string[] = [];
  const differ = (address: string, what: string) =>
    problems.push(`${ordinary.name} and ${review.name} differ: ${what} of ${address}.`);
  const rows = new Map((review.changes ?? []).map((change) => [getPlaceInPlan(change), change]));
  for (const change of ordinary.changes ?? []) {
    const other = rows.get(getPlaceInPlan(change));
    rows.delete(getPlaceInPlan(change));
    if (change.mode === 'data' || findKind(change) === undefined) continue;
    if (other === undefined) {
      differ(change.address, 'only the first has a change');
      continue;
    }
    if (!isSameFate(change, other))
      differ(change.address, `the actions (${change.actions.join()}, ${other.actions.join()})`);
    if (!agrees(change.before, other.before)) differ(change.address, 'the values before the change');
    if (!agrees(change.after, other.after)) differ(change.address, 'the planned values');
  }
  for (const change of rows.values())
    if (change.mode === 'managed' && !isNoOp(change)) differ(change.address, 'only the second has a change');
  return problems;
}

/** Returns true for compatible actions. An unknown reference can plan a replacement that becomes an update in place once it is known. */
function isSameFate(ordinary: ResourceChange, review: ResourceChange): boolean {
  const [one, other] = [ordinary.fate, review.fate];
  if (one === undefined || other === undefined) return false;
  if (one.old === other.old && one.isMade === other.isMade) return true;
  return one.old === 'gone' && one.isMade && other.old === 'kept' && hasUnknown(withoutComputed(ordinary.after));
}

function withoutComputed(values: ResourceChange['after']): unknown {
  return Object.entries(values ?? {}).flatMap(([name, value]) =>
    name === 'uid' || name === 'create_time' ? [] : [value],
  );
}

/** Returns true if the second value equals the known parts of the first one. */
function agrees(a: unknown, b: unknown): boolean {
  if (a === UNKNOWN_VALUE) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((inner, index) => agrees(inner, b[index]));
  if (isObject(a))
    return (
      isObject(b) && [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => agrees(a[name], b[name]))
    );
  return a === b || (a === undefined && b === null) || (a === null && b === undefined);
}

/** Returns the first value, with unknown parts from the second one. */
function filled(a: unknown, b: unknown): unknown {
  if (a === UNKNOWN_VALUE) return b === undefined ? UNKNOWN_VALUE : b;
  if (Array.isArray(a)) return a.map((inner, index) => filled(inner, Array.isArray(b) ? b[index] : undefined));
  if (!isObject(a)) return a;
  return Object.fromEntries(
    Object.entries(a).map(([name, inner]) => [name, filled(inner, isObject(b) ? b[name] : undefined)]),
  );
}
