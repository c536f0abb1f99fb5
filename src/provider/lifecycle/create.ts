/**
 * Create is never repeated blindly: POST is not idempotent (contract C1). First it is looked up whether the natural key is
 * taken: then nothing is sent, or the object is adopted. After an answer that got lost it is looked up what the request did.
 */
import { snakeCase } from '../../api';
import { ApiError, ResponseShapeError } from '../../client';
import { DiagError, type Diagnostic } from '../../plugin';
import { type Declaration, type Fields, type FieldType, offers, updatableFields } from '../../schema';
import { type ApiObject, connected, type Session } from '../session';
import { userError } from '../diagnostics';
import {
  appliedState,
  attributePath,
  type Attributes,
  createInput,
  differences,
  hclValue,
  parentAttribute,
  readState,
  uidOf,
  updateChanges,
} from '../convert';
import { aKind, declaredTwice, existsAlready, subjectOf, unknownOutcome } from './messages';
import type { CreateContext } from './run';
import { type Key, keyOf, keyText, findExisting } from './find-existing';

/** How long an interrupted create may go on. Milliseconds. */
const GRACE_MS = 15_000;

export async function create(declaration: Declaration, context: CreateContext): Promise<Attributes> {
  const attempt = creationOf(declaration, context);
  const { turns } = context.client;
  try {
    return await turns.take(keyText(declaration, attempt.key), () => inTurn(attempt, context));
  } catch (error) {
    throw userError(error, { verb: 'create', declaration, subject: attempt.subject });
  }
}

async function inTurn(attempt: Creation, context: CreateContext): Promise<Attributes> {
  const { declaration, subject } = attempt;
  const { claims, onExisting } = context.client;
  const found = await findExistingFor(attempt, context.client, context.signal);
  if (found.length === 0 || onExisting === 'create') return post(attempt, found, context);
  const claimed = found.find((object) => claims.isClaimed(declaration, uidOf(declaration, object)));
  if (claimed !== undefined) throw declaredTwice(declaration, subject, uidOf(declaration, claimed));
  const [only, ...others] = found;
  if (onExisting === 'error' || only === undefined || others.length > 0)
    throw existsAlready(declaration, subject, found);
  return adopt(attempt, only, context);
}

