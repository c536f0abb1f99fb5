/**
 * The server's side of one HTTP/2 connection (RFC 9113), for one client that is trusted once TLS has let it in. It does
 * what gRPC needs and no more: no pushes, no priorities, no upgrade. Windows for what is received are as large as the
 * protocol has them, because every message is bounded by who reads it.
 */
import type { Duplex } from 'node:stream';
import {
  ConnectionError,
  createFrameReader,
  defaultFrameBytes,
  encodeFrame,
  encodeSettings,
  encodeUint32,
  ErrorCode,
  Flag,
  FrameType,
  initialWindowBytes,
  maxWindowBytes,
  Setting,
  type Frame,
} from './frames';
import { createHeaderDecoder, noTable, type Header } from './hpack';
import { OutgoingStream, type Outlet, type Stream } from './stream';

export interface ConnectionEvents {
  /** A client began a call: its headers are there. */
  onStream(stream: Stream): void;
  /** The connection failed, or the client broke the protocol. The connection is over. */
  onProblem(error: Error): void;
}

export function serveConnection(socket: Duplex, events: ConnectionEvents): void {
  const connection = new Connection(socket, events);
  socket.on('data', (chunk: Buffer) => connection.receive(chunk));
  socket.on('error', (error) => events.onProblem(error));
  socket.on('close', () => connection.lost());
}

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const maxHeaderBytes = 256 * 1024;
/** The client may send this much more before it is told that there is room again. */
const acknowledgeBytes = 2 ** 30;
const nothing = Buffer.alloc(0);

class Connection implements Outlet {
  readonly #socket: Duplex;
  readonly #events: ConnectionEvents;
  readonly #frames = createFrameReader(preface);
  readonly #decoder = createHeaderDecoder();
  readonly #streams = new Map<number, OutgoingStream>();
  #lastStream = 0;
  /** A header block that goes on in the next frame. */
  #unfinished: { readonly first: Frame; readonly parts: readonly Buffer[] } | undefined;
  #unacknowledgedBytes = 0;
  #window = initialWindowBytes;
  #streamWindow = initialWindowBytes;
  #frameBytes = defaultFrameBytes;
  #outgoing: Buffer[] = [];
  #isFirstBlock = true;
  #isOver = false;

  constructor(socket: Duplex, events: ConnectionEvents) {
    this.#socket = socket;
    this.#events = events;
    this.#send(FrameType.settings, 0, 0, encodeSettings([[Setting.initialWindowSize, maxWindowBytes]]));
    this.#send(FrameType.windowUpdate, 0, 0, encodeUint32(maxWindowBytes - initialWindowBytes));
  }

