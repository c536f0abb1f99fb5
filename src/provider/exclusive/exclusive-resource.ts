/**
 * Creates the resource that removes the undeclared objects of a kind from a group. Each removal is a deletion as the resource of
 * the object sends it: approved, counted, and reported in the same way. Reads and the deletion of this resource send nothing.
 */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isUid, type Values } from '../../model/api';
import { DiagError, isUnknown, type ObjectContext, type Resource, type Schema, UNKNOWN } from '../../plugin';
import { containerKind } from '../../model/kinds';
import { type Declaration, EXCLUSIVE, groupKeyAttributes, kindInWords, findParentUid } from '../../model/schema';
import { isKnownThroughout } from '../convert/to-api';
import { dataSourceState, getUid } from '../convert/to-state';
import { remove } from '../lifecycle/delete';
import { lockoutWarning } from '../safeguards/own-access';
import { withinTimeLimit } from '../safeguards/time-limit';
import { userError } from '../messages/diagnostics';
import { CodedError, createError, createWarning } from '../messages/severity';
import { rejectReviewPlan } from '../plan-records/review-plan';
import type { CreateContext, ModifyContext } from '../run/contexts';
import { connected, type Session } from '../run/session';
import {
  createHiddenProblem,
  removalWarning,
  undecidedWarning,
  undeclaredWarning,
  wordsFor,
} from './exclusive-messages';
import { exclusiveSchema, exclusiveGroupAttribute } from './exclusive-schema';
import { undeclaredAmong } from './removals';

export function exclusiveResource(declaration: Declaration): Resource<Schema, Session> {
  const apply = async (context: CreateContext): Promise<Values> => {
    rejectReviewPlan(declaration, { plan: context.plan }, context);
    await rejectInvented(declaration, context);
    await withinTimeLimit('delete', {}, context, (limited) => removeAll(declaration, limited));
    const { plan } = context;
    const id = plan[EXCLUSIVE.removalId];
    // The form of a placeholder: no expression can tell if a review plan made the id.
    const newId = `${String(plan[exclusiveGroupAttribute(declaration)])}/${randomBytes(8).toString('hex')}`;
    return { ...plan, [EXCLUSIVE.removalId]: isUnknown(id) ? newId : id };
  };
  return {
    schema: exclusiveSchema(declaration),
    // Version 0 always removed them.
    upgrade: { 0: (state) => ({ ...state, [EXCLUSIVE.isRemoving]: true, [EXCLUSIVE.undeclared]: [] }) },
    modifyPlan: (context) => planRemovals(declaration, context),
    create: apply,
    update: apply,
    read: ({ state }) => Promise.resolve({ ...state }),
    delete: () => Promise.resolve(),
  };
}

async function planRemovals(declaration: Declaration, context: ModifyContext): Promise<void> {
  const { prior, config, plan, providerData: session, diags } = context;
  if (plan === null || config === null) return;
  if (isUnknown(plan[EXCLUSIVE.isRemoving])) {
    const detail = 'The plan must show what the apply removes. Set true or false.';
    diags.add(createError('INVALID_VALUE', `Unknown ${EXCLUSIVE.isRemoving}`, detail, [EXCLUSIVE.isRemoving]));
    return;
  }
  const undeclared = await undeclaredObjects(declaration, config, context);
  const isRemoval = plan[EXCLUSIVE.isRemoving] !== false;
  const removed = isRemoval ? undeclared : [];
  // A later list is no change of the configuration.
  if (prior !== null) plan[EXCLUSIVE.existing] = prior[EXCLUSIVE.existing];
  const isSame = [exclusiveGroupAttribute(declaration), EXCLUSIVE.declared, EXCLUSIVE.isRemoving].every((name) =>
    isDeepStrictEqual(plan[name], prior?.[name]),
  );
  // The former removals stay in the state until another change: their end alone is no change.
  plan[EXCLUSIVE.plannedRemovals] =
    removed.length === 0 && prior !== null && isSame ? prior[EXCLUSIVE.plannedRemovals] : removed;
  plan[EXCLUSIVE.undeclared] = isRemoval ? [] : undeclared;
  if (!isRemoval && undeclared.length > 0) diags.add(undeclaredWarning(declaration, undeclared));
  plan[EXCLUSIVE.removalId] = prior?.[EXCLUSIVE.removalId] ?? null;
  if (removed.length === 0) return;
  // Terraform plans again before it applies, and rejects another id. So it never applies the removal of a review plan.
  plan[EXCLUSIVE.removalId] =
    session.planned.review?.removalIdFor(String(plan[exclusiveGroupAttribute(declaration)])) ?? UNKNOWN;
  diags.add(removalWarning(declaration, removed));
  for (const object of removed)
    diags.add(...(await lockoutWarning(declaration, { prior: object, plan: null }, session, context)));
}

