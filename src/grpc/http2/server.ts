/** Listens for connections of HTTP/2. */
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Connection } from './connection';
import type { Headers } from './hpack';
import type { ServerStream } from './stream';

/** Mutual TLS with exactly one client. */
export interface OneClient {
  readonly key: string;
  readonly certificate: string;
  readonly clientCertificate: string;
}

/** Emits `session` for each connection, and `stream` for each call. Without `tls` connections are plain text. */
export function createHttp2Server(tls?: OneClient): Server {
  const server =
    tls === undefined
      ? createServer()
      : createTlsServer({
          key: tls.key,
          cert: tls.certificate,
          ca: tls.clientCertificate,
          requestCert: true,
          rejectUnauthorized: true,
          minVersion: 'TLSv1.2',
          ALPNProtocols: ['h2'],
        });
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    const connection = new Connection(socket);
    connection.on('stream', (stream: ServerStream, headers: Headers) => server.emit('stream', stream, headers));
    server.emit('session', connection);
  });
  return server;
}
