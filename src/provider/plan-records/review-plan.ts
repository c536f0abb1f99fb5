/**
 * Creates review plans. New objects get placeholder uids, so that Terraform resolves every reference to them, and the plan
 * shows the organization after the change. Nothing else differs from the plan to apply: an expression could tell the two apart,
 * and show another value than it applies. A review plan is never applied.
 */
import { isObject, isPlaceholderUid, REVIEW_VARIABLE, type Values } from '../../model/api';
import { createPlaceholderUids } from '../../model/api/placeholder-uid';
import { type Diags, isUnknown, type ObjectContext } from '../../plugin';
import type { Declaration } from '../../model/schema';
import { getUidAttribute } from '../convert/to-state';
import { isDistinct, keyOfAttributes, keyText } from '../keys/key-text';
import { CodedError, createWarning } from '../messages/severity';
import { describeSubject } from '../messages/subject';
import { forgetReplacedObject } from './replacement';

export type ReviewPlan = ReturnType<typeof createReviewPlan>;

/**
 * @param service distinguishes the root groups of two services
 * @param mayRepeat true if several objects may have one natural key (on_existing = "create")
 */
export function createReviewPlan(seed: string, service: string, mayRepeat: boolean) {
  const placeholders = createPlaceholderUids(seed);
  const taken = new Map<string, string>();
  const times = new Map<string, number>();
  return {
    placeholders,
    uidFor(declaration: Declaration, plan: Values): string {
      const key = keyOfAttributes(declaration, plan);
      if (declaration.uidScheme === 'parentUid' && key?.parent !== undefined) return key.parent;
      const text = key === undefined ? knownText(declaration, plan) : keyText(declaration, key);
      const time = key === undefined || mayRepeat || !isDistinct(declaration, key) ? (times.get(text) ?? 0) : 0;
      times.set(text, time + 1);
      const what = JSON.stringify([text, time, key?.parent === undefined ? service : null]);
      const uid = placeholders.of(key?.parent, what);
      if ((taken.get(uid) ?? what) !== what)
        throw new CodedError('PLACEHOLDER_UID', `Duplicate placeholder: ${describeSubject(declaration, plan)}`, [
          `Another object has the same placeholder uid by chance. Plan again with another value of ${REVIEW_VARIABLE}.`,
        ]);
      taken.set(uid, what);
      return uid;
    },
    /** Returns the placeholder id of the removal of undeclared objects from a group. */
    removalIdFor: (group: string) => placeholders.of(group, 'removal'),
  };
}

/** Without a known uid, Terraform would apply the creation as it plans it then. */
function knownText(declaration: Declaration, plan: Values): string {
  const known = Object.entries(plan).filter(([, value]) => !isUnknown(value));
  return JSON.stringify([declaration.kind, 'unknown key', known]);
}

/** The note in the private data of a change. Expressions cannot read it. */
const NOTE = 'review';

/** Plans a uid for a new object, and marks the creation or deletion so that it is never applied. */
export function planForReview(
  declaration: Declaration,
  { prior, plan, private: notes, providerData: { planned } }: PlannedChange,
): void {
  // An update equals that of the plan to apply, in its private data, too.
  const { review } = planned;
  if (review === undefined || (prior === null) === (plan === null)) return;
  // The apply of a deletion gets only this note. Terraform plans a creation again, and then rejects the other uid.
  notes.set(NOTE, true);
  if (plan === null) return;
  plan[getUidAttribute(declaration)] = review.uidFor(declaration, plan);
}

type Context = Pick<
  ObjectContext<{ readonly planned: { readonly review?: ReviewPlan | undefined } }>,
  'private' | 'providerData'
>;

interface PlannedChange extends Context {
  readonly prior: Values | null;
  readonly plan: Record<string, unknown> | null;
}

interface Applied {
  readonly prior?: Values;
  readonly plan?: Values;
}

/** Throws a `DiagError`, before anything is sent, if the applied plan is a review plan. */
export function rejectReviewPlan(
  declaration: Declaration,
  { prior, plan }: Applied,
  { private: notes, providerData: { planned } }: Context,
): void {
  const { review } = planned;
  const isNoted = notes.get(NOTE) === true;
  const placeholder = firstPlaceholder([prior, plan]);
  if (review === undefined && !isNoted && placeholder === undefined) return;
  // An existing object is stored again, and must not keep these notes.
  notes.set(NOTE, undefined);
  forgetReplacedObject(notes);
  const subject = describeSubject(declaration, plan ?? prior ?? {});
  if (review !== undefined)
    throw new CodedError('REVIEW_PLAN', `Cannot apply ${subject}: plan for review only`, [
      `${REVIEW_VARIABLE} is set. It creates plans for review only and rejects every apply. Nothing was sent. Unset it, then plan and apply again.`,
    ]);
  if (isNoted)
    throw new CodedError('REVIEW_PLAN', `Cannot apply ${subject}: plan for review only`, [
      `This is a review plan (${REVIEW_VARIABLE}). It is never applied. Nothing was sent. Apply the plan that was created without the variable.`,
    ]);
  throw new CodedError('PLACEHOLDER_UID', `Cannot apply ${subject}: it contains a placeholder uid`, [
    `${placeholder ?? ''} is a placeholder of a review plan (${REVIEW_VARIABLE}): no object has this uid. Nothing was sent. Refer to the resource, or use the uid of the object.`,
  ]);
}

function firstPlaceholder(value: unknown): string | undefined {
  if (typeof value === 'string') return isPlaceholderUid(value) ? value : undefined;
  if (isUnknown(value) || (!Array.isArray(value) && !isObject(value))) return undefined;
  for (const inner of Object.values(value)) {
    const found = firstPlaceholder(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Warns if a data source looks up an object that does not exist yet: it then finds nothing, although the apply may find
 * something.
 */
export function isLookedUpTooEarly(
  subject: string,
  config: Values,
  review: ReviewPlan | undefined,
  diags: Diags,
): boolean {
  const isPlaceholder = (value: unknown): boolean =>
    Array.isArray(value) ? value.some(isPlaceholder) : review?.placeholders.includes(value) === true;
  const attribute = Object.keys(config).find((name) => isPlaceholder(config[name]));
  if (attribute === undefined) return false;
  const detail = `${attribute} refers to an object that this plan would create. In a review plan, the data source finds nothing. The result at apply is unknown.`;
  diags.add(createWarning('REVIEW_PLAN', `Cannot look up ${subject} yet`, detail, [attribute]));
  return true;
}
