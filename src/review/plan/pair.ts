/**
 * A plan and the review plan that goes with it. In the review plan the provider has given a uid to whatever it will create, so
 * that Terraform itself has resolved every reference: the parent's uid, a slash, eight zeros and eight digits, or for a root
 * group eight zeros and 32 digits. Such a plan is never applied; what it says counts where the plan to apply says nothing yet.
 */
import { isObject, snakeCase } from '../../api';
import { identifierField } from '../../schema';
import { kindOf } from '../organization/objects';
import { PlanError } from './document';
import { UNKNOWN, type Plan, type ResourceChange } from './plan';
import { hasUnknown } from './values';

/** A plan as it is judged. */
export interface PlanPair {
  readonly judged: Plan;
  /** The name of the review plan, if there is one. */
  readonly review: string | undefined;
  /** Where the two differ. */
  readonly problems: readonly string[];
}

const placeholder = /(^|\/)0{8}([0-9a-f]{8}|[0-9a-f]{32})$/;

/** Whether the uid stands for that of something that is not made yet. */
export function isPlaceholder(uid: string): boolean {
  return placeholder.test(uid);
}

/** Whether the provider has planned uids for what it will create. */
function isReviewPlan(plan: Plan): boolean {
  return (plan.changes ?? []).some((change) => {
    const uid = plannedUid(change);
    return typeof uid === 'string' && isPlaceholder(uid);
  });
}

function plannedUid(change: ResourceChange): unknown {
  const kind = kindOf(change);
  if (kind === undefined || change.mode === 'data' || change.fate?.isMade !== true) return undefined;
  return change.after?.[snakeCase(identifierField(kind))];
}

/** Each plan with the review plan that follows it. Throws a {@link PlanError} if a review plan stands alone. */
export function pairPlans(plans: readonly Plan[]): PlanPair[] {
  const pairs: PlanPair[] = [];
  let ordinary: Plan | undefined;
  for (const plan of plans) {
    if (!isReviewPlan(plan) && !(ordinary !== undefined && isSameConfiguration(ordinary, plan))) {
      if (ordinary !== undefined) pairs.push({ judged: ordinary, review: undefined, problems: [] });
      ordinary = plan;
      continue;
    }
    if (ordinary === undefined)
      throw new PlanError(`${plan.name} is a review plan, which is never applied: give the plan to apply before it.`);
    pairs.push(combined(ordinary, plan));
    ordinary = undefined;
  }
  if (ordinary !== undefined) pairs.push({ judged: ordinary, review: undefined, problems: [] });
  return pairs;
}

/** Where nothing is created, the review plan of a plan looks like the plan itself. */
function isSameConfiguration(one: Plan, other: Plan): boolean {
  const places = ({ changes }: Plan) =>
    (changes ?? []).map(({ address, actions }) => `${address} ${actions.join()}`).join('\n');
  const uids = ({ prior }: Plan) =>
    prior.map(({ address, values }) => `${address} ${String(values['uid'])}`).join('\n');
  return one.prior.length > 0 && places(one) === places(other) && uids(one) === uids(other);
}

function combined(ordinary: Plan, review: Plan): PlanPair {
  const problems: string[] = [];
  const differ = (address: string, what: string) =>
    problems.push(`${ordinary.name} and ${review.name} differ: ${what} of ${address}.`);
  const rows = new Map((review.changes ?? []).map((change) => [placeOf(change), change]));
  const changes = (ordinary.changes ?? []).map((change) => {
    const other = rows.get(placeOf(change));
    rows.delete(placeOf(change));
    if (change.mode === 'data' || kindOf(change) === undefined) return change;
    if (other === undefined) {
      differ(change.address, 'only the first has a change');
      return change;
    }
    if (!isSameFate(change, other))
      differ(change.address, `the actions (${change.actions.join()}, ${other.actions.join()})`);
    if (!agrees(change.before, other.before)) differ(change.address, 'what there is before');
    if (!agrees(change.after, other.after)) differ(change.address, 'what is planned');
    return { ...change, after: filled(change.after, other.after) as ResourceChange['after'] };
  });
  for (const { address, mode, fate } of rows.values())
    if (mode === 'managed' && fate?.isMade !== false) differ(address, 'only the second has a change');
  return { judged: { ...ordinary, changes }, review: review.name, problems };
}

function placeOf({ address, deposed = '' }: ResourceChange): string {
  return `${address} ${deposed}`;
}

/** While a reference is unknown, an object may be planned anew that is changed in place once it is known. */
function isSameFate(ordinary: ResourceChange, review: ResourceChange): boolean {
  const [one, other] = [ordinary.fate, review.fate];
  if (one === undefined || other === undefined) return false;
  if (one.old === other.old && one.isMade === other.isMade) return true;
  return one.old === 'gone' && one.isMade && other.old === 'kept' && hasUnknown(withoutUid(ordinary.after));
}

function withoutUid(values: ResourceChange['after']): unknown {
  if (values === undefined) return undefined;
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'uid' && name !== 'create_time'));
}

/** Whether the second says the same wherever the first is known. */
function agrees(one: unknown, other: unknown): boolean {
  if (one === UNKNOWN) return true;
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
