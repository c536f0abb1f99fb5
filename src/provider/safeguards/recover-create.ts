/** Finds the object of a create whose outcome is unknown: it may have been executed or not. */
import { parseTimestamp, type Values } from '../../model/api';
import { ApiError } from '../../client';
import { HostGoneError } from '../../plugin';
import { compareResponse } from './consistency-check';
import { getObjectUid } from '../convert/to-state';
import type { CreateContext } from '../run/contexts';
import { provesAbsence } from './absence';
import type { Before, Creation } from './creation';
import { unknownOutcome } from '../messages/unknown-outcome';
import { isDistinct } from '../keys/key-text';

/** The wait before each lookup of an object whose creation may still be under way. Milliseconds. */
const LOOKUP_DELAYS_MS = [0, 1_000, 3_000, 6_000];
/** The wait between further lookups, until the propagation timeout has passed. Milliseconds. */
const FURTHER_DELAY_MS = 10_000;
/** The maximum time for the one lookup after an interruption. Milliseconds. */
const LAST_LOOKUP_MS = 10_000;

/**
 * Returns the object that the request has created: the only one that did not exist `before`, that no other resource manages,
 * and that has the sent values. Returns `undefined` if the request was certainly not executed. If neither is certain, throws a
 * `DiagError` that names the candidates.
 */
export async function recoverCreate(
  creation: Creation,
  { found: before, createdSince }: Before,
  cause: Error,
  context: CreateContext,
): Promise<Values | undefined> {
  const { declaration, key, input, subject, service } = creation;
  const { managed, runtime, onExisting, propagation } = context.providerData;
  const known = new Set(before.map((object) => getObjectUid(declaration, object)));
  const createsAgain = onExisting === 'create' || !isDistinct(declaration, key);
  let lookupError: Error | undefined;
  let older: readonly Values[] = [];

  async function lookUp(waitMs: number, signal: AbortSignal): Promise<Values | undefined> {
    lookupError = undefined;
    const found = await runtime
      .sleep(waitMs, signal)
      .then(() => service.existence.find(declaration, key, signal))
      .catch((error: unknown): Values[] => {
        lookupError = error as Error;
        return [];
      });
    const unclaimed = found.filter((object) => {
      const uid = getObjectUid(declaration, object);
      return !known.has(uid) && !managed.has(declaration, uid);
    });
    // With on_existing = "create", nothing was looked up before. Objects older than the request existed already.
    older = createsAgain ? unclaimed.filter((object) => !isSince(object, createdSince)) : [];
    const candidates = unclaimed.filter((object) => !older.includes(object));
    const equal = candidates.filter((object) => compareResponse(declaration, input, object).dropped.length === 0);
    const [only, ...others] = equal;
    if (only !== undefined && others.length === 0 && isSince(only, createdSince)) return only;
    if (candidates.length > 0) throw unknownOutcome(declaration, subject, { cause, before, candidates, createsAgain });
    return undefined;
  }

  const { signal } = context;
  for (const waitMs of lookupDelays(propagation.timeoutMs)) {
    if (signal.aborted) break;
    const object = await lookUp(waitMs, signal);
    if (object !== undefined) return object;
  }
  const isDecided = !signal.aborted && lookupError === undefined && isDistinct(declaration, key);
  if (isDecided && older.length === 0 && propagation.timeoutMs > 0 && hasEnded(cause)) {
    // A token that cannot see the object finds nothing, although the request may have created it.
    if (await provesAbsence(creation, signal)) return undefined;
  }
  // An existing object must be found even after an interruption, unless Terraform has exited and cannot store it.
  if (signal.aborted && !(signal.reason instanceof HostGoneError)) {
    const object = await withTimeLimit(LAST_LOOKUP_MS, (limit) => lookUp(0, limit));
    if (object !== undefined) return object;
  }
  const existed = [...before, ...older];
  throw unknownOutcome(declaration, subject, { cause, before: existed, candidates: [], lookupError, createsAgain });
}

/**
 * Returns the waits before each lookup. The service may show the object late, so the last one follows the propagation timeout.
 */
function lookupDelays(timeoutMs: number): number[] {
  const delays = [...LOOKUP_DELAYS_MS];
  const elapsed = LOOKUP_DELAYS_MS.reduce((sum, delay) => sum + delay);
  for (let left = timeoutMs - elapsed; left > 0; left -= FURTHER_DELAY_MS)
    delays.push(Math.min(left, FURTHER_DELAY_MS));
  return delays;
}

/** Returns true if the service no longer works on the request. A lost connection or a gateway's time limit proves nothing. */
function hasEnded(cause: Error): boolean {
  return cause instanceof ApiError && (cause.status ?? 0) >= 500 && cause.code !== 'DEADLINE_EXCEEDED';
}

function isSince(object: Values, time: Date | undefined): boolean {
  const created = parseTimestamp(String(object['createTime']));
  return time === undefined || (created !== undefined && created >= time);
}

async function withTimeLimit<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`no response within ${ms / 1000} s`)), ms);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
