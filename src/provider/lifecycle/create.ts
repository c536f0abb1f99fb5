/**
 * Creates an object. POST is not idempotent (contract C1), so a create is never repeated blindly. It first looks up objects
 * with the same natural key. If one exists, nothing is sent, or the object is adopted. After an unknown outcome, it looks up
 * the object that the request may have created, and sends the request again only if it was certainly not executed.
 */
import { isUid, type Values } from '../../model/api';
import { ApiError, ResponseShapeError } from '../../client';
import { lacksList } from '../../client/internal';
import { type Declaration, offers, updatableFields, getAttribute } from '../../model/schema';
import type { ApprovedWrite } from '../approval/approval';
import { sendWrite } from '../approval/send-write';
import { switchedChoices } from '../convert/replacements';
import { updateChanges } from '../convert/to-api';
import { appliedState, toReadState, getObjectUid } from '../convert/to-state';
import { userError } from '../messages/diagnostics';
import { unprotected } from '../plan-records/deletion-protection';
import type { Session } from '../run/session';
import type { CreateContext } from '../run/contexts';
import { requireAbsence } from '../safeguards/absence';
import { type Before, type Creation, createCreation } from '../safeguards/creation';
import { endState } from '../convert/expiry';
import { logDecision, refused } from '../messages/decision';
import { declaredTwice, existingObjectError } from '../messages/duplicate-texts';
import { CodedError } from '../messages/severity';
import { describeSubject } from '../messages/subject';
import { isDistinct, keyText } from '../keys/key-text';
import { recoverCreate } from '../safeguards/recover-create';
import { adoptionProblem, encryptedValues } from '../safeguards/encrypted-secret';
import { checkConsistency, compareResponse, differences } from '../safeguards/consistency-check';
import { noteNormalizations, withSentText } from '../safeguards/normalizations';
import { findEvenWithoutList } from '../safeguards/find-without-list';

/**
 * The time that a request in flight gets after an interruption. If it were cut off, its outcome would be unknown. Milliseconds.
 */
const GRACE_MS = 15_000;

export async function create(declaration: Declaration, context: CreateContext): Promise<Values> {
  const creation = createCreation(declaration, context);
  try {
    return await context.providerData.writes.createExclusive(keyText(declaration, creation.key), context.signal, () =>
      createUnlessExisting(creation, context),
    );
  } catch (error) {
    throw userError(error, { verb: 'create', declaration, subject: creation.subject });
  }
}

async function createUnlessExisting(creation: Creation, context: CreateContext): Promise<Values> {
  const { declaration, key, subject, service, group } = creation;
  const { providerData: session, signal } = context;
  const { onExisting } = session;
  // If a part of the key is missing, several objects may have it.
  const allowsDuplicates = !isDistinct(declaration, key);
  if (!allowsDuplicates && group !== undefined) service.visibility.prepare(signal);
  // "create" allows a second object, so existing objects are not looked up.
  const isFree =
    onExisting === 'create' || (!allowsDuplicates && (await service.keys.isFree(declaration, key, signal)));
  if (isFree) return postAbsent(creation, withoutLookup(creation, session), context);
  const found = await findEvenWithoutList(creation, context, () =>
    allowsDuplicates ? service.existence.find(declaration, key, signal) : findRemaining(creation, session, signal),
  );
  if (found === undefined) return postUnlessRejected(creation, withoutLookup(creation, session), context);
  if (allowsDuplicates) return postUnlessRejected(creation, { found }, context);
  if (found.length === 0) return postAbsent(creation, { found }, context);
  const managedUid = findManaged(creation, found, session);
  if (managedUid !== undefined) throw refused(session.log, declaredTwice(declaration, subject, managedUid));
  const existing = await service.existence.confirm(declaration, key, found, signal);
  if (existing.length === 0) return postAbsent(creation, { found }, context);
  const [only, ...others] = existing;
  if (onExisting === 'error' || only === undefined || others.length > 0)
    throw refused(session.log, existingObjectError(declaration, subject, existing));
  return adopt(creation, only, context);
}

function findManaged({ declaration }: Creation, found: readonly Values[], { managed }: Session): string | undefined {
  return found.map((object) => getObjectUid(declaration, object)).find((uid) => managed.has(declaration, uid));
}

