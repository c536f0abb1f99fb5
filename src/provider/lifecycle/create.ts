/**
 * Creates an object, and never repeats that blindly: POST is not idempotent (contract C1). First come the objects that exist
 * with the same natural key: then nothing is sent, or the object is adopted. After an unknown outcome, the object that the
 * request may have created is looked up; only a request that was surely not executed is sent again.
 */
import { isUid, snakeCase, type Values } from '../../api';
import { ApiError, ResponseShapeError } from '../../client';
import { lacksList } from '../../client/errors/lacks-list';
import { DiagError } from '../../plugin';
import { type Declaration, offers, updatableFields } from '../../schema';
import type { ApprovedWrite } from '../approval/approval';
import { sendWrite } from '../approval/send-write';
import { switchedChoices } from '../convert/schema';
import { updateChanges } from '../convert/to-api';
import { appliedState, readState, uidOf } from '../convert/to-state';
import { userError } from '../messages/diagnostics';
import { unprotected } from '../planned/deletion-protection';
import { connected, recordWritten, serviceTime, type Session } from '../session/session';
import type { CreateContext } from '../session/contexts';
import { type Before, confirmExisting, type Creation, creationOf, findExistingOf } from './creation';
import { endState } from '../convert/expiry';
import { declaredTwice, existsAlready } from '../messages/duplicates';
import { subjectOf } from '../messages/subject';
import { isDistinct, keyText } from '../keys/natural-key';
import { recoverCreate } from './recover-create';
import { adoptionProblem, sealedValues } from './sealed';
import { differences, inSentSpelling, noteSpellings, verifyEcho } from './echo';
import { findIfListed } from './find-if-listed';

/** How long a request that is on its way gets after an interruption: cut off, it may have been executed or not. Milliseconds. */
const GRACE_MS = 15_000;

export async function create(declaration: Declaration, context: CreateContext): Promise<Values> {
  const creation = creationOf(declaration, context);
  const { creates } = context.client;
  try {
    return await creates.run(keyText(declaration, creation.key), context.signal, () =>
      createExclusive(creation, context),
    );
  } catch (error) {
    throw userError(error, { verb: 'create', declaration, subject: creation.subject });
  }
}

async function createExclusive(creation: Creation, context: CreateContext): Promise<Values> {
  const { declaration, subject } = creation;
  const { managed, onExisting } = context.client;
  // Without a part of the key there may be several.
  const maySecond = !isDistinct(declaration, creation.key);
  // A second object is wanted with "create": what exists does not matter, and is not looked up.
  const isFree =
    onExisting === 'create' ||
    (!maySecond && (await connected(context.client).keys.isFree(declaration, creation.key, context.signal)));
  if (isFree) return postUnlessRefused(creation, withoutLook(creation, context.client), context);
  const look = maySecond ? findExistingOf : findRemaining;
  const found = await findIfListed(creation, context, () => look(creation, context.client, context.signal));
  if (found === undefined) return postUnlessRefused(creation, withoutLook(creation, context.client), context);
  if (found.length === 0 || maySecond) return postUnlessRefused(creation, { found }, context);
  const managedAlready = found.find((object) => managed.has(declaration, uidOf(declaration, object)));
  if (managedAlready !== undefined) throw declaredTwice(declaration, subject, uidOf(declaration, managedAlready));
  const existing = await confirmExisting(creation, found, context.client, context.signal);
  if (existing.length === 0) return postUnlessRefused(creation, { found }, context);
  const [only, ...others] = existing;
  if (onExisting === 'error' || only === undefined || others.length > 0)
    throw existsAlready(declaration, subject, existing);
  return adopt(creation, only, context);
}

/** How far the service's clock, as we know it, may be ahead of itself. Milliseconds. */
const CLOCK_SLACK_MS = 2_000;

/** For a create that no look precedes: only an object that is not older than the request can be ours. */
function withoutLook({ key }: Creation, { keys, runtime, serviceClock = runtime.clock }: Session): Before {
  const createdSince = keys?.latestCreation(key.parent) ?? new Date(serviceClock() - CLOCK_SLACK_MS);
  return { found: [], createdSince };
}

/** How long another resource may take to begin with its update or deletion. Milliseconds. */
const HANDOVER_MS = 10_000;

/**
 * Everything that has the same natural key and keeps it. A name may be handed over in one run: the resource that has it is
 * renamed or removed while another one is created with it, in either order. So what is met gets the time to go.
 */
async function findRemaining(creation: Creation, session: Session, signal: AbortSignal): Promise<Values[]> {
  const { declaration } = creation;
  const deadline = session.runtime.clock() + HANDOVER_MS;
  const ended = new Set<string>();
  for (;;) {
    const found = await findExistingOf(creation, session, signal);
    const uids = found.map((object) => uidOf(declaration, object)).filter((uid) => !ended.has(uid));
    if (uids.length === 0) return found;
    const left = Math.max(0, deadline - session.runtime.clock());
    const uid = await session.writes.nextCompleted(declaration, uids, left, signal);
    if (uid === undefined) return found;
    ended.add(uid);
  }
}

