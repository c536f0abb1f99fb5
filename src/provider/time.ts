/** The time as the lifecycles see it: now, and waiting. */
import type { Outside } from './configured';

export interface Time {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The real time, where a test gives none. */
export function realTime({ clock, sleep }: Outside): Time {
  return { now: clock ?? Date.now, sleep: sleep ?? timer };
}

function timer(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timeout);
      reject(signal.reason instanceof Error ? signal.reason : new Error('interrupted'));
    };
    const timeout = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