/** Sends the create if a look-up that found nothing proves that no object has the key. */
async function postAbsent(creation: Creation, before: Before, context: CreateContext): Promise<Values> {
  await requireAbsence(creation, context);
  return postUnlessRejected(creation, before, context);
}

/** The possible error of our estimate of the service's clock. Milliseconds. */
const CLOCK_SLACK_MS = 2_000;

/**
 * Returns the starting point of a create without a lookup: only an object that is not older than the request can be its result.
 */
function withoutLookup({ key, service }: Creation, { serviceClock }: Session): Before {
  const createdSince = service.keys.latestCreation(key.parent) ?? new Date(serviceClock() - CLOCK_SLACK_MS);
  return { found: [], createdSince };
}

/** The time within which another resource must start its update or deletion. Milliseconds. */
const HANDOVER_MS = 10_000;

/**
 * Returns the objects that have the same natural key and keep it. A name can pass to another resource in one run: one resource
 * is renamed or removed while another one is created with its name, in either order. So the writes of found objects may end
 * first.
 */
async function findRemaining(creation: Creation, session: Session, signal: AbortSignal): Promise<Values[]> {
  const { declaration, key, subject, service } = creation;
  const deadline = session.runtime.clock() + HANDOVER_MS;
  const ended = new Set<string>();
  for (;;) {
    const found = await service.existence.find(declaration, key, signal);
    const uids = found.map((object) => getObjectUid(declaration, object)).filter((uid) => !ended.has(uid));
    if (uids.length === 0) return found;
    const left = Math.max(0, deadline - session.runtime.clock());
    const explain = () => ({
      object: subject,
      ms: left,
      reason: `An object has the key (uid ${uids.join(', ')}), and another resource may release it`,
    });
    logDecision(session.log, 'wait', explain);
    const uid = await session.writes.nextCompleted(declaration, uids, left, signal);
    if (uid === undefined) return found;
    ended.add(uid);
  }
}

/**
 * Sends the create. The service may reject it as a duplicate (contract C1): someone else created the object meanwhile, or
 * nothing was looked up (on_existing = "create").
 */
async function postUnlessRejected(creation: Creation, before: Before, context: CreateContext): Promise<Values> {
  const { declaration, key, subject, approvable } = creation;
  const { providerData: session, signal } = context;
  const attempt = { action: 'create', declaration, parent: key.parent, fields: approvable, subject } as const;
  logDecision(session.log, 'create', () => {
    const isLookedUp = before.createdSince === undefined;
    const found = before.found.length === 0 ? 'no object with the key' : 'no object that keeps the key';
    return { object: subject, reason: isLookedUp ? `The look-up found ${found}` : 'Nothing is to be looked up' };
  });
  const write = await session.approval.approve(attempt, signal);
  try {
    return await post(creation, before, write, context);
  } catch (error) {
    if (ApiError.from(error).code !== 'ALREADY_EXISTS') throw error;
    const found = await findRemaining(creation, session, signal).catch((cause: unknown) => {
      throw lacksList(cause) ? error : cause;
    });
    const managedUid = findManaged(creation, found, session);
    if (managedUid !== undefined) throw declaredTwice(declaration, subject, managedUid, true);
    if (found.length > 0) throw existingObjectError(declaration, subject, found, true);
    // Another resource of this run has released the key.
    return post(creation, { found }, write, context);
  }
}

const FOUND = 'The response was lost. One new object has the key and the sent values, so the request has created it';
const NOT_EXECUTED = 'The request failed, and no such object has appeared, so it was not executed';

/** The number of times that a create is sent again if it was certainly not executed. */
const MAX_REPETITIONS = 2;

async function post(creation: Creation, before: Before, write: ApprovedWrite, context: CreateContext): Promise<Values> {
  const { declaration, key, input, subject, service } = creation;
  const { providerData: session, signal } = context;
  const target = { uid: key.parent, object: subject, references: Object.values(input).filter(isUid) };
  let object: Values | undefined;
  let isEmpty = true;
  session.journal.creating(declaration, key);
  for (let attempt = 1; object === undefined; attempt++) {
    try {
      object = await session.propagation.retryWhilePropagating(target, { signal }, () =>
        session.writes.send(() => sendWrite(service.client, write, { signal, graceMs: GRACE_MS })),
      );
    } catch (error) {
      if (!mayBeExecuted(error)) throw error;
      object = await recoverCreate(creation, before, error, context);
      isEmpty = false;
      if (object === undefined && attempt > MAX_REPETITIONS) throw error;
      const [decision, reason] = object ? (['adopt', FOUND] as const) : (['repeat', NOT_EXECUTED] as const);
      logDecision(session.log, decision, () => ({ object: subject, reason }));
    }
  }
  const how = { subject, isEmpty, write };
  return recordCreated(creation, { object, record: () => session.journal.created(declaration, object, how) }, context);
}

