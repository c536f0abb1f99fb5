/** Checks each planned change of a managed resource: duplicates, protected objects, replaced groups. */
import type { Values } from '../../model/api';
import type { Schema } from '../../plugin';
import { containerKind } from '../../model/kinds';
import type { Declaration } from '../../model/schema';
import { absenceWarnings, plannedGroup } from '../safeguards/absence';
import { normalizationProblems } from '../safeguards/normalizations';
import { deletionRejected, isProtected, replacementRejected } from '../plan-records/deletion-protection';
import { plannedTwice } from '../plan-records/planned-creates';
import {
  isPlannedAgain,
  markFirstHalf,
  rememberReplacedObject,
  plannedObject,
  type ReplacedObject,
  replacedObject,
  replacingAttributes,
} from '../plan-records/replacement';
import type { ModifyContext } from '../run/contexts';
import type { Session } from '../run/session';
import { runPlanSteps } from './plan-steps';
import { preflight } from './preflight';
import { replacedGroupWarnings, warningsOfParent } from './replaced-group';

export async function modifyPlan(declaration: Declaration, schema: Schema, context: ModifyContext): Promise<void> {
  const replaced = await runPlanSteps(declaration, context);
  for (const path of replaced) context.replace(path);
  const { action, prior, plan, isUnchanged, providerData: session, diags } = context;
  if (action === 'create' && plan !== null) {
    const isReplacement = isPlannedAgain(context.private);
    if (isOnlyOne(session) && !isReplacement && session.planned.creates.recordCreate(declaration, plan))
      plannedTwice(declaration, plan, diags);
    reviewReplacement(declaration, plan, context);
    // These reads do not depend on each other, and the apply repeats them before its first request.
    if (plannedGroup(declaration, plan, session) !== undefined) session.service?.visibility.prepare(context.signal);
    const existing =
      stopsAtExisting(session) && !isReplacement && !diags.hasErrors
        ? session.planned.existing?.warnings(declaration, plan, context.signal)
        : undefined;
    await preflight(declaration, plan, context);
    const warnings = await existing;
    if (!diags.hasErrors) diags.add(...(warnings ?? []));
    if (!diags.hasErrors) diags.add(...(await absenceWarnings(declaration, plan, session, context.signal)));
  }
  if (action === 'delete' && prior !== null && isProtected(prior)) diags.add(deletionRejected(declaration, prior));
  if (action !== 'update' || prior === null || plan === null) return;
  // Terraform plans a replacement a second time, as a creation.
  session.planned.creates.recordExisting(declaration, prior);
  markFirstHalf(context.private);
  const because = replacingAttributes(schema, { prior, plan }, replaced);
  if (isOnlyOne(session) && because.length === 0 && session.planned.creates.recordKept(declaration, plan))
    plannedTwice(declaration, plan, diags);
  if (isUnchanged) return reviewChange(declaration, plannedObject(declaration, prior, []), context);
  diags.add(...normalizationProblems(declaration, { prior, plan, private: context.private }));
  await reviewChange(declaration, plannedObject(declaration, prior, because), context);
}

/** Returns true if two objects with the same natural key are an error. */
function isOnlyOne({ onExisting, unknown }: Session): boolean {
  return onExisting !== 'create' && !unknown.includes('on_existing');
}

/** Returns true if the apply stops at a create whose natural key an object has. A review plan is never applied. */
function stopsAtExisting({ onExisting, unknown, planned }: Session): boolean {
  return onExisting === 'error' && !unknown.includes('on_existing') && planned.review === undefined;
}

/** Reviews an update, or the first half of a replacement. */
async function reviewChange(declaration: Declaration, object: ReplacedObject, context: ModifyContext): Promise<void> {
  const { prior, private: notes, providerData: session, diags } = context;
  const isGroup = declaration === containerKind;
  if (isGroup || declaration.terraform?.deletionProtection === true) rememberReplacedObject(notes, object);
  if (object.because.length === 0 || object.isProtected) return;
  const { signal } = context;
  if (isGroup) diags.add(...(await replacedGroupWarnings(object, session, signal)));
  if (prior !== null) diags.add(...(await warningsOfParent(declaration, prior, session, signal)));
}

/** Reviews the second half of a replacement. Terraform shows its errors but not its warnings. */
function reviewReplacement(
  declaration: Declaration,
  plan: Values,
  { private: notes, providerData: session, diags }: ModifyContext,
): void {
  const replaced = replacedObject(notes);
  if (replaced === undefined) return;
  const { uids, unreported } = session.planned.replacedGroups;
  if (replaced.isProtected || isProtected(plan)) diags.add(replacementRejected(replaced.subject, replaced.because));
  else if (declaration === containerKind && !uids.has(replaced.uid)) {
    uids.add(replaced.uid);
    unreported.set(replaced.uid, replaced);
  }
}
