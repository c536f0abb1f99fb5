/** Something between the provider and the API that answers in its place, breaks what comes back, or breaks the connection. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a request meets: an answer of the proxy's own, a cut connection, or (`undefined`) the API itself. */
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
  | undefined;

export interface FaultProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Forwards to `target` whatever `meets` does not decide. */
export async function startFaultProxy(
  target: string,
  meets: (request: { readonly method: string; readonly path: string }) => Meets,
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
      const answer = await fetch(`${target}${url}`, { method, headers, ...(body.length > 0 && { body }) });
      const text = await answer.text();
      if (meeting === 'cut after') return incoming.socket.destroy();
      const isHeldBack = meeting !== undefined && 'heldBackMs' in meeting;
      if (isHeldBack) await new Promise((resolve) => setTimeout(resolve, meeting.heldBackMs).unref());
      if (meeting !== undefined && 'heldBackUntil' in meeting) await meeting.heldBackUntil;
      const shown = meeting !== undefined && 'rewritten' in meeting ? meeting.rewritten(text) : text;
      return outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(shown);
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
