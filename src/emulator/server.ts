/** The emulator at a socket. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createEmulator, type Emulator } from './emulator';
import type { EmulatorOptions } from './options';
import { readSeedFile } from './seed';

export interface ServerOptions extends EmulatorOptions {
  /** @default 0, any free port */
  readonly port?: number;
  /** @default '127.0.0.1' */
  readonly host?: string;
  /** A YAML or JSON file with the seed, in the place of `seed`. */
  readonly seedFile?: string | undefined;
}

export interface RunningEmulator {
  /** Where the API is reached: the audience of its tokens. */
  readonly baseUrl: string;
  /** Where tokens are exchanged. */
  readonly authUrl: string;
  /** The administrator's token. It does not expire. */
  readonly token: string;
  readonly rootGroupUid: string;
  readonly emulator: Emulator;
  /** Ends open connections, closes the socket and the data. */
  readonly close: () => Promise<void>;
}

/** Starts an emulator and listens. Rejects with an `Error` if the port is taken. */
export async function startEmulator(options: ServerOptions = {}): Promise<RunningEmulator> {
  const { port = 0, host = '127.0.0.1', seedFile } = options;
  const emulator = createEmulator({ ...options, ...(seedFile !== undefined && { seed: readSeedFile(seedFile) }) });
  const server = createServer((incoming, outgoing) => void serve(emulator, incoming, outgoing));
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    emulator.close();
    throw new Error(`The emulator cannot listen at ${host}:${port}: ${(error as Error).message}`, { cause: error });
  }
  const address = server.address() as AddressInfo;
  const baseUrl = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
  emulator.reachedAt(baseUrl);
  return {
    baseUrl,
    authUrl: baseUrl,
    token: await emulator.administratorToken(),
    rootGroupUid: emulator.rootGroupUid,
    emulator,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      emulator.close();
    },
  };
}

async function serve(emulator: Emulator, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const request = requestOf(incoming);
  const response = await emulator.handle(request);
  // What was not read of the body would be taken for the next request.
  if (!incoming.complete && incoming.method !== 'GET') outgoing.setHeader('connection', 'close');
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

function requestOf(incoming: IncomingMessage): Request {
  const { method = 'GET', headers, url = '/' } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  return new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), {
    method,
    headers: pairs,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
  });
}
