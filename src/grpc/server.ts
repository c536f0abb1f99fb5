/**
 * gRPC over HTTP/2, as much of it as is served here: calls with one request and one response, with a stream of responses,
 * with a response to each of many requests, and calls that are merely held open. Loading a gRPC library would take more
 * time at every start of a plugin than the handshake itself. Source: grpc.io "gRPC over HTTP2".
 */
import type { IncomingHttpHeaders } from 'node:http2';
import type { Server } from 'node:net';
import type { CallSession, CallStream } from './call-stream';
import { Cancellation, addSignal } from './cancellation';
import { frame, readMessages, readOneMessage } from './frame';
import { GrpcError, GrpcStatus, getStatus as toPlainStatus, getTrailers, type CallStatus } from './status';

/** One call, as its route sees it. */
export interface RpcCall {
  /** Metadata, by name in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** Aborted when the caller cancels this one call, or its deadline has passed. */
  readonly signal: AbortSignal;
}

export type GrpcRoute =
  | {
      readonly kind: 'unary';
      /** Rejects where the call is refused by its headers alone: then its request is not read. */
      admit?(headers: IncomingHttpHeaders): Promise<unknown>;
      respond(request: Uint8Array, call: RpcCall): Promise<Uint8Array>;
    }
  | { readonly kind: 'stream'; respond(request: Uint8Array, call: RpcCall): AsyncIterable<Uint8Array> }
  /** Any number of requests, each with one response, in their order. */
  | { readonly kind: 'each'; respond(request: Uint8Array, call: RpcCall): Promise<Uint8Array> }
  /** Sends nothing; ends when the client ends it (`client`) or with the connection (`connection`). */
  | { readonly kind: 'hold'; readonly until: 'client' | 'connection' }
  /** Sends one response, then nothing more until the call or the connection ends. */
  | { readonly kind: 'watch'; first(request: Uint8Array): Uint8Array };

/** Routes by path: `/package.Service/Method`. */
export interface Routes {
  get(path: string): GrpcRoute | undefined;
}

export interface GrpcServerOptions {
  /** Or the routes of a connection. */
  readonly routes: Routes | ((session: CallSession | undefined) => Routes | undefined);
  /** Runs the work of every call but those held open, so that its owner can count and abort it. */
  readonly track?: <T>(work: (cancellation: Cancellation) => Promise<T>) => Promise<T>;
  /** Throws to refuse a call by its headers, and the address that its connection came in at. @default refuses none */
  readonly checkCall?: (headers: IncomingHttpHeaders, localAddress: string | undefined) => void;
  /** Converts an error to the status of a call. @default {@link toPlainStatus} */
  readonly toStatus?: (error: unknown) => CallStatus;
  /** The largest request, in bytes. */
  readonly maxMessageBytes: number;
  /** The same, for routes that admit anybody. @default `maxMessageBytes` */
  readonly maxUnadmittedBytes?: number;
  /** The time limit for receiving one request. Milliseconds. @default as long as its deadline */
  readonly requestTimeoutMs?: number;
  /** The time limit of an idle connection. Milliseconds. @default no limit */
  readonly idleTimeoutMs?: number;
  /** Called with every connection that passed TLS. */
  onSession?(session: CallSession): void;
  /** Called with errors of a connection. Calls do not see them. */
  onProblem?(error: Error): void;
}

/** Serves calls on `server`, which emits sessions and streams of node:http2. */
export function createGrpcServer<S extends Server>(server: S, options: GrpcServerOptions): S {
  const problem = (error: Error): void => options.onProblem?.(error);
  server.on('session', (session: CallSession) => {
    session.on('error', problem);
    // Calls that are open end first.
    if (options.idleTimeoutMs !== undefined) session.setTimeout(options.idleTimeoutMs, () => session.close());
    options.onSession?.(session);
  });
  server.on('sessionError', problem).on('tlsClientError', problem);
  server.on('stream', (stream: CallStream, headers: IncomingHttpHeaders) => {
    stream.on('error', problem);
    if (String(headers['content-type']).startsWith('application/grpc')) serveCall(stream, headers, options);
    else {
      stream.resume();
      stream.respond({ ':status': '415' }, { endStream: true });
      stopClient(stream);
    }
  });
  return server;
}

type Fail = (error: unknown) => void;

/** The code of HTTP/2 for a stream that is over as it should be. */
const NO_ERROR = 0;

function serveCall(
  stream: CallStream,
  headers: IncomingHttpHeaders,
  {
    routes,
    track = (work) => work(new Cancellation()),
    checkCall,
    toStatus = toPlainStatus,
    maxMessageBytes,
    maxUnadmittedBytes = maxMessageBytes,
    requestTimeoutMs,
  }: GrpcServerOptions,
): void {
  const path = String(headers[':path']);
  const route = (typeof routes === 'function' ? routes(stream.session) : routes)?.get(path);
  const fail: Fail = (error) => refuse(stream, toStatus(error));
  try {
    checkCall?.(headers, stream.session?.socket.localAddress);
  } catch (error) {
    fail(error);
    return;
  }
  let running: Cancellation | undefined;
  const work = (task: (call: RpcCall) => Promise<void>): Promise<void> =>
    track((cancellation) => {
      running = cancellation;
      return task(addSignal(cancellation, { headers }));
    });
  const admission = route?.kind === 'unary' ? route.admit?.(headers) : undefined;
  const maxBytes = admission === undefined ? maxUnadmittedBytes : maxMessageBytes;
  const whole = async (respond: (request: Uint8Array) => Promise<void>): Promise<void> => {
    const timer = requestTimeoutMs === undefined ? undefined : startTimer(stream, requestTimeoutMs, fail);
    try {
      await admission;
      const request = await readOneMessage(stream, maxBytes);
      clearTimeout(timer);
      // Aborted just as its request was complete: nobody could stop the work any longer.
      if (!stream.destroyed) await respond(request);
    } catch (error) {
      fail(error);
    }
  };
  onGivenUp(stream, () => running?.abort(new Error('the caller cancelled the call')));
  limitTime(stream, headers, () => {
    const error = new GrpcError(GrpcStatus.deadlineExceeded, 'the deadline of the call has passed');
    running?.abort(error);
    fail(error);
  });
  switch (route?.kind) {
    case undefined:
      // Before the request is read: a client may send it only after it has received headers.
      fail(new GrpcError(GrpcStatus.unimplemented, `${path.slice(1)} is not implemented`));
      break;
    case 'unary':
      void whole((request) => work(async (call) => endWith(stream, await route.respond(request, call))));
      break;
    case 'stream':
      void whole((request) => work((call) => sendAll(stream, route.respond(request, call))));
      break;
    case 'each':
      respondToEach(stream, maxBytes, fail, (request) =>
        work(async (call) => send(stream, await route.respond(request, call))),
      );
      break;
    case 'watch':
      void whole((request) => send(stream, route.first(request)));
      break;
    case 'hold':
      hold(stream, route.until);
  }
}

