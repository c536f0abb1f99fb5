/** A create whose answer got lost: what has it done? Source: DESIGN §5, "Create is never repeated blindly". */
import type { ApiObject } from '../configured';
import { differences, uidOf } from '../values';
import { look, type Attempt } from './attempt';
import { unknownOutcome } from './existing';
import type { CreateContext } from './lifecycle';

/** How long to wait before each look for an object whose creation may still be under way. Milliseconds. */
const LOOKS_AFTER_MS = [0, 1_000, 3_000, 6_000];
/** The most time for the looks that an interruption leaves us. Milliseconds. */
const LAST_LOOK_MS = 10_000;

/**
 * The object that the request has created: exactly one that was not there `before`, that nobody else claims, and that is
 * as it was sent. Throws a `DiagError` that names the candidates if it cannot be told.
 */
export async function findOurs(
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
