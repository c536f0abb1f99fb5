/** A declaration as a managed resource of Terraform. */
import { snakeCase, type Values } from '../api';
import { isUnknown, type ModifyPlanContext, type Path, type Resource, type Schema } from '../plugin';
import { containerKind } from '../resources';
import { type Declaration, identifierField } from '../schema';
import { replacedWhileUnknown, replacementOf, resourceSchema, switchedChoices } from './convert/schema';
import { identityOf } from './convert/to-state';
import { create } from './lifecycle/create';
import { remove } from './lifecycle/delete';
import { importState } from './lifecycle/import';
import { moveFrom } from './lifecycle/move';
import { plannedTwice } from './lifecycle/natural-key';
import { lockoutWarning } from './lifecycle/own-access';
import { read } from './lifecycle/read';
import { planSealed } from './lifecycle/sealed';
import { spellingProblems } from './lifecycle/echo';
import { withinTimeLimit } from './lifecycle/time-limit';
import { update } from './lifecycle/update';
import {
  deletionRefused,
  forgetPlanned,
  isPlannedAgain,
  isProtected,
  notePlan,
  notePlanned,
  plannedObject,
  type ReplacedObject,
  replacedObject,
  replacementRefused,
  replacingAttributes,
} from './plan/deletion-protection';
import { preflight } from './plan/preflight';
import { replacedGroupWarnings, warningsOfParent } from './plan/replaced-group';
import { planForReview, refuseReviewPlan } from './plan/review-plan';
import { planTimes, setsTimesAhead } from './plan/times';
import { configurationProblems } from './plan/validate';
import { type DeleteContext, reportWarnings, type Session } from './session';

type PlanContext = ModifyPlanContext<Schema, Session>;
/** Returns the attributes that need a new object. */
type PlanStep = (context: PlanContext) => readonly Path[] | Promise<readonly Path[]>;

export function resourceOf(declaration: Declaration): Resource<Schema, Session> {
  const schema = resourceSchema(declaration);
  const ownSteps = planStepsOf(declaration);
  return {
    schema,
    validate: ({ config, diags }) => diags.add(...configurationProblems(declaration, config)),
    async modifyPlan(context) {
      const replaced: Path[] = [];
      for (const step of ownSteps) replaced.push(...(await step(context)));
      for (const path of replaced) context.replace(path);
      await modifyPlan(declaration, schema, replaced, context);
      reportWarnings(context.client, context.diags);
      planForReview(declaration, context);
    },
    create(context) {
      refuseReviewPlan(declaration, context, context);
      return withinTimeLimit('create', context.plan, context, (limited) => create(declaration, limited));
    },
    async read(context) {
      const state = await withinTimeLimit('read', context.state, context, (limited) => read(declaration, limited));
      reportWarnings(context.client, context.diags);
      return state;
    },
    // Also for kinds without an update: a change of spelling alone is stored, and nothing is sent.
    update(context) {
      refuseReviewPlan(declaration, context, context);
      forgetPlanned(context.private);
      return withinTimeLimit('update', context.plan, context, (limited) => writing(declaration, limited, update));
    },
    delete(context) {
      refuseReviewPlan(declaration, context, context);
      return withinTimeLimit('delete', context.prior, context, (limited) => writing(declaration, limited, remove));
    },
    importState: (context) => importState(declaration, context),
    moveFrom: (source) => moveFrom(declaration, source),
    identity: identityOf(declaration),
  };
}

/** Other resources of this run that meet the object wait for the end of `work`. */
function writing<C extends DeleteContext, T>(
  declaration: Declaration,
  context: C,
  work: (declaration: Declaration, context: C) => Promise<T>,
): Promise<T> {
  const uid = String(context.prior[snakeCase(identifierField(declaration))]);
  return context.client.writes.run(declaration, uid, () => work(declaration, context));
}

