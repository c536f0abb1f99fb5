/**
 * The second way to plan: for a review. What would be created is planned with a placeholder for its uid, so that Terraform
 * resolves every reference to it, and the plan shows the organization as it would be. It is never applied, whoever tries.
 */
import { isDeepStrictEqual } from 'node:util';
import { isObject, isPlaceholderUid, REVIEW_NOTE, REVIEW_VARIABLE, snakeCase, type Values } from '../../api';
import { createPlaceholderUids, type PlaceholderUids } from '../../api/placeholder-uid';
import { DiagError, type Diagnostic, isUnknown, type ObjectContext } from '../../plugin';
import { type Declaration, identifierField } from '../../schema';
import { isDistinct, keyOfAttributes, keyText } from '../keys/natural-key';
import { subjectOf } from '../messages/subject';
import { forgetPlanned } from './replacement';

/** What one configuration of the provider has planned for a review. */
export interface ReviewPlan {
  readonly placeholders: PlaceholderUids;
  /** What stands for the object that is planned to be created; `undefined` while it cannot be told from others. */
  uidFor(declaration: Declaration, plan: Values): string | undefined;
}

/**
 * @param service tells root groups of two services apart
 * @param mayRepeat whether one natural key may be given to several objects (on_existing = "create")
 */
export function createReviewPlan(seed: string, service: string, mayRepeat: boolean): ReviewPlan {
  const placeholders = createPlaceholderUids(seed);
  const taken = new Map<string, string>();
  const times = new Map<string, number>();
  return {
    placeholders,
    uidFor(declaration, plan) {
      const key = keyOfAttributes(declaration, plan);
      if (key === undefined) return undefined;
      if (declaration.uidScheme === 'parentUid') return key.parent;
      const text = keyText(declaration, key);
      const time = mayRepeat || !isDistinct(declaration, key) ? (times.get(text) ?? 0) : 0;
      times.set(text, time + 1);
      const what = JSON.stringify([text, time, key.parent === undefined ? service : null]);
      const uid = placeholders.of(key.parent, what);
      if ((taken.get(uid) ?? what) !== what) throw sameByChance(subjectOf(declaration, plan));
      taken.set(uid, what);
      return uid;
    },
  };
}

const NOTE = 'review';

/** Every kind has it, and the service alone decides of it. */
const TIME = 'create_time';

/** Gives a uid to what would be created, and sees to it that nobody applies the plan. */
export function planForReview(
  declaration: Declaration,
  { prior, plan, private: notes, client: { review } }: PlannedChange,
): void {
  // What stays as it is has to be seen as that.
  if (review === undefined || isDeepStrictEqual(prior, plan)) return;
  // A deletion is applied with what is noted here.
  notes.set(NOTE, true);
  if (plan === null) return;
  if (prior === null) {
    const uid = review.uidFor(declaration, plan);
    if (uid !== undefined) plan[snakeCase(identifierField(declaration))] = uid;
  }
  // Anything else is planned anew by the apply, and what Terraform then finds is another value.
  plan[TIME] = REVIEW_NOTE;
}

type Context = Pick<ObjectContext<{ readonly review?: ReviewPlan | undefined }>, 'private' | 'client'>;

interface PlannedChange extends Context {
  readonly prior: Values | null;
  readonly plan: Record<string, unknown> | null;
}

interface Applied {
  readonly prior?: Values;
  readonly plan?: Values;
}

/** Throws a `DiagError`, before anything is sent, if what is applied was planned for a review. */
export function refuseReviewPlan(
  declaration: Declaration,
  { prior, plan }: Applied,
  { private: notes, client: { review } }: Context,
): void {
  const isNoted = notes.get(NOTE) === true;
  const placeholder = firstPlaceholder([prior, plan]);
  if (review === undefined && !isNoted && placeholder === undefined) return;
  // An object that exists is stored again, and nothing of this is to be kept with it.
  notes.set(NOTE, undefined);
  forgetPlanned(notes);
  const subject = subjectOf(declaration, plan ?? prior ?? {});
  if (review !== undefined)
    throw new DiagError(
      `Not applied: ${subject}`,
      `${REVIEW_VARIABLE} is set, which makes plans that are only looked at, and refuses every apply. Nothing was sent. Unset it, and plan and apply again.`,
    );
  throw new DiagError(
    `Not applied: ${subject}`,
    isNoted
      ? `${REVIEW_NOTE} Nothing was sent. Apply the plan that was made without the variable.`
      : `${placeholder ?? ''} is a placeholder of a review plan (${REVIEW_VARIABLE}): no object has this uid. Nothing was sent. Refer to the resource, or use the uid of the object.`,
  );
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
 * What is wrong with asking for something that does not exist yet: a data source answers nothing then, instead of what the
 * apply may find. `undefined`: nothing.
 */
export function askedTooEarly(subject: string, config: Values, review: ReviewPlan | undefined): Diagnostic | undefined {
  const isAsked = (value: unknown): boolean =>
    Array.isArray(value) ? value.some(isAsked) : review?.placeholders.includes(value) === true;
  const attribute = Object.keys(config).find((name) => isAsked(config[name]));
  if (attribute === undefined) return undefined;
  return {
    severity: 'warning',
    summary: `Nothing is known of ${subject} yet`,
    detail: `${attribute} names what this plan would create. In a plan for a review nothing is found by it; what the apply will find is not known.`,
    path: [attribute],
  };
}

function sameByChance(subject: string): DiagError {
  return new DiagError(
    `Another object has the placeholder of ${subject}`,
    `The two have the same one by chance. Plan again with another value of ${REVIEW_VARIABLE}.`,
  );
}
