/**
 * Knows which calls are being worked on, so that a process that has to end can wait for them or tell them to stop.
 */
export interface InFlight {
  readonly size: number;
  /** Runs `work` and counts it until it settles, whether or not anybody still waits for the answer. */
  run<T>(work: (controller: AbortController) => Promise<T>): Promise<T>;
  /** Aborts the signal of every call, those to come included. */
  abort(reason: string): void;
  /** Resolves once nothing is in flight, or after `limitMs` at the latest. */
  idle(limitMs: number): Promise<void>;
}

export function trackCalls(): InFlight {
  const running = new Set<AbortController>();
  const waiting = new Set<() => void>();
  let aborted: Error | undefined;
  return {
    get size() {
      return running.size;
    },
    async run(work) {
      const controller = new AbortController();
      if (aborted !== undefined) controller.abort(aborted);
      running.add(controller);
      try {
        return await work(controller);
      } finally {
        running.delete(controller);
        if (running.size === 0) for (const resolve of waiting) resolve();
      }
    },
    abort(reason) {
      aborted = new Error(reason);
      for (const controller of running) controller.abort(aborted);
    },
    async idle(limitMs) {
      if (running.size === 0) return;
      await new Promise<void>((resolve) => {
        const settle = (): void => {
          clearTimeout(timer);
          waiting.delete(settle);
          resolve();
        };
        const timer = setTimeout(settle, limitMs);
        waiting.add(settle);
      });
    },
  };
}
