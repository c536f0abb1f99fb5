/** The options of calls. */
import type { Fetch } from './http';
import { whenAborted } from './abort';

/** One attempt at a call, for logs and measurements. Holds no secret. */
export interface Attempt {
  readonly method: string;
  /** The path with its query. */
  readonly url: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** The HTTP status; absent when there was no response. */
  readonly status?: number | undefined;
  readonly durationMs: number;
  /** The service's time (`Date`), in milliseconds since 1970; absent if no response contained it. */
  readonly serviceTime?: number | undefined;
  /** Why it failed, and `undefined` if it did not. */
  readonly failure?: string | undefined;
  /** The delay until the next attempt; `undefined` without one. */
  readonly retryInMs?: number | undefined;
}

/** The functions of the runtime that a program uses, for tests to replace. */
export interface Runtime {
  /** The time now, in milliseconds since 1970. @default Date.now */
  readonly clock?: (() => number) | undefined;
  /** Evenly spread in [0, 1). @default Math.random */
  readonly random?: (() => number) | undefined;
  /** Waits; rejects with the signal's reason when it is aborted. @default a timer */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** @default requests over the network */
  readonly fetch?: Fetch | undefined;
}

/** The transport of calls. */
export interface TransportOptions extends Runtime {
  /** Attempts after the first. @default 5 */
  readonly maxRetries?: number | undefined;
  /** The most time for one attempt, its response included. @default 30000 */
  readonly requestTimeoutMs?: number | undefined;
  /** The most requests a second. @default no limit */
  readonly requestsPerSecond?: number | undefined;
  /** Put before our own name in the User-Agent: `my-tool/1.0`. */
  readonly userAgent?: string | undefined;
  /** Called for every attempt. */
  readonly observe?: ((attempt: Attempt) => void) | undefined;
}

export type RealRuntime = Required<{ readonly [K in 'clock' | 'random' | 'sleep']: NonNullable<Runtime[K]> }>;

/** The real clock, chance and timer, where nothing else is given. */
export function realRuntime(given: Runtime): RealRuntime {
  return { clock: given.clock ?? Date.now, random: given.random ?? Math.random, sleep: given.sleep ?? sleep };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stopListening();
      resolve();
    }, ms);
    const stopListening = whenAborted(signal, (reason) => {
      clearTimeout(timer);
      reject(reason);
    });
  });
}
