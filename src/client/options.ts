import type { ApiVersion } from '../api';
import { whenAborted } from './http';
import type { TokenSource } from './tokens';

/** A request and its answer in this process, in place of a socket: an embedded API's handler. */
export type Fetch = (request: Request) => Promise<Response>;

/** One attempt at a call, for logs and measurements. Holds no secret. */
export interface Attempt {
  readonly method: string;
  /** The path with its query. */
  readonly url: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** The HTTP status; absent when there was no answer. */
  readonly status?: number | undefined;
  readonly durationMs: number;
  /** Why it failed, and `undefined` if it did not. */
  readonly failure?: string | undefined;
  /** How long until the next attempt; `undefined` if there is none. */
  readonly retryInMs?: number | undefined;
}

/** What a test replaces to have time and chance in its hands. */
export interface Environment {
  /** The time now, in milliseconds since 1970. @default Date.now */
  readonly clock?: (() => number) | undefined;
  /** Evenly spread in [0, 1). @default Math.random */
  readonly random?: (() => number) | undefined;
  /** Waits; rejects with the signal's reason when it is aborted. @default a timer */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** How calls travel. */
export interface TransportOptions extends Environment {
  /** Attempts after the first. @default 5 */
  readonly maxRetries?: number | undefined;
  /** The most time for one attempt, its answer included. @default 30000 */
  readonly requestTimeoutMs?: number | undefined;
  /** The most requests a second. @default no limit */
  readonly requestsPerSecond?: number | undefined;
  /** Put before our own name in the User-Agent: `my-tool/1.0`. */
  readonly userAgent?: string | undefined;
  readonly fetch?: Fetch | undefined;
  /** Told of every attempt. */
  readonly observe?: ((attempt: Attempt) => void) | undefined;
}

export interface ClientOptions extends TransportOptions {
  /**
   * What stands before `/iam/…` in every URL: `https://api.example.com`. A path is kept, a trailing slash does not
   * matter. Plain http only to this machine itself: a token must not travel in the clear.
   */
  readonly baseUrl: string;
  /** A token, or where to get one. */
  readonly token: string | TokenSource;
  /** The version segment of paths. @default 'v2beta1' */
  readonly apiVersion?: ApiVersion | undefined;
}

export type RealEnvironment = { readonly [K in keyof Environment]-?: NonNullable<Environment[K]> };

/** The real clock, chance and timer, where nothing else is given. */
export function realEnvironment(given: Environment): RealEnvironment {
  return { clock: given.clock ?? Date.now, random: given.random ?? Math.random, sleep: given.sleep ?? sleep };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      leave();
      resolve();
    }, ms);
    const leave = whenAborted(signal, (reason) => {
      clearTimeout(timer);
      reject(reason);
    });
  });
}
