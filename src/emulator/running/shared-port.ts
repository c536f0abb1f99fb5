/** Serves HTTP/1.1 and HTTP/2 without TLS at one port, and limits the resources of connections and requests. */
import { createServer, type RequestListener, type Server as HttpServer } from 'node:http';
import type { Server, Socket } from 'node:net';

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
  readonly server: HttpServer;
  /** Ends every connection and stops listening. */
  readonly close: () => Promise<void>;
}

/** HTTP/1.1 is for the listener, and HTTP/2 for a server that listens nowhere. */
export function createSharedPort(listener: RequestListener, http2: Server, limits = defaultLimits): SharedPort {
  const sockets = new Set<Socket>();
  const { connections, silenceMs, headersMs, requestMs, idleMs, checkMs } = limits;
  const timeouts = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: checkMs,
  };
  const server = createServer(timeouts, listener);
  server.maxConnections = connections;
  // This server listens itself, because its timeouts apply only then. The first bytes of a connection decide about its
  // protocol.
  const serveHttp1 = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    handOver(socket, silenceMs, (isHttp2) => {
      if (isHttp2) http2.emit('connection', socket);
      else for (const serve of serveHttp1) serve.call(server, socket);
    });
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