/** Returns true if the request may have been executed. Other errors occur before it is sent. */
function mayBeExecuted(error: unknown): error is Error {
  return error instanceof ResponseShapeError || (error instanceof ApiError && error.outcome === 'unknown');
}

interface Made {
  readonly object: Values;
  /** Tells the journal. */
  readonly record?: () => void;
  readonly isAdopted?: boolean;
}

/** Stores immediately that the object exists, so that no later failure loses it. */
async function recordCreated(
  { declaration, subject, input: sent }: Creation,
  { object, record, isAdopted = false }: Made,
  context: CreateContext,
): Promise<Values> {
  const { providerData: session, plan } = context;
  const { expiry, encryptedSecret } = declaration.terraform ?? {};
  const comparison = compareResponse(declaration, sent, object);
  const state = {
    ...appliedState(declaration, withSentText(object, comparison), plan),
    ...(expiry && endState(expiry, object, session.serviceClock())),
  };
  // The next apply replaces a half-created object, so it must not be protected from deletion.
  context.checkpoint(isAdopted ? state : unprotected(state));
  record?.();
  const encrypted =
    encryptedSecret && (await encryptedValues(encryptedSecret, describeSubject(declaration, state), object, plan));
  context.checkpoint(encrypted ?? {});
  noteNormalizations(subject, sent, comparison, context);
  checkConsistency(declaration, subject, comparison);
  return { ...state, ...encrypted };
}

async function adopt(creation: Creation, found: Values, context: CreateContext): Promise<Values> {
  const { declaration, input, key, subject, service } = creation;
  const { providerData: session, plan, config, signal } = context;
  const uid = getObjectUid(declaration, found);
  const { encryptedSecret } = declaration.terraform ?? {};
  const lost = encryptedSecret && adoptionProblem(encryptedSecret, subject, uid, plan);
  if (lost !== undefined) throw lost;
  const former = toReadState(declaration, found, {});
  const [[before] = [], [after] = []] = switchedChoices(declaration, former, plan);
  if (before !== undefined && after !== undefined)
    throw new CodedError(
      'CANNOT_ADOPT',
      `Cannot adopt ${subject}`,
      `It exists (uid ${uid}) with ${before}, but is declared with ${after}. The API cannot change one to the other. Nothing was sent. Delete it, or declare it with ${before}.`,
      [after],
    );
  const fixed = fixedDifferences(declaration, input, found);
  if (fixed.length > 0)
    throw new CodedError('CANNOT_ADOPT', `Cannot adopt ${subject}`, [
      `It exists (uid ${uid}) with a different ${fixed.join(', ')}, which cannot be changed. Delete it, or declare its current values.`,
    ]);
  const changes = updateChanges(declaration, { plan, config }, former);
  // Approved even without a change: the same run can bind an object that becomes managed.
  const attempt = { action: 'adopt', declaration, uid, parent: key.parent, fields: changes, subject } as const;
  const write = await session.approval.approve(attempt, signal);
  const reason = 'One object has the key, and on_existing is "adopt"';
  logDecision(session.log, 'adopt', () => ({ kind: declaration.kind, uid, object: subject, reason }));
  session.journal.adopted(declaration, found, key);
  if (Object.keys(changes).length === 0) return recordCreated(creation, { object: found, isAdopted: true }, context);
  const object = await sendWrite(service.client, write, { signal });
  const record = (): void => session.journal.updated(declaration, object);
  return recordCreated(creation, { object, record, isAdopted: true }, context);
}

/** Returns the attributes that differ from the plan and that no update can change. */
function fixedDifferences(declaration: Declaration, input: Values, found: Values): string[] {
  const updatable = offers(declaration, 'update') ? updatableFields(declaration).map(([name]) => name) : [];
  const different = differences(declaration, input, found).map(({ path }) => path[0] ?? '');
  return [...new Set(different)]
    .filter((name) => !updatable.includes(name))
    .map((name) => getAttribute(declaration, name));
}
