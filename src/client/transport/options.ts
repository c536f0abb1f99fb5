/** The options of calls. */
import type { Fetch } from './http';
import { whenAborted } from './abort';

/** An attempt at a call, for logs and measurements. Contains no secret. */
export interface Attempt {
  readonly method: string;
  /** The path with its query. */
  readonly url: string;
  /** The number of the attempt, from 1 on. */
  readonly attempt: number;
  /** The HTTP status. Absent without a response. */
  readonly status?: number | undefined;
  readonly durationMs: number;
  /** The time of the service (`Date`), in milliseconds since 1970. Absent if no response contained it. */
  readonly serviceTime?: number | undefined;
  /** The reason for a failed attempt, or `undefined` for a successful one. */
  readonly failure?: string | undefined;
  /** The delay before the next attempt, or `undefined` without one. */
  readonly retryInMs?: number | undefined;
}

/** The functions of the runtime that the client uses. Tests replace them. */
export interface Runtime {
  /** Returns the current time, in milliseconds since 1970. @default Date.now */
  readonly clock?: (() => number) | undefined;
  /** Returns a random number in [0, 1). @default Math.random */
  readonly random?: (() => number) | undefined;
  /** Waits. Rejects with the reason of the signal when it is aborted. @default a timer */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** @default requests over the network */
  readonly fetch?: Fetch | undefined;
}

/** The options of the transport. */
export interface TransportOptions extends Runtime {
  /**
   * The maximum number of retries of a call after a temporary failure. A call that is refused because of too many
   * requests (429) is repeated until the service accepts it, unless this is 0.
   *
   * @default 5
   */
  readonly maxRetries?: number | undefined;
  /** The time limit of an attempt, including its response, in milliseconds. @default 30000 */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * The maximum number of requests per second.
   *
   * @default no limit, and a learned rate after the service refuses a request
   */
  readonly requestsPerSecond?: number | undefined;
  /**
   * Called when no call waits any longer after the service refused some because of too many requests, with the learned
   * number of requests per second.
   */
  readonly slowed?: ((requestsPerSecond: number) => void) | undefined;
  /** The text before our name in the User-Agent: `my-tool/1.0`. */
  readonly userAgent?: string | undefined;
  /** Called for every attempt. */
  readonly observe?: ((attempt: Attempt) => void) | undefined;
}

export type RealRuntime = Required<{ readonly [K in 'clock' | 'random' | 'sleep']: NonNullable<Runtime[K]> }>;

/** Returns the runtime with the real clock, random numbers and timers as defaults. */
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
