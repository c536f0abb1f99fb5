/**
 * The server's side of one connection of HTTP/2 (RFC 9113): settings, windows and streams. That of Node takes five times
 * as long for a call, and was a quarter of what a plan took of the provider.
 */
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { CallSession } from '../call-stream';
import { encodeFrame, ErrorCode, Flag, type Frame, FrameReader, FrameType, Http2Error, maxFrameBytes } from './frames';
import { emptyTable, encodeHeaders, HeaderDecoder, type Headers, readHeaders } from './hpack';
import { ServerStream, type StreamOwner } from './stream';

/** The limit of unread bytes of one request. */
const streamWindow = 4 * 1024 * 1024;
/** The window of the connection: each request has its own limit. */
const connectionWindow = 64 * 1024 * 1024;
const defaultWindow = 65_535;
const largestWindow = 2 ** 31 - 1;
/** The limit of bytes that wait for the socket; beyond it writers wait. */
const congestedBytes = 256 * 1024;

const Setting = { headerTableSize: 1, initialWindowSize: 4, maxFrameSize: 5 } as const;

/** Emits `stream` with its headers for each call, `error`, and `close`. */
export class Connection extends EventEmitter implements CallSession, StreamOwner {
  readonly socket: Socket;
  destroyed = false;
  closed = false;
  readonly #streams = new Map<number, ServerStream>();
  readonly #headers = new HeaderDecoder();
  #lastId = 0;
  #sendWindow = defaultWindow;
  #receiveWindow = connectionWindow;
  /** As the client has set it. */
  #initialWindow = defaultWindow;
  #frameBytes = maxFrameBytes;
  /** The client has set the size of its table, and the next headers must answer that. */
  #isTableResized = false;
  #out: Buffer[] = [];
  #outBytes = 0;