async function post(attempt: Creation, before: readonly ApiObject[], context: CreateContext): Promise<Attributes> {
  const { declaration, key, input } = attempt;
  const { client: session, signal } = context;
  const { client } = connected(session);
  let object: ApiObject;
  try {
    // A create that is cancelled on its way leaves everybody guessing: an interruption gives it time to be answered.
    const patient = abortedLater(signal, GRACE_MS);
    object = await session.window.retryWhilePropagating(key.parent, signal, () => {
      signal.throwIfAborted();
      return client.create(declaration, key.parent, input, { signal: patient });
    });
  } catch (error) {
    if (!isUndecided(error)) throw error;
    object = await recoverCreate(attempt, before, error, context);
  }
  return recordCreated(attempt, object, input, context);
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

export interface Creation {
  readonly declaration: Declaration;
  readonly key: Key;
  /** What a create sends. */
  readonly input: ApiObject;
  readonly subject: string;
}

function creationOf(declaration: Declaration, { plan, config }: CreateContext): Creation {
  const attribute = parentAttribute(declaration);
  const parent = attribute === undefined ? undefined : ((plan[attribute] as string | null) ?? undefined);
  const input = createInput(declaration, { plan, config });
  return { declaration, key: keyOf(declaration, parent, input), input, subject: subjectOf(declaration, plan) };
}

/** Everything that has the same natural key now. */
function findExistingFor({ declaration, key }: Creation, session: Session, signal: AbortSignal): Promise<ApiObject[]> {
  const { client } = connected(session);
  return session.window.retryWhilePropagating(key.parent, signal, () => findExisting(client, declaration, key, signal));
}

/** The object exists: that must not be lost, whatever happens from here on. */
function recordCreated(attempt: Creation, object: ApiObject, sent: ApiObject, context: CreateContext): Attributes {
  const { declaration, subject } = attempt;
  const { client: session, plan } = context;
  const uid = uidOf(declaration, object);
  const state = appliedState(declaration, object, plan);
  context.checkpoint(state);
  session.claims.claim(declaration, uid);
  session.window.created(uid);
  connected(session).reads.invalidate(declaration, uid);
  verifyEcho(declaration, subject, sent, object);
  return state;
}

/** How long to wait before each look for an object whose creation may still be under way. Milliseconds. */
const LOOKS_AFTER_MS = [0, 1_000, 3_000, 6_000];
/** The most time for the looks that an interruption leaves us. Milliseconds. */
const LAST_LOOK_MS = 10_000;

/**
 * The object that the request has created: exactly one that was not there `before`, that nobody else claims, and that is
 * as it was sent. Throws a `DiagError` that names the candidates if it cannot be told.
 */
async function recoverCreate(
  attempt: Creation,
  before: readonly ApiObject[],
  cause: Error,
  context: CreateContext,
): Promise<ApiObject> {
  const { declaration, input, subject } = attempt;
  const { claims, runtime } = context.client;
  const known = new Set(before.map((object) => uidOf(declaration, object)));
  const looks = [...LOOKS_AFTER_MS];
  let lastLooks: AbortSignal | undefined;
  let notLooked: Error | undefined;
  for (let waitMs = looks.shift(); waitMs !== undefined; waitMs = looks.shift()) {
    // Interrupted or not, what exists must be found.
    if (context.signal.aborted) lastLooks ??= AbortSignal.timeout(LAST_LOOK_MS);
    const signal = lastLooks ?? context.signal;
    notLooked = undefined;
    const found = await runtime
      .sleep(waitMs, signal)
      .then(() => findExistingFor(attempt, context.client, signal))
      .catch((error: unknown): ApiObject[] => {
        notLooked = error as Error;
        // This look was cut short, and is made up for at once.
        if (lastLooks === undefined && context.signal.aborted) looks.unshift(0);
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

async function adopt(attempt: Creation, found: ApiObject, context: CreateContext): Promise<Attributes> {
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
  session.claims.adopt(declaration, uid);
  const changes = updateChanges(declaration, { plan, config }, readState(declaration, found, {}));
  if (Object.keys(changes).length === 0) return recordCreated(attempt, found, input, context);
  const { client } = connected(session);
  const object = await client.update(declaration, uid, changes, { signal });
  return recordCreated(attempt, object, input, context);
}

/** The attributes in which an object differs from what is wanted, and which no update can change. */
function fixedDifferences(declaration: Declaration, input: ApiObject, found: ApiObject): string[] {
  const updatable = offers(declaration, 'update') ? updatableFields(declaration).map(([name]) => name) : [];
  const different = differences(declaration, input, found).map(({ path }) => path[0] ?? '');
  return [...new Set(different)].filter((name) => !updatable.includes(name)).map(snakeCase);
}

export function verifyEcho(declaration: Declaration, subject: string, sent: ApiObject, answered: ApiObject): void {
  const different = differences(declaration, sent, answered);
  if (different.length === 0) return;
  throw new DiagError(
    different.map(({ path, sent: wanted, answered: got }): Diagnostic => {
      const name = path.map(snakeCase).join('.');
      const type = typeAt(declaration.fields, path);
      return {
        severity: 'error',
        summary: `The service did not take over ${name}`,
        detail: [
          `${capital(subject)} exists now, but not as declared: ${name} was sent as ${shown(type, wanted)} and came back as ${shown(type, got)}.`,
          `${capital(aKind(declaration))} that lacks a restriction may allow more than was meant. Check it, and whether this service knows ${name}.`,
        ].join('\n'),
        path: attributePath(declaration.fields, path),
      };
    }),
  );
}

function typeAt(fields: Fields, [name, ...inside]: readonly string[]): FieldType | undefined {
  const type = name === undefined ? undefined : fields[name]?.type;
  return inside.length > 0 && type?.is === 'message' ? typeAt(type.fields, inside) : type;
}

function shown(type: FieldType | undefined, value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(hclValue(type, value));
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
