/**
 * How long new groups may still refuse what they will allow (contract F1): permissions reach them late. How old a group is
 * follows from its `create_time` and the service's own clock, so that it does not matter who made it, nor how our clock goes.
 */
import { type Code, isWithin, parseTimestamp } from '../api';
import { ApiError, type Attempt } from '../client';
import type { RealRuntime } from '../client/options';

/** How long a new group may refuse. Milliseconds. */
const PROPAGATION_MS = 30_000;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 4_000;

export interface Propagation {
  /** An object has just been created here. */
  created(uid: string): void;
  /** A group was created then, a timestamp of the service; what is none is ignored. */
  createdAt(groupUid: string, createTime: unknown): void;
  /** Repeats `work` while it is refused at `scopeUid` and a group that is new there explains the refusal. */
  retryWhilePropagating<T>(scopeUid: string | undefined, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function createPropagation(
  { clock, sleep }: Pick<RealRuntime, 'clock' | 'sleep'>,
  serviceClock: () => number = clock,
): Propagation {
  /** When objects were created, by the clock that says so. */
  const creations = new Map<string, { readonly at: number; readonly now: () => number }>();

  /** For how long a refusal at the scope is not final yet: as the newest group around it has it. */
  function left(scopeUid: string, code: Code): number {
    let longest = 0;
    for (const [uid, { at, now }] of creations) {
      const isRefusal = code === 'PERMISSION_DENIED' || (code === 'UNAUTHENTICATED' && !uid.includes('/'));
      if (isRefusal && isWithin(scopeUid, uid)) longest = Math.max(longest, at + PROPAGATION_MS - now());
    }
    return longest;
  }

  return {
    created: (uid) => void creations.set(uid, { at: clock(), now: clock }),
    createdAt(uid, createTime) {
      const time = typeof createTime === 'string' ? parseTimestamp(createTime) : undefined;
      // What was created in this run is known to be new by our own clock.
      if (time !== undefined && !creations.has(uid)) creations.set(uid, { at: time.getTime(), now: serviceClock });
    },
    async retryWhilePropagating(scopeUid, signal, work) {
      // A clock that is far off makes nobody wait for longer.
      const deadline = clock() + PROPAGATION_MS;
      for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
        try {
          return await work();
        } catch (error) {
          const window = scopeUid === undefined ? 0 : left(scopeUid, ApiError.from(error).code);
          const most = Math.min(window, deadline - clock());
          if (most <= 0) throw error;
          await sleep(Math.min(wait, most), signal);
        }
      }
    },
  };
}

export interface ServiceClock {
  readonly now: () => number;
  /** An attempt at a call has ended. */
  heard(attempt: Pick<Attempt, 'serviceTime'>): void;
}

/** The service's clock, as far as its responses tell (`Date`); ours until the first one that does. */
export function createServiceClock(clock: () => number): ServiceClock {
  let ahead = 0;
  return {
    now: () => clock() + ahead,
    heard({ serviceTime }) {
      if (serviceTime !== undefined) ahead = serviceTime - clock();
    },
  };
}
