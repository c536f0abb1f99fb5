/**
 * HTTP: sends one request and reads its response, over a socket (undici, one pool with keep-alive) or with a handler in this
 * process. Does not follow redirects: the token must not go to another host.
 */
import type { Dispatcher } from 'undici';
import { unlessAborted } from './abort';
import { isLoopback } from '../../model/api';
import { decodeBody, unreadableEncoding } from './content-encoding';
import { openProxy } from './proxy';
import { MAX_RESPONSE_BYTES } from './response-limits';

/**
 * The progress of a request. `prepared`: not sent. `dispatched`: given to the HTTP client or the handler, which report failures
 * to connect. `begun`: the HTTP client writes, so that the service may execute the request. Handlers do not report it.
 */
export type RequestProgress = 'prepared' | 'dispatched' | 'begun';

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
  /** Called for each progress after `prepared`, before it is made. */
  readonly report: (progress: RequestProgress) => void;
}

export interface HttpResponse {
  readonly status: number;
  /** Returns a header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly text: string;
  /** The content encoding of the body if the client cannot read it. The text is then empty. */
  readonly unreadable?: string | undefined;
}

/** Handles a request in this process instead of a socket, for example an emulator. */
export type Fetch = (request: Request) => Promise<Response>;

export interface Transport {
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

export function openTransport(fetch: Fetch | undefined): Transport {
  return fetch === undefined ? socketTransport() : handlerTransport(fetch);
}

/** Loaded at the first request: a provider that only returns its schema does not need it. */
export const loadUndici = () => import('undici');

function socketTransport(): Transport {
  let pools: Promise<Pools> | undefined;
  return {
    async send({ url, method, headers, body, signal, report }) {
      pools ??= openPools();
      const { hostname, origin, pathname, search } = new URL(url);
      const open = await pools;
      const dispatcher = isLoopback(hostname) ? open.direct : open.proxied();
      const path = pathname + search;
      const accepting = { 'accept-encoding': 'gzip', ...headers };
      report('dispatched');
      const response = await dispatcher.request({
        ...{ origin, path, method, headers: accepting, body, signal },
        opaque: () => report('begun'),
      });
      const header = (name: string): string | undefined => [response.headers[name]].flat()[0];
      const encoding = header('content-encoding');
      const unreadable = unreadableEncoding(encoding);
      const text =
        encoding === undefined
          ? await response.body.text()
          : await decodeBody(await response.body.arrayBuffer(), encoding);
      return { status: response.statusCode, header, text, unreadable };
    },
    async close() {
      const open = await pools?.catch(() => undefined);
      await open?.close();
    },
  };
}

interface Pools {
  readonly direct: Dispatcher;
  /**
   * Returns the proxy of HTTPS_PROXY or HTTP_PROXY, except for the hosts in NO_PROXY. Without these variables, returns
   * `direct`. This machine is reached without a proxy, so that a variable that cannot be read does not matter there.
   */
  readonly proxied: () => Dispatcher;
  readonly close: () => Promise<void>;
}

async function openPools(): Promise<Pools> {
  const undici = await loadUndici();
  const options = { maxResponseSize: MAX_RESPONSE_BYTES };
  const direct = reportingFirstByte(new undici.Agent(options));
  let proxied: Dispatcher | undefined;
  const openProxied = (): Dispatcher => {
    const proxy = openProxy(undici, options);
    return proxy === undefined ? direct : reportingFirstByte(proxy);
  };
  return {
    direct,
    proxied: () => (proxied ??= openProxied()),
    close: async () =>
      void (await Promise.all([direct, ...(proxied === undefined ? [] : [proxied])].map((each) => each.close()))),
  };
}

/** undici calls it when it has a connection, immediately before it writes the request. */
interface ConnectHandler {
  onConnect?: (abort: (error?: Error) => void) => void;
}

function reportingFirstByte(dispatcher: Dispatcher): Dispatcher {
  const dispatch = dispatcher.dispatch.bind(dispatcher);
  dispatcher.dispatch = (options: Dispatcher.DispatchOptions & { readonly opaque?: () => void }, handler) => {
    const hooks = handler as ConnectHandler;
    const connect = hooks.onConnect?.bind(handler);
    hooks.onConnect = (abort) => {
      options.opaque?.();
      connect?.(abort);
    };
    return dispatch(options, handler);
  };
  return dispatcher;
}

function handlerTransport(fetch: Fetch): Transport {
  return {
    async send({ url, method, headers, body, signal, report }) {
      const request = new Request(url, { method, headers, body: body ?? null });
      report('dispatched');
      const response = await unlessAborted(fetch(request), signal);
      const text = await unlessAborted(response.text(), signal);
      return { status: response.status, header: (name) => response.headers.get(name) ?? undefined, text };
    },
    close: () => Promise.resolve(),
  };
}
