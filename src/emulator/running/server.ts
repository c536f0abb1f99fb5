/** The emulator at a socket, in this thread. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { codeNumber, isLoopback } from '../../model/api';
import { declarations } from '../../model/kinds';
import type { CompressionFault } from '../faults/fault';
import { createApiServer } from '../grpc/server';
import { readSeedFile } from '../seed/seed';
import { bareError, errorResponse, type ServedResponse } from '../wire/messages';
import { openCertificateFiles, type TlsFiles } from './certificate-files';
import { createEmulator, type Emulator, type EmulatorOptions } from './emulator';
import { incomingRequest } from './incoming-request';
import { createHostCheck, type CheckHost } from './known-hosts';
import { createSharedPort } from './shared-port';

export interface ServerOptions extends EmulatorOptions {
  /** @default 0, any free port */
  readonly port?: number;
  /** The address to listen at. Other machines reach an address that is not loopback. @default '127.0.0.1' */
  readonly host?: string;
  /** Serves TLS with this certificate. The files are read again when they change. @default no TLS */
  readonly tls?: TlsFiles | undefined;
  /**
   * Listens at an address that is not loopback without TLS, for a proxy that terminates TLS. Without a proxy, the
   * network can read all tokens.
   * @default false
   */
  readonly allowPlaintext?: boolean | undefined;
  /** A YAML or JSON file with the seed, instead of `seed`. */
  readonly seedFile?: string | undefined;
  /**
   * True if the process stays up until the emulator is closed. Without it, a test that fails before it closes its
   * emulator does not keep the test run alive.
   * @default false
   */
  readonly keepProcessAlive?: boolean;
}

/** The properties of a listening emulator that never change. */
export interface Facts {
  /** The address of the API, which is the audience of its tokens. */
  readonly baseUrl: string;
  /** The address of the token exchange. */
  readonly authUrl: string;
  /** The administrator's token. It does not expire. */
  readonly token: string;
  /** The first root group of the seed. */
  readonly rootGroupUid: string;
  /** The identity that `token` speaks for: it owns every root group of the seed. */
  readonly administratorUid: string;
  /** The `iss` of the tokens of the emulator's own OIDC issuer. */
  readonly oidcIssuer: string;
}

export interface ListeningEmulator {
  readonly emulator: Emulator;
  readonly facts: Facts;
  /** Ends open connections, closes the socket and the data. */
  readonly close: () => Promise<void>;
}

/**
 * Makes an emulator and listens. Rejects with an `Error` if the port is taken, another emulator has the data file, the
 * certificate cannot be used, or other machines could connect without TLS.
 */
export async function listenOnHost(options: ServerOptions): Promise<ListeningEmulator> {
  const { seedFile, host = '127.0.0.1', tls, allowPlaintext = false } = options;
  if (!isLoopback(host) && tls === undefined && !allowPlaintext)
    throw new Error(
      `Cannot listen at ${host}: without TLS, the network can read all tokens. Set tls, or allowPlaintext behind a proxy that terminates TLS.`,
    );
  const seed = seedFile === undefined ? options.seed : readSeedFile(seedFile);
  const { delay = options.keepProcessAlive === true ? undefined : idleDelay } = options;
  const emulator = createEmulator({ ...options, seed, ...(delay && { delay }) });
  try {
    const { baseUrl, close } = await openPort(emulator, options);
    emulator.reachedAt(baseUrl, !isLoopback(host));
    const { rootGroupUid, administratorUid } = emulator;
    const [token, oidcIssuer] = [await emulator.administratorToken(), emulator.oidcIssuer()];
    return {
      emulator,
      facts: { baseUrl, authUrl: baseUrl, token, rootGroupUid, administratorUid, oidcIssuer },
      close: async () => {
        await close();
        emulator.close();
      },
    };
  } catch (error) {
    emulator.close();
    throw error;
  }
}

/** Delays a request without blocking the process: only the client waits. */
const idleDelay = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false });

async function openPort(
  emulator: Emulator,
  { port = 0, host = '127.0.0.1', tls, publicUrls = [], keepProcessAlive = false }: ServerOptions,
): Promise<{ readonly baseUrl: string; readonly close: () => Promise<void> }> {
  const scheme = tls === undefined ? 'http' : 'https';
  const checkHost = createHostCheck({ host, scheme, publicUrls });
  const { server, close } = createSharedPort(
    (incoming, outgoing) => void serve(emulator, checkHost, incoming, outgoing),
    () => createApiServer({ ...emulator, declarations, checkHost }),
    { ...(tls && { certificate: openCertificateFiles(tls) }) },
  );
  server.on('clientError', (_error: Error, socket: Duplex) => respondBadRequest(socket));
  if (!keepProcessAlive) server.unref().on('connection', (socket: Socket) => socket.unref());
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    throw new Error(`The emulator cannot listen at ${host}:${port}: ${(error as Error).message}`, { cause: error });
  }
  const address = server.address() as AddressInfo;
  return { baseUrl: getBaseUrl(scheme, host, address.port, publicUrls), close };
}

/** The addresses that mean all addresses of a machine. Clients cannot connect to them. */
const WILDCARDS: readonly string[] = ['0.0.0.0', '::'];

function getBaseUrl(scheme: string, host: string, port: number, [publicUrl]: readonly string[]): string {
  if (!WILDCARDS.includes(host)) return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return publicUrl?.replace(/\/+$/, '') ?? `${scheme}://localhost:${port}`;
}

async function serve(
  emulator: Emulator,
  checkHost: CheckHost,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const request = incomingRequest(incoming, outgoing);
    const problem = hostProblem(checkHost, incoming);
    const response = problem ?? (request === undefined ? notUnderstood() : await emulator.serve(request));
    const { status, headers, body } = response;
    const bytes = compressed(body, headers['content-encoding']);
    outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(bytes) }).end(bytes);
    // Discards the unread rest: a client that is still sending does not read a response.
    incoming.resume();
  } catch {
    // A fault cut the connection, or the client is disconnected.
    incoming.socket.destroy();
  }
}

const compressions: Readonly<Record<NonNullable<CompressionFault['encoding']>, (body: string) => Buffer>> = {
  gzip: (body) => gzipSync(body),
  br: (body) => brotliCompressSync(body),
  deflate: (body) => deflateSync(body),
};

function compressed(body: string, encoding: string | undefined): string | Buffer {
  const compress = Object.entries(compressions).find(([name]) => name === encoding)?.[1];
  return compress?.(body) ?? body;
}

/** Requests that Node could not read (headers without end, not HTTP) get the response of any other bad request. */
function respondBadRequest(socket: Duplex): void {
  if (!socket.writable) return;
  const body = JSON.stringify({ code: codeNumber('INVALID_ARGUMENT'), message: 'Bad Request', details: [] });
  const head = ['HTTP/1.1 400 Bad Request', 'content-type: application/json', 'connection: close'];
  socket.end(`${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function hostProblem(checkHost: CheckHost, { headers, socket }: IncomingMessage): ServedResponse | undefined {
  try {
    checkHost(headers.host, socket.localAddress);
    return undefined;
  } catch (error) {
    return errorResponse(error, 'iam');
  }
}

const notUnderstood = () => bareError('UNIMPLEMENTED', 'Method Not Allowed');