  receive(chunk: Buffer): void {
    try {
      for (const frame of this.#frames.read(chunk)) {
        if (this.#isOver) return;
        this.#handle(frame);
      }
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  lost(): void {
    this.#isOver = true;
    for (const stream of this.#streams.values()) stream.abandon();
    this.#streams.clear();
  }

  sendHeaders(stream: number, block: Uint8Array, ends: boolean): void {
    const whole = this.#isFirstBlock ? Buffer.concat([noTable, block]) : block;
    this.#isFirstBlock = false;
    this.#send(FrameType.headers, Flag.endHeaders | (ends ? Flag.endStream : 0), stream, whole);
  }

  pump(stream: OutgoingStream): void {
    for (let data = stream.pending[0]; data !== undefined; data = stream.pending[0]) {
      const size = Math.min(data.length, this.#frameBytes, this.#window, stream.window);
      if (size <= 0 && data.length > 0) return;
      this.#send(FrameType.data, 0, stream.id, data.subarray(0, size));
      this.#window -= size;
      stream.window -= size;
      if (size === data.length) stream.pending.shift();
      else stream.pending[0] = data.subarray(size);
    }
    stream.sent();
  }

  finished(stream: OutgoingStream): void {
    this.#streams.delete(stream.id);
    // The client may stop sending what nobody will read.
    if (!stream.isHeard) this.#send(FrameType.resetStream, 0, stream.id, encodeUint32(ErrorCode.noError));
  }

  #handle(frame: Frame): void {
    const unfinished = this.#unfinished;
    if (unfinished !== undefined && frame.type !== FrameType.continuation) {
      throw new ConnectionError(ErrorCode.protocolError, 'a header block is interrupted');
    }
    if (frame.type === FrameType.data) this.#receiveData(frame);
    else if (frame.type === FrameType.headers) this.#receiveHeaders(frame, [headerFragment(frame)], frame);
    else if (frame.type === FrameType.windowUpdate) this.#receiveWindowUpdate(frame);
    else if (frame.type === FrameType.resetStream) this.#receiveReset(frame);
    else if (frame.type === FrameType.settings) this.#receiveSettings(frame);
    else if (frame.type === FrameType.ping) this.#receivePing(frame);
    else if (frame.type === FrameType.continuation) {
      if (unfinished?.first.stream !== frame.stream) throw unexpected(frame);
      this.#receiveHeaders(frame, [...unfinished.parts, frame.payload], unfinished.first);
    } else if (frame.type === FrameType.pushPromise) throw unexpected(frame);
    // The others are priorities, the client's farewell, and whatever extensions there are.
  }

  #receivePing(frame: Frame): void {
    if (frame.payload.length !== 8) throw wrongSize(frame);
    if (!(frame.flags & Flag.ack)) this.#send(FrameType.ping, Flag.ack, 0, frame.payload);
  }

  #receiveData(frame: Frame): void {
    this.#unacknowledgedBytes += frame.payload.length;
    if (this.#unacknowledgedBytes >= acknowledgeBytes) {
      this.#send(FrameType.windowUpdate, 0, 0, encodeUint32(this.#unacknowledgedBytes));
      this.#unacknowledgedBytes = 0;
    }
    if (frame.stream === 0 || frame.stream > this.#lastStream) throw unexpected(frame);
    const stream = this.#streams.get(frame.stream);
    // One that was answered early: its rest is not read.
    if (stream === undefined || stream.isHeard) return;
    stream.onData(withoutPadding(frame));
    if (frame.flags & Flag.endStream) heard(stream);
  }

  #receiveHeaders(frame: Frame, parts: readonly Buffer[], first: Frame): void {
    if (parts.reduce((sum, { length }) => sum + length, 0) > maxHeaderBytes) throw unexpected(frame);
    this.#unfinished = frame.flags & Flag.endHeaders ? undefined : { first, parts };
    if (this.#unfinished === undefined) this.#receiveBlock(first, Buffer.concat(parts));
  }

  #receiveBlock({ stream: id, flags, type }: Frame, block: Buffer): void {
    const headers = this.#decodeHeaders(block);
    let stream = this.#streams.get(id);
    if (stream === undefined && id > this.#lastStream) {
      if (id % 2 === 0) throw unexpected({ type, stream: id });
      this.#lastStream = id;
      stream = new OutgoingStream(id, headers, this.#streamWindow, this);
      this.#streams.set(id, stream);
      this.#events.onStream(stream);
    }
    if (flags & Flag.endStream && stream !== undefined) heard(stream);
  }

  #decodeHeaders(block: Buffer): readonly Header[] {
    try {
      return this.#decoder.decode(block);
    } catch (error) {
      throw new ConnectionError(ErrorCode.compressionError, (error as Error).message);
    }
  }

  #receiveReset(frame: Frame): void {
    if (frame.payload.length !== 4) throw wrongSize(frame);
    const stream = this.#streams.get(frame.stream);
    if (stream === undefined) return;
    this.#streams.delete(frame.stream);
    stream.abandon();
    stream.onReset();
  }

  #receiveSettings(frame: Frame): void {
    if (frame.payload.length % 6 !== 0) throw wrongSize(frame);
    if (frame.flags & Flag.ack) return;
    for (let at = 0; at < frame.payload.length; at += 6) {
      const [id, value] = [frame.payload.readUInt16BE(at), frame.payload.readUInt32BE(at + 2)];
      if (id === Setting.maxFrameSize) this.#frameBytes = value;
      if (id === Setting.initialWindowSize) {
        if (value > maxWindowBytes) throw new ConnectionError(ErrorCode.flowControlError, 'a window is too large');
        for (const stream of this.#streams.values()) stream.window += value - this.#streamWindow;
        this.#streamWindow = value;
      }
    }
    this.#send(FrameType.settings, Flag.ack, 0, nothing);
    this.#pumpAll();
  }

  #receiveWindowUpdate(frame: Frame): void {
    if (frame.payload.length !== 4) throw wrongSize(frame);
    const increment = frame.payload.readUInt32BE(0) & maxWindowBytes;
    const stream = this.#streams.get(frame.stream);
    if (frame.stream === 0) this.#window += increment;
    else if (stream !== undefined) stream.window += increment;
    if (increment === 0 || Math.max(this.#window, stream?.window ?? 0) > maxWindowBytes) {
      throw new ConnectionError(ErrorCode.flowControlError, 'a window grows to what cannot be');
    }
    if (frame.stream === 0) this.#pumpAll();
    else if (stream !== undefined) this.pump(stream);
  }

  #pumpAll(): void {
    for (const stream of [...this.#streams.values()]) this.pump(stream);
  }

  #fail(error: Error): void {
    const code = error instanceof ConnectionError ? error.code : ErrorCode.protocolError;
    this.#send(FrameType.goAway, 0, 0, Buffer.concat([encodeUint32(this.#lastStream), encodeUint32(code)]));
    this.#flush();
    this.lost();
    this.#socket.end();
    this.#events.onProblem(error);
  }

  /** What is sent within one turn goes out together: one packet, one record of TLS, one call of the system. */
  #send(type: number, flags: number, stream: number, payload: Uint8Array): void {
    if (this.#isOver) return;
    if (this.#outgoing.length === 0) setImmediate(() => this.#flush());
    this.#outgoing.push(encodeFrame(type, flags, stream, payload));
  }

  #flush(): void {
    if (this.#outgoing.length === 0 || this.#socket.destroyed) return;
    this.#socket.write(Buffer.concat(this.#outgoing));
    this.#outgoing = [];
  }
}

function heard(stream: OutgoingStream): void {
  if (stream.isHeard) return;
  stream.isHeard = true;
  stream.onEnd();
}

function withoutPadding(frame: Frame): Buffer {
  if (!(frame.flags & Flag.padded)) return frame.payload;
  const padding = frame.payload[0] ?? Infinity;
  if (padding >= frame.payload.length) throw unexpected(frame);
  return frame.payload.subarray(1, frame.payload.length - padding);
}

function headerFragment(frame: Frame): Buffer {
  const content = withoutPadding(frame);
  return frame.flags & Flag.priority ? content.subarray(5) : content;
}

function unexpected({ type, stream }: Pick<Frame, 'type' | 'stream'>): ConnectionError {
  return new ConnectionError(
    ErrorCode.protocolError,
    `a frame of type ${type} on stream ${stream} makes no sense here`,
  );
}

function wrongSize({ type, payload }: Frame): ConnectionError {
  return new ConnectionError(ErrorCode.frameSizeError, `a frame of type ${type} has ${payload.length} bytes`);
}
