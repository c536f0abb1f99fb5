/** Serves HTTP/1.1 and HTTP/2 at one port, with or without TLS, and limits the resources of connections and requests. */
import { createServer, type RequestListener, type Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Server, Socket } from 'node:net';
import type { CertificateFiles } from './certificate-files';

export interface PortLimits {
  /** The maximum number of connections; further ones are dropped. */
  readonly connections: number;
  /** The time limit of a silent connection before its first request. Milliseconds. */
  readonly silenceMs: number;
  /** The time limit for receiving the headers of a request. Milliseconds. */
  readonly headersMs: number;
  /** The same for a whole request. Milliseconds. */
  readonly requestMs: number;
  /**
   * The time that a connection stays open between two requests, announced to clients. Node's own 5 s are so short that
   * a busy client often sends its next request just when the connection is closed. Milliseconds.
   */
  readonly idleMs: number;
  /** The interval of these two checks. Milliseconds. */
  readonly checkMs: number;
}

const defaultLimits: PortLimits = {
  connections: 2_000,
  silenceMs: 60_000,
  headersMs: 15_000,
  requestMs: 60_000,
  idleMs: 60_000,
  checkMs: 5_000,
};

export interface SharedPort {
  /** To `listen` with. */
  readonly server: HttpServer | HttpsServer;
  /** Ends every connection and stops listening. */
  readonly close: () => Promise<void>;
}

/**
 * HTTP/1.1 is for the listener, and HTTP/2 for a server that listens nowhere, which the first such connection creates. With
 * `certificate`, all connections use TLS.
 */
export function createSharedPort(
  listener: RequestListener,
  createHttp2: () => Server,
  { limits = defaultLimits, certificate }: { readonly limits?: PortLimits; readonly certificate?: CertificateFiles },
): SharedPort {
  const sockets = new Set<Socket>();
  const { connections, silenceMs, headersMs, requestMs, idleMs, checkMs } = limits;
  const timeouts = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: checkMs,
  };
  const server =
    certificate === undefined
      ? createServer(timeouts, listener)
      : createSecureServer(certificate, { ...timeouts, handshakeTimeout: headersMs }, listener);
  server.maxConnections = connections;
  // This server listens itself, because its timeouts apply only then. The first bytes of a connection decide about its
  // protocol.
  const opened = certificate === undefined ? 'connection' : 'secureConnection';
  let http2: Server | undefined;
  const serveHttp1 = server.listeners(opened) as ((socket: Socket) => void)[];
  server.removeAllListeners(opened).on(opened, (socket: Socket) => {
    handOver(socket, silenceMs, (isHttp2) => {
      if (isHttp2) (http2 ??= createHttp2()).emit('connection', socket);
      else for (const serve of serveHttp1) serve.call(server, socket);
    });
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  return {
    server,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/**
 * HTTP/1.1 comes first: a client that offers both protocols sends REST requests, and HTTP/2 serves only gRPC here. A gRPC
 * client offers only HTTP/2.
 */
const ALPN_PROTOCOLS = ['http/1.1', 'h2'];

function createSecureServer(certificate: CertificateFiles, timeouts: object, listener: RequestListener): HttpsServer {
  const options = { ...timeouts, ...certificate.credentials, ALPNProtocols: ALPN_PROTOCOLS };
  const server = process.getBuiltinModule('node:https').createServer(options, listener);
  // Before the listener that starts the handshake, so that this connection has the new certificate.
  return server.prependListener('connection', () => {
    const renewed = certificate.readIfChanged();
    if (renewed !== undefined) server.setSecureContext(renewed);
  });
}

/** An HTTP/2 client begins with "PRI", which no HTTP/1.1 request does (RFC 9113 §3.4). */
const preface = Buffer.from('PRI');

function handOver(socket: Socket, silenceMs: number, serve: (isHttp2: boolean) => void): void {
  let start = Buffer.alloc(0);
  const giveUp = () => void socket.destroy();
  const look = () => {
    start = Buffer.concat([start, (socket.read() as Buffer | null) ?? Buffer.alloc(0)]);
    // The first bytes may come one by one.
    if (start.length < preface.length && start.equals(preface.subarray(0, start.length))) return;
    socket.off('readable', look).off('end', giveUp).off('timeout', giveUp).off('error', giveUp).setTimeout(0);
    socket.unshift(start);
    const isHttp2 = start.subarray(0, preface.length).equals(preface);
    // As HTTP servers have it: only a client of HTTP/1.1 that has finished sending may still wait for a response.
    socket.allowHalfOpen = !isHttp2;
    serve(isHttp2);
  };
  socket.on('readable', look).on('end', giveUp).on('timeout', giveUp).on('error', giveUp).setTimeout(silenceMs);
}
