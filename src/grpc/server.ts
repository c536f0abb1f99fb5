/**
 * gRPC over node:http2, as much of it as a plugin serves: calls with one request and one answer, calls with a stream of
 * answers, and calls that are merely held open. Written on the platform's own HTTP/2 because a gRPC library would cost
 * every start of the process more time than the handshake itself.
 */
import * as http2 from 'node:http2';
import { frame, GrpcError, GrpcStatus, readOneMessage } from './frame';

export type Route =
  | { readonly kind: 'unary'; answer(request: Uint8Array, signal: AbortSignal): Promise<Uint8Array> }
  | { readonly kind: 'stream'; answer(request: Uint8Array, signal: AbortSignal): AsyncIterable<Uint8Array> }
  /** Answers nothing; ends when the client ends it (`client`) or with the connection (`connection`). */
  | { readonly kind: 'hold'; readonly until: 'client' | 'connection' };

/** Routes by path: `/package.Service/Method`. */
export type Routes = ReadonlyMap<string, Route>;

export interface GrpcServerOptions {
  readonly routes: Routes;
  /** Runs the work of every call but those held open, so that its owner can count and abort it. */
  readonly track?: <T>(work: (controller: AbortController) => Promise<T>) => Promise<T>;
  /** Mutual TLS with exactly one client; without it the connection is plain text. */
  readonly tls?: { readonly key: string; readonly certificate: string; readonly clientCertificate: string } | undefined;
  /** The largest request, in bytes. */
  readonly maxMessageBytes?: number;
  /** Called with every connection that passed TLS. */
  onSession?(session: http2.ServerHttp2Session): void;
  /** Called with troubles of a connection, which concern nobody else. */
  onProblem?(error: Error): void;
}

export type GrpcServer = http2.Http2Server | http2.Http2SecureServer;

export function createGrpcServer(options: GrpcServerOptions): GrpcServer {
  const { tls } = options;
  const server =
    tls === undefined
      ? http2.createServer(limits)
      : http2.createSecureServer({
          ...limits,
          key: tls.key,
          cert: tls.certificate,
          ca: tls.clientCertificate,
          requestCert: true,
          rejectUnauthorized: true,
          minVersion: 'TLSv1.2',
        });
  const problem = (error: Error): void => options.onProblem?.(error);
  server.on('session', (session: http2.ServerHttp2Session) => {
    session.on('error', problem);
    options.onSession?.(session);
  });
  server.on('sessionError', problem).on('tlsClientError', problem);
  server.on('stream', (stream: http2.ServerHttp2Stream, headers: http2.IncomingHttpHeaders) => {
    stream.on('error', problem);
    void serveCall(stream, headers, options);
  });
  return server;
}

const defaultMaxMessageBytes = 256 * 1024 * 1024;
const maxStatusMessageChars = 4096;

const limits: http2.ServerOptions = {
  settings: { initialWindowSize: 4 * 1024 * 1024 },
  // The one client is the program that started us; the default of 10 MB would refuse parallel calls with large states.
  maxSessionMemory: Number.MAX_SAFE_INTEGER,
};

async function serveCall(
  stream: http2.ServerHttp2Stream,
  headers: http2.IncomingHttpHeaders,
  {
    routes,
    track = (work) => work(new AbortController()),
    maxMessageBytes = defaultMaxMessageBytes,
  }: GrpcServerOptions,
): Promise<void> {
  if (!String(headers['content-type']).startsWith('application/grpc')) {
    stream.resume();
    stream.respond({ ':status': 415 }, { endStream: true });
    return;
  }
  const path = String(headers[':path']);
  const route = routes.get(path);
  try {
    if (route === undefined) throw new GrpcError(GrpcStatus.unimplemented, `${path.slice(1)} is not implemented`);
    if (route.kind === 'hold') {
      hold(stream, route.until);
      return;
    }
    const request = await readOneMessage(stream, maxMessageBytes);
    await track(async (controller) => {
      abortWhenGivenUp(stream, controller);
      if (route.kind === 'unary') endWith(stream, await route.answer(request, controller.signal));
      else await sendAll(stream, route.answer(request, controller.signal));
    });
  } catch (error) {
    refuse(stream, error);
  }
}

/** A reset of this call alone is its caller's wish. A lost connection is not: what was begun is then finished. */
function abortWhenGivenUp(stream: http2.ServerHttp2Stream, controller: AbortController): void {
  const { session } = stream;
  stream.on('close', () => {
    const connected = session !== undefined && !session.closed && !session.destroyed;
    if (connected && stream.rstCode !== http2.constants.NGHTTP2_NO_ERROR) {
      controller.abort(new Error('the caller cancelled the call'));
    }
  });
}

function endWith(stream: http2.ServerHttp2Stream, message: Uint8Array): void {
  if (stream.destroyed) return;
  begin(stream);
  stream.end(frame(message));
}

async function sendAll(stream: http2.ServerHttp2Stream, messages: AsyncIterable<Uint8Array>): Promise<void> {
  begin(stream);
  for await (const message of messages) {
    if (stream.destroyed) return;
    if (!stream.write(frame(message))) await drained(stream);
  }
  stream.end();
}

function hold(stream: http2.ServerHttp2Stream, until: 'client' | 'connection'): void {
  begin(stream);
  stream.resume();
  if (until === 'client') stream.on('end', () => stream.end());
}

function begin(stream: http2.ServerHttp2Stream): void {
  if (stream.destroyed) return;
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': String(GrpcStatus.ok) }));
}

function refuse(stream: http2.ServerHttp2Stream, error: unknown): void {
  if (stream.destroyed) return;
  const status = error instanceof GrpcError ? error.status : GrpcStatus.internal;
  const text = (error instanceof Error ? error.message : String(error)).slice(0, maxStatusMessageChars);
  // Through bytes, because a lone surrogate cannot be percent-encoded.
  const trailers = { 'grpc-status': String(status), 'grpc-message': encodeURI(Buffer.from(text).toString()) };
  stream.resume();
  if (stream.headersSent) {
    stream.removeAllListeners('wantTrailers').on('wantTrailers', () => stream.sendTrailers(trailers));
    stream.end();
  } else {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...trailers }, { endStream: true });
  }
}

async function drained(stream: http2.ServerHttp2Stream): Promise<void> {
  await new Promise<void>((resolve) => {
    const settle = (): void => {
      stream.off('drain', settle).off('close', settle);
      resolve();
    };
    stream.on('drain', settle).on('close', settle);
  });
}
