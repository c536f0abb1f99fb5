/**
 * The writes of this run that have not ended: creates by natural key, updates and deletions by object, and single requests. A
 * create that finds an object with its natural key waits for the write of that object, which may release the key.
 */
import { type RealRuntime, unlessAborted, whenAborted } from '../../client/internal';
import type { Declaration } from '../../model/schema';
import { toObjectId, type ObjectId } from '../convert/to-state';

export type Writes = ReturnType<typeof createWrites>;

/** The time without a pending request that counts as quiet. Milliseconds. */
const QUIET_MS = 500;

export function createWrites({ sleep }: Pick<RealRuntime, 'sleep'>) {
  /** The end of the last create, by natural key. */
  const creates = new Map<string, Promise<unknown>>();
  const deletions = new Map<ObjectId, Promise<void>>();
  /** Each resolves when the write has completed. */
  const completions = new Map<ObjectId, Promise<unknown>>();
  const failed = new Set<string>();
  const waiting = new Set<() => void>();
  const pending = new Set<Promise<unknown>>();
  let begun = 0;

  return {
    /**
     * Runs the creates of one natural key one after another. Rejects with the signal's reason, and does not start the work, if the
     * signal is aborted while it waits.
     */
    createExclusive<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      const before = creates.get(key) ?? Promise.resolve();
      const mine = unlessAborted(before, signal).then(work);
      const done = Promise.allSettled([before, mine]);
      creates.set(key, done);
      void done.then(() => {
        if (creates.get(key) === done) creates.delete(key);
      });
      return mine;
    },
    /** Runs `work`, an update or a deletion of the object. It lasts from its first request until its last. */
    run<T>(declaration: Declaration, uid: string, work: () => Promise<T>): Promise<T> {
      const written = work();
      written.catch(() => failed.add(uid));
      completions.set(toObjectId(declaration, uid), Promise.allSettled([written]));
      waiting.forEach((proceed) => proceed());
      waiting.clear();
      return written;
    },
    /** Returns true if an update or a deletion of the object has failed. */
    hasFailed: (uid: string) => failed.has(uid),
    /** Returns the deletion of the object that this run has sent already, or runs `work`, also after a failed deletion. */
    deleteOnce(declaration: Declaration, uid: string, work: () => Promise<void>): Promise<void> {
      const id = toObjectId(declaration, uid);
      const deletion = deletions.get(id)?.catch(work) ?? work();
      deletions.set(id, deletion);
      return deletion;
    },
    /**
     * Returns the first of the objects whose write has completed, successful or not. Waits up to `ms` milliseconds for a write
     * to begin, and without a limit for its end. Returns `undefined` if none begins.
     */
    async nextCompleted(
      declaration: Declaration,
      uids: readonly string[],
      ms: number,
      signal: AbortSignal,
    ): Promise<string | undefined> {
      const stop = new AbortController();
      const stopListening = whenAborted(signal, (reason) => stop.abort(reason));
      const over = sleep(ms, stop.signal).then(() => 'over');
      over.catch(() => undefined);
      try {
        for (;;) {
          const underWay = uids.flatMap((uid) => {
            const completion = completions.get(toObjectId(declaration, uid));
            return completion === undefined ? [] : [completion.then(() => uid)];
          });
          if (underWay.length > 0) return await unlessAborted(Promise.race(underWay), signal);
          const another = new Promise<'another'>((resolve) => waiting.add(() => resolve('another')));
          if ((await Promise.race([over, another])) === 'over') return undefined;
        }
      } finally {
        stopListening();
        stop.abort();
      }
    },
    async send<T>(request: () => Promise<T>): Promise<T> {
      begun++;
      const sent = request();
      pending.add(sent);
      try {
        return await sent;
      } finally {
        pending.delete(sent);
      }
    },
    /** Resolves when no request has been pending for a moment: Terraform begins the next write as soon as one has completed. */
    async untilQuiet(signal: AbortSignal): Promise<void> {
      for (let before = -1; before !== begun;) {
        await unlessAborted(Promise.allSettled(pending), signal);
        before = begun;
        await sleep(QUIET_MS, signal);
      }
    },
  };
}
