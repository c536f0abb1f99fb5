/**
 * Retries requests about new objects, which may fail for a while: permissions reach a new group late, and a replica of the
 * service may not have a new object yet (contract F1, F5). Retries stop when the object is old enough for its absence to be
 * final. Its age is computed from `create_time` and the service's own clock, or from its creation in this run.
 */
import { parentUid, parseTimestamp, rootUid, type Values } from '../../model/api';
import { ApiError, isNotFound } from '../../client';
import type { BareContext, Log } from '../../plugin';
import type { RealRuntime } from '../../client/internal';
import { containerKind } from '../../model/kinds';
import type { Declaration } from '../../model/schema';
import { getObjectUid } from '../convert/to-state';
import { logDecision } from '../messages/decision';
import { OLD_TOKEN } from '../messages/diagnostics';

/** The part of a handler's context that can be aborted. The signal is created at first use, because most calls need none. */
export type AbortableContext = Pick<BareContext, 'signal'>;

/** The objects that a request depends on. */
export interface RequestDependencies {
  /** The addressed object, or the group for a create or a list; absent: none. */
  readonly uid: string | undefined;
  /** The words for the object of the request, if it has no uid yet. */
  readonly object?: string;
  /** `create_time` of the object at `uid`, if the state has it. */
  readonly createTime?: unknown;
  /** The uids that the request refers to. */
  readonly references?: readonly string[];
}

/** A register of the journal of the run. */
export type Propagation = ReturnType<typeof createPropagation>;

/** Returns true for a failure that the age of an object can explain. */
function isRepeatable(error: unknown): boolean {
  const { code } = ApiError.from(error);
  return code === 'PERMISSION_DENIED' || code === 'UNAUTHENTICATED' || isNotFound(error);
}

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 4_000;

export function createPropagation(
  { clock, sleep }: Pick<RealRuntime, 'clock' | 'sleep'>,
  timeoutMs: number,
  serviceClock: () => number = clock,
  log?: Log,
) {
  /** The time of each creation, with the clock that reported it. */
  const creations = new Map<string, { readonly at: number; readonly now: () => number }>();

  function findTime(createTime: unknown): number | undefined {
    return typeof createTime === 'string' ? parseTimestamp(createTime)?.getTime() : undefined;
  }

  /** Returns the time for which the object, or the newest group above it, stays young. */
  function youthLeft(uid: string | undefined): number {
    let longest = 0;
    for (let at = uid; at !== undefined; at = parentUid(at)) {
      const creation = creations.get(at);
      if (creation !== undefined) longest = Math.max(longest, creation.at + timeoutMs - creation.now());
    }
    return longest;
  }

  function left({ uid, createTime, references = [] }: RequestDependencies): number {
    const created = findTime(createTime);
    const own = created === undefined ? 0 : created + timeoutMs - serviceClock();
    return Math.max(own, ...[uid, ...references].map(youthLeft));
  }

  /** Returns the time for which the age of the target can explain the error. */
  function leftAfter(error: unknown, target: RequestDependencies): number {
    if (!isRepeatable(error)) return 0;
    // A new root group rejects the token until the provider obtains a new one.
    return ApiError.from(error).code === 'UNAUTHENTICATED' ? left({ uid: target.uid?.split('/')[0] }) : left(target);
  }

  function isOfOldToken(error: unknown, { uid }: RequestDependencies): error is ApiError {
    const isRejected = error instanceof ApiError && error.code === 'UNAUTHENTICATED' && error.status !== undefined;
    return isRejected && uid !== undefined && creations.has(rootUid(uid));
  }

  function setCreation(uid: string, createTime: unknown): void {
    const at = findTime(createTime);
    // The age of an object of this run is measured with our own clock.
    if (at !== undefined && !creations.has(uid)) creations.set(uid, { at, now: serviceClock });
  }

  /** Records the `createTime` of a group in the state. Ignores a value that is no timestamp. */
  function reading(declaration: Declaration, uid: string, createTime: unknown): void {
    if (declaration === containerKind) setCreation(uid, createTime);
  }

  /** @param pause the time until the next attempt; 0: none follows. `waited`: the time since the first attempt. Both in milliseconds */
  function explain({ uid, object }: RequestDependencies, error: unknown, pause: number, waited: number): void {
    const code = error === undefined ? 'An incomplete result' : ApiError.from(error).code;
    const young = `object of the request is younger than ${timeoutMs / 1000} s (propagation_timeout_seconds)`;
    if (pause > 0) logDecision(log, 'wait', () => ({ uid, object, ms: pause, reason: `${code}: an ${young}` }));
    else if (isRepeatable(error))
      logDecision(log, 'do not wait', () => ({ uid, object, ms: waited, reason: `${code} is final: no ${young}` }));
  }

  return {
    /** The age after which "not found" is final. Milliseconds; 0: nothing is repeated. */
    timeoutMs,
    created: (declaration: Declaration, object: Values) =>
      void creations.set(getObjectUid(declaration, object), { at: clock(), now: clock }),
    adopted: (declaration: Declaration, object: Values) =>
      setCreation(getObjectUid(declaration, object), object['createTime']),
    reading,
    read: (declaration: Declaration, object: Values) =>
      reading(declaration, getObjectUid(declaration, object), object['createTime']),
    /** Returns true if an object created then is young. */
    isYoung(createTime: unknown): boolean {
      const at = findTime(createTime);
      return at !== undefined && at + timeoutMs > serviceClock();
    },
    /**
     * Returns the result of `work`. While `target` is young, repeats it if it is denied, finds nothing, or returns a result for
     * which `isComplete` is false.
     */
    async retryWhilePropagating<T>(
      target: RequestDependencies,
      call: AbortableContext,
      work: () => Promise<T>,
      isComplete: (result: T) => boolean = () => true,
    ): Promise<T> {
      // Different clocks must not lengthen the wait.
      const started = clock();
      for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
        const nextPause = (window: number): number =>
          Math.max(0, Math.min(wait, window, started + timeoutMs - clock()));
        let pause: number;
        try {
          const result = await work();
          pause = isComplete(result) ? 0 : nextPause(left(target));
          if (pause === 0) return result;
          explain(target, undefined, pause, clock() - started);
        } catch (error) {
          pause = nextPause(leftAfter(error, target));
          explain(target, error, pause, clock() - started);
          if (pause === 0) throw isOfOldToken(error, target) ? error.with({ reason: OLD_TOKEN }) : error;
        }
        await sleep(pause, call.signal);
      }
    },
  };
}