/** What is planned of some kinds alone, because their declaration gives reason for it; before what is planned of all. */
function planStepsOf(declaration: Declaration): readonly PlanStep[] {
  const { seals, grants } = declaration;
  const steps: PlanStep[] = [];
  if (setsTimesAhead(declaration.fields))
    steps.push(({ prior, config, plan, client: { runtime }, diags }) => {
      if (plan !== null && config !== null)
        diags.add(...planTimes(declaration, { prior, config, plan }, new Date(runtime.clock())));
      return [];
    });
  if (seals !== undefined)
    steps.push(({ prior, plan, diags }) => {
      if (plan === null) return [];
      const { warnings, replaced } = planSealed(declaration, seals, { prior, plan });
      diags.add(...warnings);
      return replaced;
    });
  if (grants !== undefined)
    steps.push(async (context) => {
      const { prior, plan, client, diags } = context;
      if (prior !== null) diags.add(...(await lockoutWarning(declaration, grants, { prior, plan }, client, context)));
      return [];
    });
  if (declaration.rules?.some((rule) => rule.immutable === true))
    steps.push(({ prior, plan }) => (prior === null || plan === null ? [] : switchedChoices(declaration, prior, plan)));
  if (Object.keys(declaration.fields).some((field) => replacementOf(declaration, field)?.when === 'unknown'))
    steps.push(({ prior, plan, client: { review } }) => {
      const isUnsettled = (value: unknown) => isUnknown(value) || review?.placeholders.includes(value) === true;
      return prior === null || plan === null ? [] : replacedWhileUnknown(declaration, plan, isUnsettled);
    });
  return steps;
}

async function modifyPlan(
  declaration: Declaration,
  schema: Schema,
  replaced: readonly Path[],
  context: PlanContext,
): Promise<void> {
  const { action, prior, plan, isUnchanged, client: session, diags } = context;
  const { plannedCreates } = session;
  if (action === 'create' && plan !== null) {
    const isReplacement = isPlannedAgain(context.private);
    if (isOnlyOne(session) && plannedCreates.isTaken(declaration, plan, isReplacement))
      plannedTwice(declaration, plan, diags);
    reviewReplacement(declaration, plan, context);
    await preflight(declaration, plan, context);
    if (stopsAtExisting(session) && !isReplacement && !diags.hasErrors)
      diags.add(...((await session.existing?.warnings(declaration, plan, context.signal)) ?? []));
  }
  if (action === 'delete' && prior !== null && isProtected(prior)) diags.add(deletionRefused(declaration, prior));
  if (action !== 'update' || prior === null || plan === null) return;
  // A replacement is planned a second time, as a creation.
  plannedCreates.exists(declaration, prior);
  notePlan(context.private);
  const staysInPlace = replacingAttributes(schema, { prior, plan }, replaced).length === 0;
  if (isOnlyOne(session) && staysInPlace && plannedCreates.keeps(declaration, plan))
    plannedTwice(declaration, plan, diags);
  if (isUnchanged) return reviewChange(declaration, plannedObject(declaration, prior, []), context);
  diags.add(...spellingProblems(declaration, { prior, plan, private: context.private }));
  const because = replacingAttributes(schema, { prior, plan }, replaced);
  await reviewChange(declaration, plannedObject(declaration, prior, because), context);
}

/** Returns true if two objects with the same natural key are an error. */
function isOnlyOne({ onExisting, unknown }: Session): boolean {
  return onExisting !== 'create' && !unknown.includes('on_existing');
}

/** Returns true if the apply stops at a create whose natural key an object has. A plan for a review is never applied. */
function stopsAtExisting({ onExisting, unknown, review }: Session): boolean {
  return onExisting === 'error' && !unknown.includes('on_existing') && review === undefined;
}

/** The first half of a replacement, or an update. */
async function reviewChange(declaration: Declaration, object: ReplacedObject, context: PlanContext): Promise<void> {
  const { prior, private: notes, client: session, diags } = context;
  const isGroup = declaration === containerKind;
  if (isGroup || declaration.deletionProtection === true) notePlanned(notes, object);
  if (object.because.length === 0 || object.isProtected) return;
  const { signal } = context;
  if (isGroup) diags.add(...(await replacedGroupWarnings(object, session, signal)));
  if (prior !== null) diags.add(...(await warningsOfParent(declaration, prior, session, signal)));
}

/** The second half. Terraform shows errors of it, and no warnings. */
function reviewReplacement(
  declaration: Declaration,
  plan: Values,
  { private: notes, client: session, diags }: PlanContext,
): void {
  const replaced = replacedObject(notes);
  if (replaced === undefined) return;
  const { uids, unsaid } = session.replacedGroups;
  if (replaced.isProtected || isProtected(plan)) diags.add(replacementRefused(replaced));
  else if (declaration === containerKind && !uids.has(replaced.uid)) {
    uids.add(replaced.uid);
    unsaid.set(replaced.uid, replaced);
  }
}
