/** One stream of HTTP/2: a call. It does what streams of node:http2 do, as far as calls need it. */
import { EventEmitter } from 'node:events';
import type { CallSession, CallStream, ResponseOptions } from '../call-stream';
import { ErrorCode } from './frames';
import type { Headers } from './hpack';

/** The functions of the connection that a stream uses. */
export interface StreamOwner extends CallSession {
  sendHeaders(id: number, headers: Headers, endStream: boolean): void;
  /** Sends as much of `data` as the windows of both allow, and says how much that was. */
  sendData(stream: ServerStream, data: Buffer): number;
  sendReset(id: number, code: number): void;
  /** Returns true if more was written than the socket has taken; `drained` is called when it has. */
  isCongested(): boolean;
  /** The client may send as many bytes again. */
  allow(id: number, bytes: number): void;
  /** The stream is over. */
  forget(stream: ServerStream): void;
}

/**
 * Emits `data`, `end`, `drain` and `close`, and `wantTrailers` when everything but the trailers is sent. A stream that the
 * client resets, or that is lost with its connection, ends, too.
 */
export class ServerStream extends EventEmitter implements CallStream {
  readonly id: number;
  readonly session: StreamOwner;
  /** The number of bytes that may be sent; below 0 when the client has made the window smaller meanwhile. */
  sendWindow: number;
  headersSent = false;
  writableEnded = false;
  /** The client has sent all that it will send. */
  readableEnded = false;
  destroyed = false;
  /** The reason for the end of the stream. */
  rstCode: number = ErrorCode.none;
  readonly #receiveWindow: number;
  #received: Buffer[] = [];
  /** Received and not delivered, or delivered and not allowed again. */
  #held = 0;
  #delivered = 0;
  #flowing = false;
  #endEmitted = false;
  #unsent: Buffer[] = [];
  #needsDrain = false;
  #allSent = false;

  constructor(session: StreamOwner, id: number, sendWindow: number, receiveWindow: number) {
    super();
    this.session = session;
    this.id = id;
    this.sendWindow = sendWindow;
    this.#receiveWindow = receiveWindow;
  }

  /** As of node:http2, data begin to flow with the first who listens, after the code that runs now. */
  override on(event: string, listener: (...parameters: never[]) => void): this {
    super.on(event, listener as (...parameters: unknown[]) => void);
    return event === 'data' ? this.resume() : this;
  }

  resume(): this {
    if (!this.#flowing) {
      this.#flowing = true;
      queueMicrotask(() => this.#deliver());
    }
    return this;
  }

  pause(): this {
    this.#flowing = false;
    return this;
  }

  /** Data from the client, which count as `length` bytes: false if they are more than it may send. */
  receive(data: Buffer, length: number): boolean {
    this.#held += length;
    if (this.#held > this.#receiveWindow) return false;
    this.#delivered += length - data.length;
    this.#received.push(data);
    this.#deliver();
    return true;
  }

  receiveEnd(): void {
    this.readableEnded = true;
    this.#deliver();
    this.#closeIfOver();
  }

  #deliver(): void {
    while (this.#flowing && !this.destroyed) {
      const data = this.#received.shift();
      if (data === undefined) break;
      this.emit('data', data);
      this.#delivered += data.length;
    }
    if (this.#delivered >= this.#receiveWindow / 2 && !this.readableEnded && !this.destroyed) {
      this.session.allow(this.id, this.#delivered);
      this.#held -= this.#delivered;
      this.#delivered = 0;
    }
    if (this.readableEnded && this.#flowing && this.#received.length === 0) this.#end();
  }

  #end(): void {
    if (this.#endEmitted) return;
    this.#endEmitted = true;
    this.emit('end');
  }

  respond(headers: Headers, { endStream = false }: ResponseOptions = {}): void {
    if (this.destroyed || this.headersSent) return;
    this.headersSent = true;
    if (endStream) this.writableEnded = true;
    this.session.sendHeaders(this.id, headers, endStream);
    if (endStream) this.#sentAll();
  }

  /** False if the writer should wait for `drain`. */
  write(data: Uint8Array): boolean {
    if (this.destroyed || this.writableEnded) return false;
    this.#enqueue(data);
    this.#needsDrain = this.#unsent.length > 0 || this.session.isCongested();
    return !this.#needsDrain;
  }

  end(data?: Uint8Array): void {
    if (this.destroyed || this.writableEnded) return;
    this.writableEnded = true;
    if (data === undefined) this.sendMore();
    else this.#enqueue(data);
  }

  sendTrailers(headers: Headers): void {
    if (this.destroyed || this.#allSent) return;
    this.session.sendHeaders(this.id, headers, true);
    this.#sentAll();
  }

  /** Resets the stream. */
  close(code: number): void {
    if (this.destroyed) return;
    this.session.sendReset(this.id, code);
    this.destroy(code);
  }

  /** The stream is over, for a reason that the client knows. */
  destroy(code: number): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.rstCode = code;
    this.#received = [];
    this.#unsent = [];
    this.session.forget(this);
    this.#end();
    this.emit('close');
  }

  #enqueue(data: Uint8Array): void {
    if (data.length > 0) this.#unsent.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    this.sendMore();
  }

  /** Sends what the windows allow now. */
  sendMore(): void {
    for (let data = this.#unsent[0]; data !== undefined; data = this.#unsent[0]) {
      const sent = this.session.sendData(this, data);
      if (sent < data.length) {
        this.#unsent[0] = data.subarray(sent);
        return;
      }
      this.#unsent.shift();
    }
    if (this.writableEnded && !this.#allSent) this.emit('wantTrailers');
    else this.drained();
  }

  drained(): void {
    if (!this.#needsDrain || this.#unsent.length > 0 || this.session.isCongested()) return;
    this.#needsDrain = false;
    this.emit('drain');
  }

  #sentAll(): void {
    this.#allSent = true;
    this.#closeIfOver();
  }

  #closeIfOver(): void {
    if (this.readableEnded && this.#allSent) this.destroy(ErrorCode.none);
  }
}
