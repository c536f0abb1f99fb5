/**
 * gRPC as much as a plugin serves: calls with one request and one answer, calls with a stream of answers, and calls that
 * are merely held open. The HTTP/2 below is our own: node:http2 spends 0.15 ms on a call and 8 ms on being loaded, where
 * a plan over a thousand resources makes four thousand calls from three processes.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { frame, GrpcError, GrpcStatus, readOneMessage } from './grpc-frame';
import { encodeHeaders, serveConnection, type Stream } from './http2';
import type { InFlight } from './in-flight';

export type Route =
  | { readonly kind: 'unary'; answer(request: Uint8Array, signal: AbortSignal): Promise<Uint8Array> }
  | { readonly kind: 'stream'; answer(request: Uint8Array, signal: AbortSignal): AsyncIterable<Uint8Array> }
  /** Answers nothing; ends when the client ends it (`client`) or with the connection (`connection`). */
  | { readonly kind: 'hold'; readonly until: 'client' | 'connection' };

/** Routes by path: `/package.Service/Method`. */
export type Routes = ReadonlyMap<string, Route>;

export interface GrpcServerOptions {
  readonly routes: Routes;
  readonly inFlight: InFlight;
  /** Mutual TLS with exactly one client; without it the connection is plain text. */
  readonly tls?: { readonly key: string; readonly certificate: string; readonly clientCertificate: string } | undefined;
  /** The largest request, in bytes. */
  readonly maxMessageBytes?: number;
  /** Called with every connection, once it passed TLS. */
  onConnection?(socket: Socket): void;
  /** Called with troubles of a connection, which concern nobody else. */
  onProblem?(error: Error): void;
}

export function createGrpcServer(options: GrpcServerOptions): Server {
  const { tls } = options;
  const onProblem = (error: Error): void => options.onProblem?.(error);
  const onSocket = (socket: Socket): void => {
    socket.setNoDelay(true);
    serveConnection(socket, { onStream: (stream) => void serveCall(stream, options), onProblem });
    options.onConnection?.(socket);
  };
  if (tls === undefined) return createServer(onSocket);
  const server = createTlsServer(
    {
      key: tls.key,
      cert: tls.certificate,
      ca: tls.clientCertificate,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['h2'],
    },
    onSocket,
  );
  return server.on('tlsClientError', onProblem);
}

const defaultMaxMessageBytes = 256 * 1024 * 1024;
/** However it is encoded, this fits into one frame. */
const maxStatusMessageChars = 1500;

const headers = encodeHeaders([
  [':status', '200'],
  ['content-type', 'application/grpc'],
]);
const success = encodeHeaders([['grpc-status', String(GrpcStatus.ok)]]);
const notGrpc = encodeHeaders([[':status', '415']]);

async function serveCall(stream: Stream, options: GrpcServerOptions): Promise<void> {
  if (!stream.headers.get('content-type')?.startsWith('application/grpc')) {
    stream.respond(notGrpc);
    return;
  }
  const path = stream.headers.get(':path') ?? '';
  const route = options.routes.get(path);
  try {
    if (route === undefined) throw new GrpcError(GrpcStatus.unimplemented, `${path.slice(1)} is not implemented`);
    if (route.kind === 'hold') {
      stream.respond(headers, 'more');
      if (route.until === 'client') stream.onEnd = () => stream.end(success);
      return;
    }
    const request = await readOneMessage(stream, options.maxMessageBytes ?? defaultMaxMessageBytes);
    await options.inFlight.run(async (controller) => {
      // A lost connection is no such wish: what was begun is then finished.
      stream.onReset = () => controller.abort(new Error('the caller cancelled the call'));
      if (route.kind === 'unary') sendOne(stream, await route.answer(request, controller.signal));
      else await sendAll(stream, route.answer(request, controller.signal));
    });
  } catch (error) {
    stream.respond(Buffer.concat([headers, failure(error)]));
  }
}

function sendOne(stream: Stream, message: Uint8Array): void {
  stream.respond(headers, 'more');
  void stream.write(frame(message));
  stream.end(success);
}

async function sendAll(stream: Stream, messages: AsyncIterable<Uint8Array>): Promise<void> {
  stream.respond(headers, 'more');
  try {
    for await (const message of messages) {
      if (stream.closed) return;
      await stream.write(frame(message));
    }
    stream.end(success);
  } catch (error) {
    stream.end(failure(error));
  }
}

function failure(error: unknown): Buffer {
  const status = error instanceof GrpcError ? error.status : GrpcStatus.internal;
  const text = (error instanceof Error ? error.message : String(error)).slice(0, maxStatusMessageChars);
  return encodeHeaders([
    ['grpc-status', String(status)],
    // Through bytes, because a lone surrogate cannot be percent-encoded.
    ['grpc-message', encodeURI(Buffer.from(text).toString())],
  ]);
}
