/**
 * One request, one answer, over a socket (undici, one pool with keep-alive) or into a handler in this process. Redirects
 * are not followed: the token must not travel to another host.
 */
import type { Dispatcher, request } from 'undici';
import { unlessAborted } from './abortable';
import { isLoopback } from './base-url';
import type { Fetch } from './options';

export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

export interface WireAnswer {
  readonly status: number;
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly text: string;
}

export interface Transport {
  send(request: WireRequest): Promise<WireAnswer>;
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
