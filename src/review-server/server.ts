/** The HTTP server: it limits the size, duration and number of requests, and hands them to the integrations. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Answer, Integration } from './integration';
import { createWorkQueue, type QueueLimits } from './work-queue';

/** A certificate and its private key in PEM format. */
export interface Credentials {
  readonly cert: string;
  readonly key: string;
}

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly integrations: readonly Integration[];
  /** Serves TLS. `changed` returns renewed credentials. @default plaintext */
  readonly tls?: { readonly credentials: Credentials; readonly changed: () => Credentials | undefined } | undefined;
  /** Receives one line for each request and for each piece of work. */
  readonly log: (line: string) => void;
  readonly limits?: Partial<QueueLimits>;
}

export interface RunningServer {
  /** For example `https://127.0.0.1:8443`. */
  readonly url: string;
  /** Stops: finishes the accepted work, and aborts it after half a minute. */
  readonly close: () => Promise<void>;
}

/** The largest request body. The services send some kilobytes. */
const LARGEST_BODY_BYTES = 1024 * 1024;
const LONGEST_REQUEST_MS = 15_000;
const MOST_CONNECTIONS = 256;
/** HCP Terraform waits ten minutes for a result. */
const LIMITS: QueueLimits = { running: 4, waiting: 64, longestMs: 5 * 60_000 };
const LONGEST_CLOSE_MS = 30_000;
const RENEWAL_CHECK_MS = 60_000;

const internalError: Answer = { status: 500, text: 'An internal error.' };

/** The path for checks of a load balancer. */
const HEALTH_PATH = '/healthz';

export async function startReviewServer(options: ServerOptions): Promise<RunningServer> {
  const { host, port, tls, log, limits } = options;
  const queue = createWorkQueue({ ...LIMITS, ...limits }, log);
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    void respond(request, options, queue.add)
      .catch(() => internalError)
      .then((answer) => {
        const busy = answer.status === 503 ? { 'retry-after': '30' } : {};
        response.writeHead(answer.status, {
          'content-type': 'text/plain; charset=utf-8',
          connection: 'close',
          ...busy,
        });
        response.end(`${answer.text}\n`);
      });
  };
  const server: Server | TlsServer =
    tls === undefined
      ? createServer(listener)
      : createTlsServer({ ...tls.credentials, minVersion: 'TLSv1.2' }, listener);
  server.headersTimeout = LONGEST_REQUEST_MS;
  server.requestTimeout = LONGEST_REQUEST_MS;
  server.maxConnections = MOST_CONNECTIONS;
  const renewal = setInterval(() => {
    const renewed = tls?.changed();
    if (renewed !== undefined) (server as TlsServer).setSecureContext(renewed);
  }, RENEWAL_CHECK_MS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch((error: unknown) => {
    clearInterval(renewal);
    throw error;
  });
  const { port: used } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${name}:${used}`,
    async close() {
      clearInterval(renewal);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await queue.close(LONGEST_CLOSE_MS);
      server.closeAllConnections();
      await closed;
    },
  };
}

async function respond(
  request: IncomingMessage,
  { integrations, log }: ServerOptions,
  add: (work: NonNullable<Answer['work']>) => boolean,
): Promise<Answer> {
  const [path = ''] = (request.url ?? '').split('?');
  if (path === HEALTH_PATH) return { status: 200, text: 'ok' };
  const integration = integrations.find((one) => one.path === path);
  if (integration === undefined) return { status: 404, text: 'Nothing is served at this path.' };
  const answer = await answerOf(request, integration, add);
  log(`${integration.path}: ${answer.status} ${answer.text}`);
  return answer;
}

async function answerOf(
  request: IncomingMessage,
  integration: Integration,
  add: (work: NonNullable<Answer['work']>) => boolean,
): Promise<Answer> {
  if (request.method !== 'POST') return { status: 405, text: 'Only POST is allowed at this path.' };
  const body = await bodyOf(request);
  if (body === undefined) return { status: 413, text: 'The request is incomplete or too large.' };
  const answer = integration.receive({ headers: request.headers, body });
  if (answer.work === undefined || add(answer.work)) return answer;
  return { status: 503, text: 'Too many reviews are waiting. Try again later.' };
}

/** Returns the body; `undefined` if it is too large, or its connection ended. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > LARGEST_BODY_BYTES) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}
