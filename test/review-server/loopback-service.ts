/** A fake of a service on the loopback interface. It records the requests, and answers as the test says. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fetch } from '../../src/review-server/outbound';

export interface Recorded {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly host: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answered {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LoopbackService {
  readonly requests: Recorded[];
  /** Sends requests for any HTTPS host to this service. */
  readonly fetch: Fetch;
  readonly close: () => Promise<void>;
}

export async function startLoopbackService(answer: (request: Recorded) => Answered): Promise<LoopbackService> {
  const requests: Recorded[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const host = String(headers['x-test-host']);
      const recorded = { method, path, host, headers, body: Buffer.concat(chunks).toString() };
      requests.push(recorded);
      const { status, body = '', headers: sent = {} } = answer(recorded);
      response.writeHead(status, sent).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    fetch: (url, init) => {
      const { protocol, host, pathname, search } = new URL(url);
      if (protocol !== 'https:') throw new Error(`${protocol} is not HTTPS.`);
      const headers = { ...(init.headers as Record<string, string>), 'x-test-host': host };
      return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { ...init, headers });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
