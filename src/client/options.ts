/** The options of calls, and the checks of their values. */
import { isLoopback } from '../api';
import { type Fetch, whenAborted } from './http';

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

/** Throws a `TypeError` unless there is a text: what comes from the environment is easily missing. */
export function requireText(value: unknown, what: string, expected: string): asserts value is string {
  if (typeof value === 'string' && value.trim() !== '') return;
  const isEmpty = typeof value === 'string';
  const found = isEmpty ? 'an empty text' : value === null ? 'null' : typeof value;
  const variable = ` If it comes from an environment variable, that variable is ${isEmpty ? 'set but empty' : 'not set'}.`;
  throw new TypeError(
    `${what}: expected ${expected}, found ${found}.${isEmpty || value === undefined ? variable : ''}`,
  );
}

/** Why `text` cannot be such an address, in words for a person; `undefined` if it can. Never repeats a password. */
export function baseUrlProblem(text: string): string | undefined {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return `${JSON.stringify(trimmed)} is not a URL (like https://api.example.com)`;
  const url = new URL(trimmed);
  if (url.username !== '' || url.password !== '') return 'the URL must not contain a user name or password';
  if (url.search !== '' || url.hash !== '') return 'the URL must end with its path: no "?" and no "#"';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol !== 'http:') return `${JSON.stringify(trimmed)} must begin with https://`;
  // Requests to this machine itself cannot be overheard.
  if (isLoopback(url.hostname)) return undefined;
  return `${JSON.stringify(trimmed)} must begin with https://: plain http would expose the token to the network. Use http only for this machine (localhost, 127.0.0.1 or [::1])`;
}

/** The address without trailing slashes, its path kept. Throws a `TypeError` that names the option (`what`). */
export function checkedBaseUrl(text: unknown, what: string): string {
  requireText(text, what, 'a URL like https://api.example.com');
  const problem = baseUrlProblem(text);
  if (problem !== undefined) throw new TypeError(`${what}: ${problem}`);
  const url = new URL(text.trim());
  return url.origin + url.pathname.replace(/\/+$/, '');
}
