/**
 * HTTP: one request and its response, over a socket (undici, one pool with keep-alive) or into a handler in this process.
 * Redirects are not followed: the token must not travel to another host. And what ends them: an abort, and the limits of a
 * response, so that none exhausts memory, time or the stack.
 */
import type { Dispatcher } from 'undici';
import { isLoopback } from '../api';

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly text: string;
}

/** A request and its response in this process, instead of a socket: the handler of an embedded API. */
export type Fetch = (request: Request) => Promise<Response>;

export interface Transport {
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

export function openTransport(fetch: Fetch | undefined): Transport {
  return fetch === undefined ? socketTransport() : handlerTransport(fetch);
}

/** undici is loaded at the first request only: a provider that merely tells its schema needs none. */
function socketTransport(): Transport {
  let pools: Promise<Pools> | undefined;
  return {
    async send({ url, method, headers, body, signal }) {
      pools ??= openPools();
      const { direct, proxied } = await pools;
      const { hostname, origin, pathname, search } = new URL(url);
      const dispatcher = isLoopback(hostname) ? direct : proxied;
      const path = pathname + search;
      const accepting = { 'accept-encoding': 'gzip', ...headers };
      const response = await dispatcher.request({ origin, path, method, headers: accepting, body, signal });
      const header = (name: string): string | undefined => [response.headers[name]].flat()[0];
      const isCompressed = header('content-encoding')?.trim().toLowerCase() === 'gzip';
      const text = isCompressed ? await gunzipped(await response.body.arrayBuffer()) : await response.body.text();
      return { status: response.statusCode, header, text };
    },
    async close() {
      const open = await pools;
      await Promise.all(open === undefined ? [] : [open.direct.close(), open.proxied.close()]);
    },
  };
}

async function gunzipped(body: ArrayBuffer): Promise<string> {
  // A response to HEAD, or one without a body, may carry the header, too.
  if (body.byteLength === 0) return '';
  const { gunzip } = await import('node:zlib');
  return new Promise((resolve, reject) => {
    gunzip(body, { maxOutputLength: MAX_RESPONSE_BYTES }, (error, text) => {
      if (error === null) {
        resolve(text.toString());
        return;
      }
      const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      const code = isTooLarge ? TOO_LARGE : 'EBADMSG';
      reject(Object.assign(new Error('the compressed response is broken', { cause: error }), { code }));
    });
  });
}

interface Pools {
  readonly direct: Dispatcher;
  /** Through HTTPS_PROXY or HTTP_PROXY, save for the hosts in NO_PROXY; without these the same as `direct`. */
  readonly proxied: Dispatcher;
}

async function openPools(): Promise<Pools> {
  const undici = await import('undici');
  const options = { maxResponseSize: MAX_RESPONSE_BYTES };
  const hasProxy = ['http_proxy', 'https_proxy'].some((name) => process.env[name] ?? process.env[name.toUpperCase()]);
  const direct = new undici.Agent(options);
  return { direct, proxied: hasProxy ? new undici.EnvHttpProxyAgent(options) : direct };
}

function handlerTransport(fetch: Fetch): Transport {
  return {
    async send({ url, method, headers, body, signal }) {
      const response = await unlessAborted(fetch(new Request(url, { method, headers, body: body ?? null })), signal);
      const text = await unlessAborted(response.text(), signal);
      return { status: response.status, header: (name) => response.headers.get(name) ?? undefined, text };
    },
    close: () => Promise.resolve(),
  };
}

/** `work`, or a rejection with the signal's reason if that is aborted first; the work itself goes on. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stopListening = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stopListening = whenAborted(signal, reject);
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    stopListening();
  }
}

/**
 * Calls `stop` with the signal's reason when it is aborted, immediately if it already is. The returned function undoes
 * this. A whole program often shares one signal. It gets one listener for any number of waiting calls, because Node
 * warns of a leak beyond ten.
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

/** The side that aborted a request. */
export type AbortCause = { readonly by: 'caller' } | { readonly by: 'timeout'; readonly timeoutMs: number };

/** The limits of one attempt. */
interface Limits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Grace period after the caller aborts. Milliseconds. */
  readonly graceMs: number;
}

interface TimeLimit {
  /** Aborted when the caller aborts or the time is over. */
  readonly signal: AbortSignal;
  /** Which of the two it was; `undefined` if neither. */
  abortCause(): AbortCause | undefined;
  clear(): void;
}

/** By hand, because `AbortSignal.any` keeps every short-lived signal tied to the caller's, which lives for hours. */
export function timeLimit({ signal: caller, timeoutMs, graceMs }: Limits): TimeLimit {
  const controller = new AbortController();
  let first: AbortCause | undefined;
  const abort = (cause: AbortCause, reason: unknown): void => {
    first ??= cause;
    controller.abort(reason);
  };
  const timer = setTimeout(() => abort({ by: 'timeout', timeoutMs }, new Error('time limit')), timeoutMs);
  let grace: NodeJS.Timeout | undefined;
  const stopListening = whenAborted(caller, (reason) => {
    const abortByCaller = (): void => abort({ by: 'caller' }, reason);
    if (graceMs > 0) grace = setTimeout(abortByCaller, graceMs);
    else abortByCaller();
  });
  return {
    signal: controller.signal,
    abortCause: () => first,
    clear() {
      clearTimeout(timer);
      clearTimeout(grace);
      stopListening();
    },
  };
}

/** No response of this API comes near this size; a larger one is not from this API. Bytes. */
export const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** The code of undici for a response above the limit. */
export const TOO_LARGE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE';

/** An error takes a few KiB; a longer one is a page of another service, and only its beginning is shown. Characters. */
export const MAX_ERROR_LENGTH = 64 * 1024;

/** The limit of Protocol Buffers, which the API uses. Code that walks through a value may recurse this deep. */
const MAX_NESTING = 100;

/** The code of an error whose response was nested too deeply: another attempt would get the same. */
export const NESTED_TOO_DEEPLY = 'ERR_RESPONSE_NESTING';

export const nestingProblem = `it is nested deeper than ${MAX_NESTING} levels, unlike any response of the API`;

/**
 * Returns true if JSON is nested deeper than the limit. Seen in the text: the value of 64 MiB of brackets would not fit
 * into memory.
 */
export function isNestedTooDeeply(json: string): boolean {
  let depth = 0;
  for (let i = 0; i < json.length; i++) {
    const character = json[i];
    if (character === '"') i = endOfString(json, i);
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth > MAX_NESTING) return true;
  }
  return false;
}

/** Where the string that begins at `start` ends. */
function endOfString(json: string, start: number): number {
  let i = start + 1;
  while (i < json.length && json[i] !== '"') i += json[i] === '\\' ? 2 : 1;
  return i;
}