  constructor(socket: Socket) {
    super();
    this.socket = socket;
    socket.setNoDelay(true);
    const reader = new FrameReader((frame) => this.#receive(frame));
    socket.on('data', (chunk: Buffer) => this.#read(reader, chunk));
    socket.on('drain', () => this.#drained());
    socket.on('error', (error) => this.emit('error', error));
    socket.on('close', () => this.#lost());
    this.#send(FrameType.settings, 0, 0, settings([[Setting.initialWindowSize, streamWindow]]));
    this.allow(0, connectionWindow - defaultWindow);
  }

  setTimeout(ms: number, listener: () => void): void {
    this.socket.setTimeout(ms, listener);
  }

  close(): void {
    this.#sayGoodbye(ErrorCode.none);
    this.closed = true;
    this.#endIfClosed();
  }

  destroy(): void {
    this.destroyed = true;
    this.socket.destroy();
  }

  sendHeaders(id: number, headers: Headers, endStream: boolean): void {
    const encoded = encodeHeaders(headers);
    const block = this.#isTableResized ? Buffer.concat([emptyTable, encoded]) : encoded;
    this.#isTableResized = false;
    let flags = endStream ? Flag.endStream : 0;
    let type: number = FrameType.headers;
    for (let at = 0; type === FrameType.headers || at < block.length; at += this.#frameBytes) {
      const part = block.subarray(at, at + this.#frameBytes);
      if (at + part.length === block.length) flags |= Flag.endHeaders;
      this.#send(type, flags, id, part);
      type = FrameType.continuation;
      flags = 0;
    }
  }

  sendData(stream: ServerStream, data: Buffer): number {
    const allowed = Math.max(0, Math.min(data.length, this.#sendWindow, stream.sendWindow));
    for (let at = 0; at < allowed; at += this.#frameBytes)
      this.#send(FrameType.data, 0, stream.id, data.subarray(at, Math.min(at + this.#frameBytes, allowed)));
    this.#sendWindow -= allowed;
    stream.sendWindow -= allowed;
    return allowed;
  }

  sendReset(id: number, code: number): void {
    this.#send(FrameType.resetStream, 0, id, numbers(code));
  }

  allow(id: number, bytes: number): void {
    this.#send(FrameType.windowUpdate, 0, id, numbers(bytes));
  }

  forget(stream: ServerStream): void {
    this.#streams.delete(stream.id);
    this.#endIfClosed();
  }

  isCongested(): boolean {
    return this.#outBytes + this.socket.writableLength > congestedBytes;
  }

  #read(reader: FrameReader, chunk: Buffer): void {
    if (this.destroyed) return;
    try {
      reader.read(chunk);
    } catch (error) {
      if (!(error instanceof Http2Error)) throw error;
      this.#sayGoodbye(error.code);
      this.#end();
      this.emit('error', error);
    }
  }

  #sayGoodbye(code: ErrorCode): void {
    this.#send(FrameType.goAway, 0, 0, numbers(this.#lastId, code));
  }

  #endIfClosed(): void {
    if (this.closed && this.#streams.size === 0) this.#end();
  }

  #end(): void {
    this.#flush();
    this.destroyed = true;
    this.socket.destroySoon();
  }

  #receive(frame: Frame): void {
    switch (frame.type) {
      case FrameType.data:
        this.#receiveData(frame);
        break;
      case FrameType.headers:
        this.#receiveHeaders(frame);
        break;
      case FrameType.resetStream:
        this.#opened(frame)?.destroy(frame.payload.readUInt32BE(0));
        break;
      case FrameType.settings:
        if ((frame.flags & Flag.ack) === 0) this.#receiveSettings(frame);
        break;
      case FrameType.pushPromise:
        throw new Http2Error(ErrorCode.protocol, 'a client makes no promises');
      case FrameType.ping:
        if ((frame.flags & Flag.ack) === 0) this.#send(FrameType.ping, Flag.ack, 0, frame.payload);
        break;
      case FrameType.windowUpdate:
        this.#receiveWindowUpdate(frame);
    }
  }

  #receiveHeaders(frame: Frame): void {
    const { id, flags } = frame;
    // Also those that nobody needs: what follows refers to them.
    const headers = readHeaders(this.#headers.decode(frame.payload));
    const endStream = (flags & Flag.endStream) !== 0;
    if (id % 2 === 0) throw new Http2Error(ErrorCode.protocol, `a client opens no stream ${id}`);
    if (id <= this.#lastId) {
      this.#receiveTrailers(id, endStream);
      return;
    }
    this.#lastId = id;
    if (headers === undefined || this.closed) {
      this.sendReset(id, this.closed ? ErrorCode.refusedStream : ErrorCode.protocol);
      return;
    }
    const stream = new ServerStream(this, id, this.#initialWindow, streamWindow);
    this.#streams.set(id, stream);
    this.emit('stream', stream, headers);
    if (endStream) stream.receiveEnd();
  }

  /** Headers behind the data: they end the request, and what they say is not used. */
  #receiveTrailers(id: number, endStream: boolean): void {
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    if (stream.readableEnded) stream.close(ErrorCode.streamClosed);
    else if (endStream) stream.receiveEnd();
    else stream.close(ErrorCode.protocol);
  }

  #receiveData(frame: Frame): void {
    this.#receiveWindow -= frame.length;
    if (this.#receiveWindow < 0)
      throw new Http2Error(ErrorCode.flowControl, 'the peer sent more than the window allows');
    if (this.#receiveWindow < connectionWindow / 2) {
      this.allow(0, connectionWindow - this.#receiveWindow);
      this.#receiveWindow = connectionWindow;
    }
    const stream = this.#opened(frame);
    if (stream === undefined) return;
    if (stream.readableEnded) stream.close(ErrorCode.streamClosed);
    else if (!stream.receive(frame.payload, frame.length)) stream.close(ErrorCode.flowControl);
    else if ((frame.flags & Flag.endStream) !== 0) stream.receiveEnd();
  }

  #receiveSettings({ payload }: Frame): void {
    for (let at = 0; at < payload.length; at += 6) {
      const [name, value] = [payload.readUInt16BE(at), payload.readUInt32BE(at + 2)];
      if (name === Setting.maxFrameSize) {
        if (value < maxFrameBytes || value >= 2 ** 24)
          throw new Http2Error(ErrorCode.protocol, 'a window update of zero');
        this.#frameBytes = value;
      } else if (name === Setting.initialWindowSize) {
        if (value > largestWindow) throw new Http2Error(ErrorCode.flowControl, 'a window is too large');
        for (const stream of this.#streams.values()) {
          stream.sendWindow += value - this.#initialWindow;
          if (stream.sendWindow > largestWindow) throw new Http2Error(ErrorCode.flowControl, 'a window is too large');
        }
        this.#initialWindow = value;
      } else if (name === Setting.headerTableSize) {
        this.#isTableResized = true;
      }
    }
    this.#send(FrameType.settings, Flag.ack, 0, settings([]));
    this.#sendMore();
  }

  #receiveWindowUpdate(frame: Frame): void {
    const more = frame.payload.readUInt32BE(0) & 0x7fffffff;
    if (frame.id === 0) {
      this.#sendWindow += more;
      if (more === 0 || this.#sendWindow > largestWindow)
        throw new Http2Error(more === 0 ? ErrorCode.protocol : ErrorCode.flowControl, 'a window update of zero');
      this.#sendMore();
      return;
    }
    const stream = this.#opened(frame);
    if (stream === undefined) return;
    stream.sendWindow += more;
    if (more === 0) stream.close(ErrorCode.protocol);
    else if (stream.sendWindow > largestWindow) stream.close(ErrorCode.flowControl);
    else stream.sendMore();
  }

  /** Undefined for one that is over: what is still said of it was on its way. */
  #opened({ id, type }: Frame): ServerStream | undefined {
    if (id > this.#lastId || id % 2 === 0)
      throw new Http2Error(ErrorCode.protocol, `a frame of type ${type} for stream ${id}, which was not opened`);
    return this.#streams.get(id);
  }

  #sendMore(): void {
    for (const stream of [...this.#streams.values()]) stream.sendMore();
  }

  #send(type: number, flags: number, id: number, payload: Uint8Array): void {
    if (this.destroyed) return;
    const frame = encodeFrame(type, flags, id, payload);
    // The frames of one turn of the event loop are one write.
    if (this.#out.length === 0) process.nextTick(() => this.#flush());
    this.#out.push(frame);
    this.#outBytes += frame.length;
  }

  #flush(): void {
    const out = this.#out;
    if (out.length === 0) return;
    this.#out = [];
    this.#outBytes = 0;
    if (this.destroyed) return;
    this.socket.write(out.length === 1 && out[0] !== undefined ? out[0] : Buffer.concat(out));
    if (!this.isCongested()) this.#drained();
  }

  #drained(): void {
    for (const stream of this.#streams.values()) stream.drained();
  }

  #lost(): void {
    this.destroyed = true;
    for (const stream of [...this.#streams.values()]) stream.destroy(ErrorCode.cancel);
    this.emit('close');
  }
}

function settings(values: readonly (readonly [name: number, value: number])[]): Buffer {
  const bytes = Buffer.alloc(values.length * 6);
  values.forEach(([name, value], index) => {
    bytes.writeUInt16BE(name, index * 6);
    bytes.writeUInt32BE(value, index * 6 + 2);
  });
  return bytes;
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
}
