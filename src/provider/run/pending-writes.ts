/** Tracks the requests of this run that change something, until their responses arrive. */
import { unlessAborted } from '../../client/transport/abort';
import type { RealRuntime } from '../../client/transport/options';

/** The requests that change something and have no response yet. */
export interface PendingWrites {
  run<T>(send: () => Promise<T>): Promise<T>;
  /** Resolves when no request has been pending for a moment: Terraform begins the next write as soon as one has completed. */
  untilQuiet(signal: AbortSignal): Promise<void>;
}

/** The time without a pending request that counts as quiet. Milliseconds. */
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
