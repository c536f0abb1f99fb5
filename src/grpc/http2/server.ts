/** Listens for connections of HTTP/2. */
import { createServer, type Server, type Socket } from 'node:net';
import type { TLSSocket, TlsOptions } from 'node:tls';
import { Connection } from './connection';
import type { Headers } from './hpack';
import type { ServerStream } from './stream';

/** Mutual TLS with exactly one client. */
export interface OneClient {
  readonly key: string;
  readonly certificate: string;
  readonly clientCertificate: string;
}

/**
 * Emits `session` for each connection, and `stream` for each call. Without `tls` connections are plain text. Loads TLS with the
 * first connection, or now if `isEager`: that takes as long as everything else before the handshake line.
 */
export function createHttp2Server(tls?: OneClient, isEager = false): Server {
  const server = createServer();
  const begin = (socket: Socket): void => {
    const connection = new Connection(socket);
    connection.on('stream', (stream: ServerStream, headers: Headers) => server.emit('stream', stream, headers));
    server.emit('session', connection);
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
  let secured = isEager ? secure() : undefined;
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
