/**
 * What this run writes, for what has to wait for it: a create for another one of the same key, and for the update or deletion
 * of the object that it meets; the loss of our own access for every other request.
 */
import { unlessAborted, whenAborted } from '../../client/http';
import type { RealRuntime } from '../../client/options';
import type { Declaration } from '../../schema';

/** Updates and deletions, by object, from the first request of each to its last. */
export interface Writes {
  /** Does `work`, an update or a deletion of the object. */
  run<T>(declaration: Declaration, uid: string, work: () => Promise<T>): Promise<T>;
  /**
   * One of the objects whose update or deletion has ended, well or not: waits `ms` milliseconds for one to begin, and as
   * long as it takes for it to end. `undefined` if none begins.
   */
  ended(
    declaration: Declaration,
    uids: readonly string[],
    ms: number,
    signal: AbortSignal,
  ): Promise<string | undefined>;
}

export function createWrites({ sleep }: Pick<RealRuntime, 'sleep'>): Writes {
  /** By object; settled once the write has ended. */
  const ends = new Map<string, Promise<unknown>>();
  const waiting = new Set<() => void>();
  const key = (declaration: Declaration, uid: string): string => `${declaration.kind} ${uid}`;

  return {
    run(declaration, uid, work) {
      const written = work();
      ends.set(key(declaration, uid), Promise.allSettled([written]));
      waiting.forEach((proceed) => proceed());
      waiting.clear();
      return written;
    },
    async ended(declaration, uids, ms, signal) {
      const stop = new AbortController();
      const stopListening = whenAborted(signal, (reason) => stop.abort(reason));
      const over = sleep(ms, stop.signal).then(() => 'over');
      over.catch(() => undefined);
      try {
        for (;;) {
          const begun = uids.flatMap((uid) => {
            const end = ends.get(key(declaration, uid));
            return end === undefined ? [] : [end.then(() => uid)];
          });
          if (begun.length > 0) return await unlessAborted(Promise.race(begun), signal);
          const another = new Promise<'another'>((resolve) => waiting.add(() => resolve('another')));
          if ((await Promise.race([over, another])) === 'over') return undefined;
        }
      } finally {
        stopListening();
        stop.abort();
      }
    },
  };
}

/** Requests that change something and are on their way. */
export interface PendingWrites {
  run<T>(send: () => Promise<T>): Promise<T>;
  /** Resolves once nothing has been on its way for a moment: Terraform begins the next write as soon as one has ended. */
  untilQuiet(signal: AbortSignal): Promise<void>;
}

/** For how long nothing is on its way before it counts as quiet. Milliseconds. */
const QUIET_MS = 500;

export function createPendingWrites({ sleep }: Pick<RealRuntime, 'sleep'>): PendingWrites {
  const pending = new Set<Promise<unknown>>();
  let begun = 0;
  return {
    async run(send) {
      begun++;
      const work = send();
      pending.add(work);
      try {
        return await work;
      } finally {
        pending.delete(work);
      }
    },
    async untilQuiet(signal) {
      for (let before = -1; before !== begun;) {
        await unlessAborted(Promise.allSettled(pending), signal);
        before = begun;
        await sleep(QUIET_MS, signal);
      }
    },
  };
}

/** Work under the same key runs one after another, other work at the same time. */
export interface KeyedMutex {
  /** Rejects with the signal's reason, and does no work, if that is aborted while it waits. */
  run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return {
    run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      const before = last.get(key) ?? Promise.resolve();
      const mine = unlessAborted(before, signal).then(work);
      const done = Promise.allSettled([before, mine]);
      last.set(key, done);
      void done.then(() => {
        if (last.get(key) === done) last.delete(key);
      });
      return mine;
    },
  };
}
