/** The requests that change something and are on their way, for the change that has to come after them. */
import { unlessAborted } from '../../client/http';
import type { RealRuntime } from '../../client/options';

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