/** Calls `cancel` when the caller resets this call alone. When the connection is lost, calls in progress go on. */
function onGivenUp(stream: CallStream, cancel: () => void): void {
  const { session } = stream;
  stream.on('close', () => {
    const connected = session !== undefined && !session.closed && !session.destroyed;
    if (connected && stream.rstCode !== NO_ERROR) cancel();
  });
}

/** Calls `expire` when the deadline that the caller set has passed. */
function limitTime(stream: CallStream, headers: IncomingHttpHeaders, expire: () => void): void {
  const [, count, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(String(headers['grpc-timeout'])) ?? [];
  if (count === undefined) return;
  const ms = Math.min(Number(count) * (unitMs[unit] ?? 0), maxTimerMs);
  const timer = setTimeout(expire, ms);
  stream.on('close', () => clearTimeout(timer));
}

/** Ends a call whose request does not come: a stream that is held half open costs the client nothing. */
function startTimer(stream: CallStream, ms: number, fail: Fail): NodeJS.Timeout {
  const error = new GrpcError(GrpcStatus.deadlineExceeded, `the request was incomplete after ${ms} ms`);
  const timer = setTimeout(() => fail(error), ms);
  stream.on('close', () => clearTimeout(timer));
  return timer;
}

const unitMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 };
/** The longest that `setTimeout` waits. */
const maxTimerMs = 2 ** 31 - 1;

function respondToEach(
  stream: CallStream,
  maxMessageBytes: number,
  fail: Fail,
  respond: (message: Uint8Array) => Promise<void>,
): void {
  begin(stream);
  let waiting = 0;
  let last = Promise.resolve();
  const next = (step: () => Promise<void> | void): void =>
    void (last = last.then(step).catch((error: unknown) => fail(error)));
  readMessages(stream, maxMessageBytes, {
    message: (message) => {
      waiting += 1;
      // A client that sends faster than it reads responses has to wait.
      stream.pause();
      next(async () => {
        await respond(message);
        waiting -= 1;
        if (waiting === 0) stream.resume();
      });
    },
    end: () => next(() => void stream.end()),
    error: (error) => next(() => fail(error)),
  });
}

function endWith(stream: CallStream, message: Uint8Array): void {
  if (isOver(stream)) return;
  begin(stream);
  stream.end(frame(message));
}

async function sendAll(stream: CallStream, messages: AsyncIterable<Uint8Array>): Promise<void> {
  begin(stream);
  for await (const message of messages) {
    if (isOver(stream)) return;
    await send(stream, message);
  }
  stream.end();
}

async function send(stream: CallStream, message: Uint8Array): Promise<void> {
  if (isOver(stream)) return;
  begin(stream);
  if (!stream.write(frame(message))) await drained(stream);
}

function hold(stream: CallStream, until: 'client' | 'connection'): void {
  begin(stream);
  stream.resume();
  if (until === 'client') stream.on('end', () => stream.end());
}

function begin(stream: CallStream): void {
  if (isOver(stream) || stream.headersSent) return;
  stream.respond(responseHeaders, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers(okTrailers));
}

const responseHeaders = { ':status': '200', 'content-type': 'application/grpc' };
const okTrailers = { 'grpc-status': String(GrpcStatus.ok) };

function refuse(stream: CallStream, status: CallStatus): void {
  if (isOver(stream)) return;
  const trailers = getTrailers(status);
  stream.resume();
  if (stream.headersSent) {
    stream.removeAllListeners('wantTrailers').on('wantTrailers', () => {
      stream.sendTrailers(trailers);
      stopClient(stream);
    });
    stream.end();
  } else {
    stream.respond({ ...responseHeaders, ...trailers }, { endStream: true });
    stopClient(stream);
  }
}

/** The client need not send the rest of what it has begun. */
function stopClient(stream: CallStream): void {
  // Sent in the same turn of the event loop, the reset would overtake the trailers.
  setImmediate(() => {
    if (!stream.readableEnded) stream.close(NO_ERROR);
  });
}

/** Returns true if nothing more can be sent. */
function isOver(stream: CallStream): boolean {
  return stream.destroyed || stream.writableEnded;
}

async function drained(stream: CallStream): Promise<void> {
  await new Promise<void>((resolve) => {
    const settle = (): void => {
      stream.off('drain', settle).off('close', settle);
      resolve();
    };
    stream.on('drain', settle).on('close', settle);
  });
}
