/**
 * Create is never repeated blindly: POST is not idempotent. First it is looked up whether the natural key is taken;
 * after an answer that got lost it is looked up what the request has done. Source: DESIGN §5.
 */
import { DiagError } from '../../plugin';
import { snakeCase } from '../../api';
import { ApiError, ResponseShapeError } from '../../client';
import { offers, updatableFields, type Declaration } from '../../schema';
import type { ApiObject } from '../configured';
import { userError } from '../diagnostics';
import { parentAttribute } from '../schema';
import { connected, type Session } from '../session';
import { subjectOf } from '../subject';
import { appliedState, createInput, differences, readState, uidOf, updateChanges, type Attributes } from '../values';
import { checkTakenOver } from './check-taken-over';
import { declaredTwice, existsAlready, unknownOutcome } from './existing';
import type { CreateContext } from './lifecycle';
import { keyOf, keyText, lookUp, type Key } from './look-up';

/** How long to wait before each look for an object whose creation may still be under way. Milliseconds. */
const LOOKS_AFTER_MS = [0, 1_000, 3_000, 6_000];
/** How long an interrupted create may go on. Milliseconds. */
const GRACE_MS = 15_000;
/** The most time for the look that an interruption leaves us. Milliseconds. */
const LAST_LOOK_MS = 10_000;

export async function create(declaration: Declaration, context: CreateContext): Promise<Attributes> {
  const attempt = attemptAt(declaration, context);
  const { turns } = context.client;
  try {
    return await turns.take(keyText(declaration, attempt.key), () => inTurn(attempt, context));
  } catch (error) {
    throw userError(error, { verb: 'create', declaration, subject: attempt.subject });
  }
}

interface Attempt {
  readonly declaration: Declaration;
  readonly key: Key;
  readonly input: ApiObject;
  readonly subject: string;
}

function attemptAt(declaration: Declaration, { plan, config }: CreateContext): Attempt {
  const attribute = parentAttribute(declaration);
  const parent = attribute === undefined ? undefined : ((plan[attribute] as string | null) ?? undefined);
  const input = createInput(declaration, { plan, config });
  return { declaration, key: keyOf(declaration, parent, input), input, subject: subjectOf(declaration, plan) };
}

async function inTurn(attempt: Attempt, context: CreateContext): Promise<Attributes> {
  const { declaration, subject } = attempt;
  const { claims, onExisting } = context.client;
  const found = await look(attempt, context.client, context.signal);
  if (found.length === 0 || onExisting === 'create') return post(attempt, found, context);
  const claimed = found.find((object) => claims.isClaimed(declaration, uidOf(declaration, object)));
  if (claimed !== undefined) throw declaredTwice(declaration, subject, uidOf(declaration, claimed));
  const [only, ...others] = found;
  if (onExisting === 'error' || only === undefined || others.length > 0)
    throw existsAlready(declaration, subject, found);
  return adopt(attempt, only, context);
}

function look({ declaration, key }: Attempt, session: Session, signal: AbortSignal): Promise<ApiObject[]> {
  const { client } = connected(session);
  return session.window.through(key.parent, signal, () => lookUp(client, declaration, key, signal));
}

async function post(attempt: Attempt, before: readonly ApiObject[], context: CreateContext): Promise<Attributes> {
  const { declaration, key, input } = attempt;
  const { client: session, signal } = context;
  const { client } = connected(session);
  let object: ApiObject;
  try {
    // A create that is cancelled on its way leaves everybody guessing: an interruption gives it time to be answered.
    const patient = abortedLater(signal, GRACE_MS);
    object = await session.window.through(key.parent, signal, () => {
      signal.throwIfAborted();
      return client.create(declaration, key.parent, input, { signal: patient });
    });
  } catch (error) {
    const isUnknown = error instanceof ResponseShapeError || ApiError.from(error).outcome === 'unknown';
    if (!isUnknown) throw error;
    object = await findOurs(attempt, before, error as Error, context);
  }
  return exists(attempt, object, input, context);
}

/** What the request has done, if it can be told: exactly one new object that nobody claims and that is as it was sent. */
async function findOurs(
  attempt: Attempt,
  before: readonly ApiObject[],
  cause: Error,
  context: CreateContext,
): Promise<ApiObject> {
  const { declaration, input, subject } = attempt;
  const { claims, time } = context.client;
  const known = new Set(before.map((object) => uidOf(declaration, object)));
  // Interrupted or not, what exists must be found.
  const signal = context.signal.aborted ? AbortSignal.timeout(LAST_LOOK_MS) : context.signal;
  let notLooked: Error | undefined;
  for (const waitMs of LOOKS_AFTER_MS) {
    notLooked = undefined;
    const found = await time
      .sleep(waitMs, signal)
      .then(() => look(attempt, context.client, signal))
      .catch((error: unknown): ApiObject[] => {
        notLooked = error as Error;
        return [];
      });
    const candidates = found.filter((object) => {
      const uid = uidOf(declaration, object);
      return !known.has(uid) && !claims.isClaimed(declaration, uid);
    });
    const equal = candidates.filter((object) => differences(declaration, input, object).length === 0);
    if (equal.length === 1 && equal[0] !== undefined) return equal[0];
    if (candidates.length > 0) throw unknownOutcome(declaration, subject, cause, candidates);
  }
  throw unknownOutcome(declaration, subject, cause, [], notLooked);
}

function abortedLater(signal: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController();
  const start = (): void => void setTimeout(() => controller.abort(signal.reason), ms).unref();
  signal.addEventListener('abort', start, { once: true });
  return controller.signal;
}

async function adopt(attempt: Attempt, found: ApiObject, context: CreateContext): Promise<Attributes> {
  const { declaration, input, subject } = attempt;
  const { client: session, plan, config, signal } = context;
  const uid = uidOf(declaration, found);
  const fixed = fixedDifferences(declaration, input, found);
  if (fixed.length > 0)
    throw new DiagError(
      `Could not take over ${subject}`,
      `It exists (uid ${uid}) with another ${fixed.join(', ')}, and that cannot be changed. Delete it, or declare it as it is.`,
    );
  context.log.info('Taking over what exists', { kind: declaration.kind, uid });
  session.claims.takeOver(declaration, uid);
  const changes = updateChanges(declaration, { plan, config }, readState(declaration, found, {}));
  if (Object.keys(changes).length === 0) return exists(attempt, found, input, context);
  const { client } = connected(session);
  const object = await client.update(declaration, uid, changes, { signal });
  return exists(attempt, object, input, context);
}

/** The attributes in which an object differs from what is wanted, and which no update can change. */
function fixedDifferences(declaration: Declaration, input: ApiObject, found: ApiObject): string[] {
  const updatable = offers(declaration, 'update') ? updatableFields(declaration).map(([name]) => name) : [];
  const different = differences(declaration, input, found).map(({ path }) => path[0] ?? '');
  return [...new Set(different)].filter((name) => !updatable.includes(name)).map(snakeCase);
}

/** The object exists: that must not be lost, whatever happens from here on. */
function exists(attempt: Attempt, object: ApiObject, sent: ApiObject, context: CreateContext): Attributes {
  const { declaration, subject } = attempt;
  const { client: session, plan } = context;
  const uid = uidOf(declaration, object);
  const state = appliedState(declaration, object, plan);
  context.checkpoint(state);
  session.claims.claim(declaration, uid);
  session.window.opened(uid);
  connected(session).reads.invalidate(declaration, uid);
  checkTakenOver(declaration, subject, sent, object);
  return state;
}