/** Returns the undeclared objects. Reports the reasons why it is unable to decide. */
async function undeclaredObjects(declaration: Declaration, config: Values, context: ModifyContext): Promise<Values[]> {
  const { providerData: session, diags, signal, plan } = context;
  const group = config[exclusiveGroupAttribute(declaration)];
  const [existing, declared] = [config[EXCLUSIVE.existing], config[EXCLUSIVE.declared]];
  // A new group was empty when Terraform planned. The service fills it during the run.
  if (!isUid(group) || ['created', 'adopted'].includes(session.managed.origin(containerKind, group) ?? '')) return [];
  const isKnown = isList(existing) && isList(declared) && isKnownThroughout(existing);
  // An empty list proves nothing if the token cannot see the objects.
  if (!isKnown || (existing.length === 0 && session.client === undefined)) {
    diags.add(undecidedWarning(declaration));
    return [];
  }
  const elsewhere = existing.find((object) => findParentUid(declaration, getUid(declaration, object)) !== group);
  if (elsewhere !== undefined) {
    const detail = `${wordsFor(declaration, elsewhere)} is not in the ${kindInWords(containerKind)} ${group}. Set children_of of the data source to that uid.`;
    diags.add(createError('INVALID_VALUE', `Invalid ${EXCLUSIVE.existing}`, detail, [EXCLUSIVE.existing]));
    return [];
  }
  if (existing.length === 0) {
    const sight = await connected(session).visibility.of(declaration, group, signal);
    const create = plan?.[EXCLUSIVE.isRemoving] === false ? createWarning : createError;
    if (sight.is !== 'complete') diags.add(createHiddenProblem(declaration, sight.why, create));
  }
  const undeclared = undeclaredAmong(declaration, existing, declared);
  const invented = await findInvented(declaration, undeclared, group, context);
  if (invented === undefined) return undeclared;
  const detail = `The service has another ${wordsFor(declaration, invented)} than ${EXCLUSIVE.existing} contains. Refer to the data source, and plan again.`;
  diags.add(createError('INVALID_VALUE', `Invalid ${EXCLUSIVE.existing}`, detail, [EXCLUSIVE.existing]));
  return [];
}

/**
 * Reads the objects itself, and returns one whose entry in the configuration says something else. Otherwise an invented entry
 * could show the removal of a viewer, and remove an owner.
 */
async function findInvented(
  declaration: Declaration,
  entries: readonly Values[],
  group: string,
  { providerData: session, signal }: ObjectContext<Session>,
): Promise<Values | undefined> {
  if (entries.length === 0 || session.client === undefined) return undefined;
  const expected = new Map(entries.map((entry) => [getUid(declaration, entry), entry]));
  for await (const object of session.client.list(declaration, { childrenOf: group }, { signal })) {
    const found = dataSourceState(declaration, object);
    const entry = expected.get(getUid(declaration, found));
    if (entry === undefined) continue;
    if (groupKeyAttributes(declaration).some((name) => entry[name] !== found[name])) return found;
  }
  return undefined;
}

/** The plan may be older than the objects, or made elsewhere: nothing is removed if one of them is another object now. */
async function rejectInvented(declaration: Declaration, context: CreateContext): Promise<void> {
  const removed = context.plan[EXCLUSIVE.plannedRemovals] as readonly Values[];
  const group = String(context.plan[exclusiveGroupAttribute(declaration)]);
  const invented = await findInvented(declaration, removed, group, context);
  if (invented === undefined) return;
  const detail = `The service has another ${wordsFor(declaration, invented)} than the plan removes. Nothing was sent. Plan again.`;
  const summary = `The ${kindInWords(declaration)} to remove has changed`;
  throw new CodedError('CHANGED_SINCE_PLAN', summary, detail, [EXCLUSIVE.existing]);
}

/** Removes the planned objects together, so that a change of the provider's own access can wait for the others. */
async function removeAll(declaration: Declaration, context: CreateContext): Promise<void> {
  const { plan, providerData: session } = context;
  const removed = plan[EXCLUSIVE.plannedRemovals] as readonly Values[];
  const results = await Promise.allSettled(
    removed.map(async (prior) => {
      const uid = getUid(declaration, prior);
      if (session.managed.origin(declaration, uid) === 'adopted') {
        const detail = `Another resource manages it now, so nothing was sent for it. Add that resource to ${EXCLUSIVE.declared}, and plan again.`;
        const summary = `Cannot remove ${wordsFor(declaration, prior)}: adopted in this run`;
        throw new CodedError('CHANGED_SINCE_PLAN', summary, detail);
      }
      await session.writes.run(declaration, uid, () => remove(declaration, { ...context, prior }));
    }),
  );
  const errors = results.flatMap((result, index) => {
    if (result.status === 'fulfilled') return [];
    const subject = wordsFor(declaration, removed[index] ?? {});
    return userError(result.reason, { verb: 'delete', declaration, subject }).diagnostics;
  });
  if (errors.length > 0) throw new DiagError(errors);
}

function isList(value: unknown): value is readonly Values[] {
  return Array.isArray(value) && value.every((object) => typeof object === 'object' && object !== null);
}
