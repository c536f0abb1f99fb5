/**
 * Create is never repeated blindly: POST is not idempotent. First it is looked up whether the natural key is taken;
 * after an answer that got lost it is looked up what the request has done. Source: DESIGN §5.
 */
import { ApiError, ResponseShapeError } from '../../client';
import type { Declaration } from '../../schema';
import type { ApiObject } from '../configured';
import { userError } from '../diagnostics';
import { connected } from '../session';
import { uidOf, type Attributes } from '../values';
import { adopt } from './adopt';
import { attemptAt, exists, look, type Attempt } from './attempt';
import { declaredTwice, existsAlready } from './existing';
import type { CreateContext } from './lifecycle';
import { keyText } from './look-up';
import { findOurs } from './lost-answer';

/** How long an interrupted create may go on. Milliseconds. */
const GRACE_MS = 15_000;

export async function create(declaration: Declaration, context: CreateContext): Promise<Attributes> {
  const attempt = attemptAt(declaration, context);
  const { turns } = context.client;
  try {
    return await turns.take(keyText(declaration, attempt.key), () => inTurn(attempt, context));
  } catch (error) {
    throw userError(error, { verb: 'create', declaration, subject: attempt.subject });
  }
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
    if (!isUndecided(error)) throw error;
    object = await findOurs(attempt, before, error, context);
  }
  return exists(attempt, object, input, context);
}

/** Whether the request may have been executed. What fails before it is sent is no error of the client. */
function isUndecided(error: unknown): error is Error {
  return error instanceof ResponseShapeError || (error instanceof ApiError && error.outcome === 'unknown');
}

function abortedLater(signal: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController();
  const start = (): void => void setTimeout(() => controller.abort(signal.reason), ms).unref();
  signal.addEventListener('abort', start, { once: true });
  return controller.signal;
}
