/** Something between the provider and the API that answers in its place, breaks what comes back, or breaks the connection. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** The fate of a request: a response of the proxy, a cut connection, or (`undefined`) the API itself. */
export type Meets =
  | {
      readonly status: number;
      readonly body: string;
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | 'cut before'
  | 'cut after'
  /** The API serves it; its answer is held back as long (in milliseconds), or until something has happened. */
  | { readonly heldBackMs: number }
  | { readonly heldBackUntil: Promise<void> }
  /** The API serves it; what it answers is changed on the way back. */
  | { readonly rewritten: (body: string) => string }
  /** The API serves it; its response is compressed on the way back. */
  | { readonly compressed: keyof typeof compressions }
  /** The API serves another one in its place. */
  | { readonly forwarded: (path: string) => string }
  | undefined;

const compressions = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };

export interface FaultProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** The responses of the API. */
export interface Served {
  readonly method: string;
  readonly path: string;
  readonly sent: string;
  readonly status: number;
  /** The part of the response that reaches the client; undefined if the connection is cut. */
  readonly received: string | undefined;
}

export interface ProxyOptions {
  /** Gets what the API has served, before the client gets it. */
  readonly served?: (exchange: Served) => void;
  /** The path that the API serves instead of another, for any fate. */
  readonly forwarded?: (path: string) => string;
  /** The encoding of responses that no fate decides. */
  readonly encoding?: () => keyof typeof compressions | undefined;
}

/** Forwards to `target` everything that `meets` does not decide. */
export async function startFaultProxy(
  target: string,
  meets: (request: { readonly method: string; readonly path: string }) => Meets,
  { served, forwarded = (path) => path, encoding: usual = () => undefined }: ProxyOptions = {},
): Promise<FaultProxy> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { method = 'GET', url = '/' } = incoming;
      const meeting = meets({ method, path: url });
      if (meeting === 'cut before') return incoming.socket.destroy();
      if (typeof meeting === 'object' && 'status' in meeting) {
        incoming.resume();
        return outgoing
          .writeHead(meeting.status, { 'content-type': meeting.contentType ?? 'application/json', ...meeting.headers })
          .end(meeting.body);
      }
      const body = await bodyOf(incoming);
      const headers = { authorization: incoming.headers.authorization ?? '', 'content-type': 'application/json' };
      const path = forwarded(typeof meeting === 'object' && 'forwarded' in meeting ? meeting.forwarded(url) : url);
      const answer = await fetch(`${target}${path}`, { method, headers, ...(body.length > 0 && { body }) });
      const text = await answer.text();
      const rewritten = typeof meeting === 'object' && 'rewritten' in meeting ? meeting.rewritten : undefined;
      const received = meeting === 'cut after' ? undefined : (rewritten?.(text) ?? text);
      served?.({ method, path, sent: body.toString(), status: answer.status, received });
      if (received === undefined) return incoming.socket.destroy();
      const isHeldBack = typeof meeting === 'object' && 'heldBackMs' in meeting;
      if (isHeldBack) await new Promise((resolve) => setTimeout(resolve, meeting.heldBackMs).unref());
      if (typeof meeting === 'object' && 'heldBackUntil' in meeting) await meeting.heldBackUntil;
      const encoding = typeof meeting === 'object' && 'compressed' in meeting ? meeting.compressed : usual();
      return outgoing
        .writeHead(answer.status, {
          'content-type': 'application/json',
          ...(encoding !== undefined && { 'content-encoding': encoding }),
        })
        .end(encoding === undefined ? received : compressions[encoding](received));
    })().catch((error: unknown) => outgoing.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
