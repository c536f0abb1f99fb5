/**
 * A request from a socket, as the API reads it. Its parts are created on demand: the objects of `fetch`, with a rarely
 * used signal for each request, would cost more than the request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiRequest } from '../wire/messages';

/** `undefined` for a method that no `Request` can have. */
export function incomingRequest(incoming: IncomingMessage, outgoing: ServerResponse): ApiRequest | undefined {
  const { method = 'GET', headers } = incoming;
  if (forbidden.has(method)) return undefined;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const mayHaveBody = method !== 'GET' && method !== 'HEAD' && hasBody;
  let gone: AbortController | undefined;
  return {
    method,
    url: getUrl(incoming),
    headers: {
      get: (name) => toText(headers[name.toLowerCase()]) ?? null,
      [Symbol.iterator]: () =>
        Object.entries(headers)
          .flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, toText(value) ?? '']]))
          .values(),
    },
    // A partial read leaves the connection for the response.
    body: mayHaveBody ? (incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) : null,
    get signal() {
      gone ??= closedSignal(outgoing);
      return gone.signal;
    },
  };
}

/** The methods that `fetch` forbids. */
const forbidden = new Set(['CONNECT', 'TRACE', 'TRACK']);

function toText(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.join(', ') : value;
}

/** Aborts when the response is closed, immediately if it already is. */
function closedSignal(outgoing: ServerResponse): AbortController {
  const controller = new AbortController();
  if (outgoing.destroyed) controller.abort();
  else outgoing.once('close', () => controller.abort());
  return controller;
}

function getUrl({ url = '/', headers }: IncomingMessage): string {
  const path = url.startsWith('/') ? url : '/';
  const asked = `http://${headers.host ?? ''}${path}`;
  return URL.canParse(asked) ? asked : `http://localhost${path}`;
}
