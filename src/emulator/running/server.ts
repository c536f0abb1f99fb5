/** The emulator at a socket, in this thread. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeNumber } from '../../api';
import { declarations } from '../../resources';
import { createApiServer } from '../grpc/server';
import { readSeedFile } from '../seed/seed';
import { bareError, errorResponse, type ApiResponse } from '../wire/messages';
import { createEmulator, type Emulator, type EmulatorOptions } from './emulator';
import { incomingRequest } from './incoming-request';
import { createHostCheck, type CheckHost } from './known-hosts';
import { createSharedPort } from './shared-port';

export interface ServerOptions extends EmulatorOptions {
  /** @default 0, any free port */
  readonly port?: number;
  /** @default '127.0.0.1' */
  readonly host?: string;
  /** A YAML or JSON file with the seed, instead of `seed`. */
  readonly seedFile?: string | undefined;
  /**
   * A further name for the gRPC package `platform`, for SDKs that have the same messages in another one: `example.cloud` also
   * serves `example.cloud.iam.v2beta1.GroupsService`.
   */
  readonly grpcPackage?: string | undefined;
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

/** Makes an emulator and listens. Rejects with an `Error` if the port is taken, or another emulator has the data file. */
export async function listen(options: ServerOptions): Promise<ListeningEmulator> {
  const { seedFile } = options;
  const seed = seedFile === undefined ? options.seed : readSeedFile(seedFile);
  const { delay = options.keepProcessAlive === true ? undefined : idleDelay } = options;
  const emulator = createEmulator({ ...options, seed, ...(delay && { delay }) });
  try {
    const { baseUrl, close } = await openPort(emulator, options);
    emulator.reachedAt(baseUrl);
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
  { port = 0, host = '127.0.0.1', publicUrls = [], keepProcessAlive = false, grpcPackage }: ServerOptions,
): Promise<{ readonly baseUrl: string; readonly close: () => Promise<void> }> {
  const checkHost = createHostCheck({ host, publicUrls });
  const { server, close } = createSharedPort(
    (incoming, outgoing) => void serve(emulator, checkHost, incoming, outgoing),
    createApiServer({ ...emulator, declarations, grpcPackage, checkHost }),
  );
  server.on('clientError', (_error, socket) => respondBadRequest(socket));
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
  return { baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`, close };
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
    outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    // Discards the unread rest: a client that is still sending does not read a response.
    incoming.resume();
  } catch {
    // A fault cut the connection, or the client is disconnected.
    incoming.socket.destroy();
  }
}

/** Requests that Node could not read (headers without end, not HTTP) get the response of any other bad request. */
function respondBadRequest(socket: Duplex): void {
  if (!socket.writable) return;
  const body = JSON.stringify({ code: codeNumber('INVALID_ARGUMENT'), message: 'Bad Request', details: [] });
  const head = ['HTTP/1.1 400 Bad Request', 'content-type: application/json', 'connection: close'];
  socket.end(`${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function hostProblem(checkHost: CheckHost, { headers, socket }: IncomingMessage): ApiResponse | undefined {
  try {
    checkHost(headers.host, socket.localAddress);
    return undefined;
  } catch (error) {
    return errorResponse(error, 'iam');
  }
}

const notUnderstood = () => bareError('UNIMPLEMENTED', 'Method Not Allowed');
