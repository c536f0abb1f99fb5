/**
 * One port for HTTP/1.1 and HTTP/2 without TLS: an HTTP/2 client begins with "PRI", which no HTTP/1.1 request does
 * (RFC 9113 §3.4).
 */
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';

const preface = Buffer.from('PRI');
/** How long a connection may say nothing at all. Milliseconds. */
const silenceTimeoutMs = 60_000;

export interface SharedPort {
  readonly server: Server;
  /** Ends every connection and stops listening. */
  readonly close: () => Promise<void>;
}

/** A server to `listen` with; it hands each connection to the server of its protocol. */
export function createSharedPort(http1: HttpServer, http2: Server): SharedPort {
  const sockets = new Set<Socket>();
  // As an HTTP server does: small answers are not held back.
  const server = createServer({ noDelay: true, pauseOnConnect: false }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    handOver(socket, http1, http2);
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

function handOver(socket: Socket, http1: HttpServer, http2: Server): void {
  let start = Buffer.alloc(0);
  const giveUp = () => void socket.destroy();
  const look = () => {
    start = Buffer.concat([start, (socket.read() as Buffer | null) ?? Buffer.alloc(0)]);
    // The first bytes may come one by one.
    if (start.length < preface.length && start.equals(preface.subarray(0, start.length))) return;
    socket.off('readable', look).off('timeout', giveUp).off('error', giveUp).setTimeout(0);
    socket.unshift(start);
    const isHttp2 = start.subarray(0, preface.length).equals(preface);
    (isHttp2 ? http2 : http1).emit('connection', socket);
  };
  socket.on('readable', look).on('timeout', giveUp).on('error', giveUp).setTimeout(silenceTimeoutMs);
}
