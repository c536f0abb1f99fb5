/** Listens for connections of HTTP/2: in plain text, or with TLS for exactly one client. */
import { createServer, type Server, type Socket } from 'node:net';
import type { ServerOptions } from 'node:http2';
import type { TLSSocket, TlsOptions } from 'node:tls';
import type { Env } from './handshake';

/** Mutual TLS with exactly one client. */
export interface OneClient {
  readonly key: string;
  readonly certificate: string;
  readonly clientCertificate: string;
}

const MIB = 1024 * 1024;

/** The bytes that a client may send ahead in all calls together. */
const CONNECTION_WINDOW = 64 * MIB;

const http2Options: ServerOptions = {
  settings: {
    // A large state arrives without a round trip for each 64 KiB.
    initialWindowSize: 4 * MIB,
    // Far above the parallelism of any run. A client waits before it opens another call.
    maxConcurrentStreams: 4000,
    enablePush: false,
  },
  // In MB. By default, calls are refused beyond 10, which large states in parallel reach.
  maxSessionMemory: 1024,
};

/**
 * Emits `session` for each connection, and `stream` for each call. Without `tls` connections are plain text. Loads HTTP/2 and TLS
 * with the first connection, because that takes as long as everything else before the handshake line; with options of Node, which
 * can make TLS fail, it loads TLS now, because Terraform shows only what happens before that line.
 */
export function createPluginServer(env: Env, tls?: OneClient): Server {
  const server = createServer();
  const begin = (socket: Socket): void => {
    const session = process.getBuiltinModule('node:http2').performServerHandshake(socket, http2Options);
    session.setLocalWindowSize(CONNECTION_WINDOW);
    session.on('stream', (stream, headers) => server.emit('stream', stream, headers));
    server.emit('session', session);
  };
  if (tls === undefined) return server.on('connection', begin);
  const secure = (): Server =>
    createTlsServer(tls)
      .on('secureConnection', (socket: TLSSocket) => {
        if (isExpected(socket, tls)) begin(socket);
        else {
          socket.destroy();
          server.emit('tlsClientError', new Error('the client has another certificate than the expected one'));
        }
      })
      .on('tlsClientError', (error) => server.emit('tlsClientError', error));
  let secured = env['NODE_OPTIONS'] ? secure() : undefined;
  return server.on('connection', (socket) => (secured ??= secure()).emit('connection', socket));
}

/** Leaves the comparison of certificates to `isExpected`: as soon as there is an authority, Node loads all that it knows. */
function createTlsServer({ key, certificate }: OneClient): Server {
  const options: TlsOptions = {
    key,
    cert: certificate,
    ca: [],
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['h2'],
  };
  return process.getBuiltinModule('node:tls').createServer(options);
}

/** Returns true for a client with exactly the expected certificate. TLS has proved that it has the key. */
function isExpected(socket: TLSSocket, { clientCertificate }: OneClient): boolean {
  const { X509Certificate } = process.getBuiltinModule('node:crypto');
  const expected = new X509Certificate(clientCertificate).raw;
  return socket.getPeerX509Certificate()?.raw.equals(expected) === true;
}
