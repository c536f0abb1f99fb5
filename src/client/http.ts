/**
 * One attempt at a call: a request, and the response or the error that it comes to, over a socket (undici, one pool with
 * keep-alive) or into a handler in this process. Redirects are not followed: the token must not travel to another host.
 */
import type { Dispatcher, request } from 'undici';
import type { ApiError } from './errors';
import { isLoopback } from './request-checks';
import { errorOfResponse } from './error-response';
import { type AbortCause, networkError, type Route } from './network-error';
import type { Fetch } from './options';

export interface AttemptRequest {
  readonly route: Route;
  readonly query: string;
  readonly body: unknown;
  /** What is secret in the body. */
  readonly secrets: readonly string[];
  readonly token: string | undefined;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly clock: () => number;
}

/** An answer with a status of 2xx. */
export interface Answer extends WireResponse, Route {
  /** What must not be shown of the answer. */
  readonly secrets: readonly string[];
}

/** Never rejects: what goes wrong is the result, for whoever decides about another attempt. */
export async function attemptOnce(transport: Transport, request: AttemptRequest): Promise<Answer | ApiError> {
  const { route, query, token, timeoutMs } = request;
  const secrets = token === undefined ? request.secrets : [...request.secrets, token];
  const limit = timeLimit(request.signal, timeoutMs);
  try {
    const answer = await transport.send({
      method: route.method,
      url: `${route.baseUrl}${route.url}${query}`,
      headers: {
        accept: 'application/json',
        'user-agent': request.userAgent,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      signal: limit.signal,
    });
    if (answer.status >= 200 && answer.status < 300) return { ...answer, ...route, secrets };
    return errorOfResponse(answer, { ...route, secrets, now: request.clock() });
  } catch (cause) {
    return networkError(cause, { ...route, secrets }, limit.ending());
  } finally {
    limit.clear();
  }
}

interface TimeLimit {
  /** Aborted when the caller gives up or the time is over. */
  readonly signal: AbortSignal;
  /** Which of the two it was; `undefined` if neither. */
  ending(): AbortCause | undefined;
  clear(): void;
}

/** By hand, because `AbortSignal.any` keeps every short-lived signal tied to the caller's, which lives for hours. */
function timeLimit(caller: AbortSignal, timeoutMs: number): TimeLimit {
  const controller = new AbortController();
  let ending: AbortCause | undefined;
  const end = (by: AbortCause, reason: unknown): void => {
    ending ??= by;
    controller.abort(reason);
  };
  const timer = setTimeout(() => end({ by: 'timeout', timeoutMs }, new Error('time limit')), timeoutMs);
  const leave = whenAborted(caller, (reason) => end({ by: 'caller' }, reason));
  return {
    signal: controller.signal,
    ending: () => ending,
    clear() {
      clearTimeout(timer);
      leave();
    },
  };
}

export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

export interface WireResponse {
  readonly status: number;
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly text: string;
}

export interface Transport {
  send(request: WireRequest): Promise<WireResponse>;
  close(): Promise<void>;
}

export function openTransport(fetch: Fetch | undefined): Transport {
  return fetch === undefined ? socketTransport() : handlerTransport(fetch);
}

/** No answer of this API comes near it; whatever sends more is something else. Bytes. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** undici is loaded at the first request only: a provider that merely tells its schema needs none. */
function socketTransport(): Transport {
  let pools: Promise<Pools> | undefined;
  return {
    async send({ url, method, headers, body, signal }) {
      pools ??= openPools();
      const { send, direct, proxied } = await pools;
      const dispatcher = isLoopback(new URL(url).hostname) ? direct : proxied;
      const answer = await send(url, { method, headers, body, signal, dispatcher });
      const header = (name: string): string | undefined => [answer.headers[name]].flat()[0];
      return { status: answer.statusCode, header, text: await answer.body.text() };
    },
    async close() {
      const open = await pools;
      await Promise.all(open === undefined ? [] : [open.direct.close(), open.proxied.close()]);
    },
  };
}

interface Pools {
  readonly send: typeof request;
  readonly direct: Dispatcher;
  /** Through HTTPS_PROXY or HTTP_PROXY, save for the hosts in NO_PROXY; without these the same as `direct`. */
  readonly proxied: Dispatcher;
}

async function openPools(): Promise<Pools> {
  const { Agent, EnvHttpProxyAgent, request } = await import('undici');
  const options = { maxResponseSize: MAX_ANSWER_BYTES };
  const hasProxy = ['http_proxy', 'https_proxy'].some((name) => process.env[name] ?? process.env[name.toUpperCase()]);
  const direct = new Agent(options);
  return { send: request, direct, proxied: hasProxy ? new EnvHttpProxyAgent(options) : direct };
}

function handlerTransport(fetch: Fetch): Transport {
  return {
    async send({ url, method, headers, body, signal }) {
      const answer = await unlessAborted(fetch(new Request(url, { method, headers, body: body ?? null })), signal);
      const text = await unlessAborted(answer.text(), signal);
      return { status: answer.status, header: (name) => answer.headers.get(name) ?? undefined, text };
    },
    close: () => Promise.resolve(),
  };
}

/** `work`, or a rejection with the signal's reason if that is aborted first; the work itself goes on. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let leave = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    leave = whenAborted(signal, reject);
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    leave();
  }
}

/**
 * Calls `stop` with the signal's reason once it is aborted, at once if it is already; what is returned takes that back.
 * One signal often stands for a whole program: however many calls wait for it, it has one listener, because Node warns
 * of a leak beyond ten.
 */
export function whenAborted(signal: AbortSignal, stop: (reason: Error) => void): () => void {
  if (signal.aborted) {
    stop(reasonOf(signal));
    return () => undefined;
  }
  const all = stops.get(signal) ?? listen(signal);
  // Wrapped, so that the same function may wait twice.
  const own = (reason: Error): void => stop(reason);
  all.add(own);
  return () => void all.delete(own);
}

const stops = new WeakMap<AbortSignal, Set<(reason: Error) => void>>();

function listen(signal: AbortSignal): Set<(reason: Error) => void> {
  const all = new Set<(reason: Error) => void>();
  stops.set(signal, all);
  signal.addEventListener('abort', () => all.forEach((stop) => stop(reasonOf(signal))), { once: true });
  return all;
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted', { cause: signal.reason });
}
