/** From what Node hands over to a Request. */
import type { IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES } from './http/request-body';

/**
 * The request with its whole body; of a body that is too large only so much that it shows. Throws a `TypeError` for a
 * method that no Request can have.
 */
export async function requestOf(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const { method = 'GET', headers } = incoming;
  const body = await bodyOf(incoming);
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  const mayHaveBody = method !== 'GET' && method !== 'HEAD' && body.byteLength > 0;
  return new Request(urlOf(incoming), { method, headers: pairs, signal, ...(mayHaveBody && { body }) });
}

async function bodyOf(incoming: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Read to its end in any case: a client that is still sending does not hear an answer.
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    size += chunk.byteLength;
  }
  return Buffer.concat(chunks);
}

function urlOf({ url = '/', headers }: IncomingMessage): string {
  const path = url.startsWith('/') ? url : '/';
  const asked = `http://${headers.host ?? ''}${path}`;
  return URL.canParse(asked) ? asked : `http://localhost${path}`;
}
