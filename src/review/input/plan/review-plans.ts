/**
 * A plan and the plans for a review that go with it. In these the provider has given a uid to whatever it will create, so that
 * Terraform itself has resolved every reference. They are never applied; what they say counts where the plan to apply says
 * nothing yet, and only as far as all of them say the same.
 */
import { isObject, isPlaceholderUid, REVIEW_NOTE } from '../../../api';
import { kindOf } from './platform-kind';
import { earlyAnswers } from './answered-early';
import { isSettled } from './configuration';
import { PlanError } from './document';
import { isNoOp, UNKNOWN, type Plan, type ResourceChange } from './plan';
import { placeOf, plannedUid, settledRows } from './settled';
import { hasUnknown } from './values';

/** A plan with the values that its review plans add. */
export interface CombinedPlan {
  readonly plan: Plan;
  /** The names of the review plans. */
  readonly reviewPlans: readonly string[];
  /** Where they differ from the plan to apply. */
  readonly problems: readonly string[];
}

/** The plan with the plans for a review that were made with it. */
export function withReviews(plan: Plan, reviews: readonly Plan[]): Plan {
  return { ...plan, reviews };
}

/**
 * Returns whether a plan for a review shows more than the plan itself: an attribute is known only after the apply, and the
 * configuration does not prove its value. In a synthesized stack it usually does.
 */
export function leavesOpen({ changes = [], configuration }: Plan): boolean {
  const managed = changes.filter((change) => change.mode === 'managed' && kindOf(change) !== undefined);
  const planned = new Set(managed.flatMap(({ address, after }) => (after === undefined ? [] : [address])));
  return managed.some(({ address, after = {} }) =>
    Object.entries(after).some(
      ([name, value]) => hasUnknown(value) && !isSettled(configuration, planned, address, name),
    ),
  );
}

/** Whether a plan was made for a review: by a uid that is known beforehand, or by the note in what is changed. */
export function isReviewPlan(plan: Plan): boolean {
  return (plan.changes ?? []).some(
    (change) => isPlaceholderUid(plannedUid(change)) || Object.values(change.after ?? {}).includes(REVIEW_NOTE),
  );
}

/**
 * Each plan with its review plans: those that it says, or else those that follow it. Throws a {@link PlanError} if a review
 * plan stands alone.
 */
export function combineReviewPlans(plans: readonly Plan[]): CombinedPlan[] {
  const groups: { readonly plan: Plan; readonly reviews: Plan[] }[] = [];
  for (const plan of plans) {
    const last = groups.at(-1);
    const isOpen = last !== undefined && last.plan.reviews === undefined;
    if (plan.reviews === undefined && isReviewPlan(plan)) {
      if (!isOpen)
        throw new PlanError(`${plan.name} is a review plan, which is never applied: give the plan to apply before it.`);
      last.reviews.push(plan);
    } else if (plan.reviews === undefined && isOpen && isSameConfiguration(last.plan, plan)) last.reviews.push(plan);
    else groups.push({ plan, reviews: [...(plan.reviews ?? [])] });
  }
  return groups.map(({ plan, reviews }) =>
    reviews.length === 0 ? { plan, reviewPlans: [], problems: [] } : combined(plan, reviews),
  );
}

/** Where nothing is created or changed, the review plan of a plan looks like the plan itself. */
function isSameConfiguration(one: Plan, other: Plan): boolean {
  const places = ({ changes }: Plan) =>
    (changes ?? []).map(({ address, actions }) => `${address} ${actions.join()}`).join('\n');
  const uids = ({ prior }: Plan) =>
    prior.map(({ address, values }) => `${address} ${String(values['uid'])}`).join('\n');
  return one.prior.length > 0 && places(one) === places(other) && uids(one) === uids(other);
}

function combined(ordinary: Plan, reviews: readonly Plan[]): CombinedPlan {
  const problems = reviews.flatMap((review) => [...statusProblems(review), ...differences(ordinary, review)]);
  const settled = settledRows(reviews.map(({ changes = [] }) => changes));
  const isEarly = earlyAnswers(ordinary, reviews);
  const changes = ordinary.changes?.map((change) => {
    const { after, fate } = settled.get(placeOf(change)) ?? {};
    if (change.after === undefined || after === undefined || change.mode === 'data') return change;
    const known = Object.entries(change.after).map(([name, value]) => {
      // The uid of what is made anew is not that of what would be kept.
      const isOther = name === 'uid' && fate?.isMade !== change.fate?.isMade;
      const isTaken = hasUnknown(value) && !isOther && !isEarly(change.address, name);
      return [name, isTaken ? filled(value, after[name]) : value];
    });
    return { ...change, after: Object.fromEntries(known) as ResourceChange['after'] };
  });
  return { plan: { ...ordinary, changes, reviews }, reviewPlans: reviews.map(({ name }) => name), problems };
}

/** Without what could not be planned a review plan says too little. */
function statusProblems({ name, status }: Plan): string[] {
  return status.isErrored ? [`${name}: planning for the review failed.`] : [];
}

/** Where a review plan says anything else than the plan to apply. */
function differences(ordinary: Plan, review: Plan): string[] {
  const problems: string[] = [];
  const differ = (address: string, what: string) =>
    problems.push(`${ordinary.name} and ${review.name} differ: ${what} of ${address}.`);
  const rows = new Map((review.changes ?? []).map((change) => [placeOf(change), change]));
  for (const change of ordinary.changes ?? []) {
    const other = rows.get(placeOf(change));
    rows.delete(placeOf(change));
    if (change.mode === 'data' || kindOf(change) === undefined) continue;
    if (other === undefined) {
      differ(change.address, 'only the first has a change');
      continue;
    }
    if (!isSameFate(change, other))
      differ(change.address, `the actions (${change.actions.join()}, ${other.actions.join()})`);
    if (!agrees(change.before, other.before)) differ(change.address, 'what there is before');
    if (!agrees(change.after, other.after)) differ(change.address, 'what is planned');
  }
  for (const change of rows.values())
    if (change.mode === 'managed' && !isNoOp(change)) differ(change.address, 'only the second has a change');
  return problems;
}

/** While a reference is unknown, an object may be planned anew that is changed in place once it is known. */
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

/** Whether the second says the same wherever the first is known; of what is noted instead it says nothing. */
function agrees(one: unknown, other: unknown): boolean {
  if (one === UNKNOWN || other === REVIEW_NOTE) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) && one.length === other.length && one.every((inner, index) => agrees(inner, other[index]))
    );
  if (isObject(one))
    return (
      isObject(other) &&
      [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => agrees(one[name], other[name]))
    );
  return one === other || (one === undefined && other === null) || (one === null && other === undefined);
}

/** The first, and where it is unknown, the second. */
function filled(one: unknown, other: unknown): unknown {
  if (one === UNKNOWN) return other === undefined ? UNKNOWN : other;
  if (Array.isArray(one))
    return one.map((inner, index) => filled(inner, Array.isArray(other) ? other[index] : undefined));
  if (!isObject(one)) return one;
  return Object.fromEntries(
    Object.entries(one).map(([name, inner]) => [name, filled(inner, isObject(other) ? other[name] : undefined)]),
  );
}
