/**
 * HTTP: sends one request and reads its response, over a socket (undici, one pool with keep-alive) or with a handler in this
 * process. Does not follow redirects: the token must not go to another host.
 */
import type { Dispatcher } from 'undici';
import { unlessAborted } from './abort';
import { isLoopback } from '../../api';
import { MAX_RESPONSE_BYTES, TOO_LARGE } from './response-limits';

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** Returns a header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly text: string;
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

/** undici is loaded at the first request: a provider that only returns its schema does not need it. */
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
  // A response to HEAD, or a response without a body, can also have the header.
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
  /**
   * Returns the proxy of HTTPS_PROXY or HTTP_PROXY, except for the hosts in NO_PROXY. Without these variables, returns
   * `direct`.
   */
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