/** What the service allows only once (contract C1) may exist: made meanwhile, or nobody asked (on_existing = "create"). */
async function postUnlessRefused(creation: Creation, before: Before, context: CreateContext): Promise<Values> {
  const { declaration, key, subject, approvable } = creation;
  const { client: session, signal } = context;
  const attempt = { action: 'create', declaration, parent: key.parent, fields: approvable, subject } as const;
  const write = await session.approval.approve(attempt, signal);
  try {
    return await post(creation, before, write, context);
  } catch (error) {
    if (ApiError.from(error).code !== 'ALREADY_EXISTS') throw error;
    const found = await findRemaining(creation, session, signal).catch((cause: unknown) => {
      throw lacksList(cause) ? error : cause;
    });
    const managedAlready = found.find((object) => session.managed.has(declaration, uidOf(declaration, object)));
    if (managedAlready !== undefined)
      throw declaredTwice(declaration, subject, uidOf(declaration, managedAlready), { refused: true });
    if (found.length > 0) throw existsAlready(declaration, subject, found, { refused: true });
    // Another resource of this run has given it up.
    return post(creation, { found }, write, context);
  }
}

/** How often a create is sent again that was surely not executed. */
const MAX_REPETITIONS = 2;

async function post(creation: Creation, before: Before, write: ApprovedWrite, context: CreateContext): Promise<Values> {
  const { declaration, key, input, subject } = creation;
  const { client: session, signal } = context;
  const { client, keys } = connected(session);
  const target = { uid: key.parent, references: Object.values(input).filter(isUid) };
  let object: Values | undefined;
  let isEmpty = true;
  keys.use(declaration, key);
  for (let attempt = 1; object === undefined; attempt++) {
    try {
      object = await session.propagation.retryWhilePropagating(target, { signal }, () =>
        session.pendingWrites.run(() => sendWrite(client, write, { signal, graceMs: GRACE_MS })),
      );
    } catch (error) {
      if (!mayBeExecuted(error)) throw error;
      object = await recoverCreate(creation, before, error, context);
      isEmpty = false;
      if (object === undefined && attempt > MAX_REPETITIONS) throw error;
    }
  }
  session.approval.created(write, uidOf(declaration, object));
  keys.created(declaration, { object, subject, isEmpty });
  return recordCreated(creation, object, input, context);
}

/** Whether the request may have been executed. Other errors come from before it was sent. */
function mayBeExecuted(error: unknown): error is Error {
  return error instanceof ResponseShapeError || (error instanceof ApiError && error.outcome === 'unknown');
}

/** Stores at once that the object exists: whatever fails from here on must not lose it. */
async function recordCreated(
  creation: Creation,
  object: Values,
  sent: Values,
  context: CreateContext,
): Promise<Values> {
  const { declaration, subject } = creation;
  const { client: session, plan } = context;
  const uid = uidOf(declaration, object);
  const state = {
    ...appliedState(declaration, inSentSpelling(declaration, sent, object), plan),
    ...(declaration.ends && endState(declaration.ends, object, serviceTime(session))),
  };
  // What was made halfway is replaced by the next apply, and nothing of it is to be kept.
  context.checkpoint(session.managed.wasAdopted(declaration, uid) ? state : unprotected(state));
  session.managed.add(declaration, uid);
  session.propagation.created(uid);
  recordWritten(session, declaration, object);
  connected(session).reads.invalidate(declaration, uid);
  const sealed =
    declaration.seals && (await sealedValues(declaration.seals, subjectOf(declaration, state), object, plan));
  context.checkpoint(sealed ?? {});
  noteSpellings(declaration, subject, { sent, echoed: object }, context);
  verifyEcho(declaration, subject, sent, object);
  return { ...state, ...sealed };
}

async function adopt(creation: Creation, found: Values, context: CreateContext): Promise<Values> {
  const { declaration, input, key, subject } = creation;
  const { client: session, plan, config, signal } = context;
  const uid = uidOf(declaration, found);
  const lost = declaration.seals && adoptionProblem(declaration.seals, subject, uid, plan);
  if (lost !== undefined) throw lost;
  const former = readState(declaration, found, {});
  const [[before] = [], [after] = []] = switchedChoices(declaration, former, plan);
  if (before !== undefined && after !== undefined)
    throw new DiagError(
      `Could not adopt ${subject}`,
      `It exists (uid ${uid}) with ${before}, and is declared with ${after}: the one cannot become the other. Nothing was sent. Delete it, or declare it as it is.`,
      [after],
    );
  const fixed = fixedDifferences(declaration, input, found);
  if (fixed.length > 0)
    throw new DiagError(
      `Could not adopt ${subject}`,
      `It exists (uid ${uid}) with another ${fixed.join(', ')}, and that cannot be changed. Delete it, or declare it as it is.`,
    );
  const changes = updateChanges(declaration, { plan, config }, former);
  // Also without a change: an object that becomes managed can be bound by the same run.
  const attempt = { action: 'adopt', declaration, uid, parent: key.parent, fields: changes, subject } as const;
  const write = await session.approval.approve(attempt, signal);
  context.log.info('Adopting what exists', { kind: declaration.kind, uid });
  session.managed.adopt(declaration, uid);
  session.keys?.use(declaration, key, uid);
  if (Object.keys(changes).length === 0) return recordCreated(creation, found, input, context);
  const object = await sendWrite(connected(session).client, write, { signal });
  return recordCreated(creation, object, input, context);
}

/** The attributes in which an object differs from the plan, and which no update can change. */
function fixedDifferences(declaration: Declaration, input: Values, found: Values): string[] {
  const updatable = offers(declaration, 'update') ? updatableFields(declaration).map(([name]) => name) : [];
  const different = differences(declaration, input, found).map(({ path }) => path[0] ?? '');
  return [...new Set(different)].filter((name) => !updatable.includes(name)).map(snakeCase);
}
