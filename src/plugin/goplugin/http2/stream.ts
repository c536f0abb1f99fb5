/** One call on an HTTP/2 connection, as the one who answers it sees it. */
import type { Header } from './hpack';

export interface Stream {
  readonly headers: ReadonlyMap<string, string>;
  /** To be set while the stream is announced; later it may be too late. */
  onData: (chunk: Buffer) => void;
  /** The client has said all that it had to say. */
  onEnd: () => void;
  /** The client wants no answer any more. A lost connection is not reported here. */
  onReset: () => void;
  /** True once nothing more can be sent: all was said, or nobody listens any more. */
  readonly closed: boolean;
  /** Headers come encoded, see `encodeHeaders`. Without `more` they are the whole answer. */
  respond(headers: Uint8Array, more?: 'more'): void;
  /** Resolves once the client's window had room for it, or the stream is closed. */
  write(data: Uint8Array): Promise<void>;
  end(trailers: Uint8Array): void;
}

/** What a stream needs of its connection. */
export interface Outlet {
  sendHeaders(stream: number, block: Uint8Array, ends: boolean): void;
  /** Sends as much as the windows allow of what is pending, then what follows it. */
  pump(stream: OutgoingStream): void;
  /** Nothing more will be sent. */
  finished(stream: OutgoingStream): void;
}

export class OutgoingStream implements Stream {
  readonly id: number;
  readonly headers: ReadonlyMap<string, string>;
  onData: (chunk: Buffer) => void = () => undefined;
  onEnd: () => void = () => undefined;
  onReset: () => void = () => undefined;
  closed = false;
  /** The client has ended its side. */
  isHeard = false;
  /** How many bytes the client is ready to take. */
  window: number;
  readonly pending: Uint8Array[] = [];
  readonly #outlet: Outlet;
  #trailers: Uint8Array | undefined;
  #drained: (() => void) | undefined;

  constructor(id: number, headers: readonly Header[], window: number, outlet: Outlet) {
    this.id = id;
    this.headers = new Map(headers);
    this.window = window;
    this.#outlet = outlet;
  }

  respond(headers: Uint8Array, more?: 'more'): void {
    if (this.closed) return;
    this.#outlet.sendHeaders(this.id, headers, more === undefined);
    if (more === undefined) this.#finish();
  }

  async write(data: Uint8Array): Promise<void> {
    if (this.closed) return;
    this.pending.push(data);
    this.#outlet.pump(this);
    if (this.pending.length > 0 && !this.closed) await new Promise<void>((resolve) => (this.#drained = resolve));
  }

  end(trailers: Uint8Array): void {
    if (this.closed) return;
    this.#trailers = trailers;
    this.#outlet.pump(this);
  }

  /** All that was pending is sent. */
  sent(): void {
    this.#drained?.();
    if (this.#trailers === undefined || this.closed) return;
    this.#outlet.sendHeaders(this.id, this.#trailers, true);
    this.#finish();
  }

  /** Nobody listens any more. */
  abandon(): void {
    this.closed = true;
    this.pending.length = 0;
    this.#drained?.();
  }

  #finish(): void {
    this.closed = true;
    this.#outlet.finished(this);
  }
}
