/**
 * The stream of a call and its connection, as far as calls need them: those of node:http2.
 */
export interface CallStream {
  /** The connection. */
  readonly session?: CallSession | undefined;
  readonly headersSent: boolean;
  /** Nothing more will be written. */
  readonly writableEnded: boolean;
  /** The client has sent everything. */
  readonly readableEnded: boolean;
  readonly destroyed: boolean;
  /** By what code of HTTP/2 the stream was closed. */
  readonly rstCode?: number | undefined;
  on(event: 'data', listener: (chunk: Buffer) => void): this;
  on(event: 'error', listener: (error: Error) => void): this;
  on(event: 'end' | 'drain' | 'wantTrailers' | 'close', listener: () => void): this;
  off(event: 'drain' | 'close', listener: () => void): this;
  removeAllListeners(event: 'data' | 'end' | 'wantTrailers'): this;
  pause(): this;
  resume(): this;
  /** Headers that are sent again are to be given as the same object. */
  respond(headers: Readonly<Record<string, string>>, options: ResponseOptions): void;
  sendTrailers(headers: Readonly<Record<string, string>>): void;
  /** False if the writer should wait for `drain`. */
  write(chunk: Uint8Array): boolean;
  end(chunk?: Uint8Array): unknown;
  /** Resets the stream. */
  close(code: number): void;
}

export interface ResponseOptions {
  /** The response is its headers alone. */
  readonly endStream?: boolean;
  /** `wantTrailers` is emitted when everything else is sent. */
  readonly waitForTrailers?: boolean;
}

/** A connection. */
export interface CallSession {
  readonly closed: boolean;
  readonly destroyed: boolean;
  readonly socket: { readonly localAddress?: string | undefined };
  on(event: 'close', listener: () => void): this;
  on(event: 'error', listener: (error: Error) => void): this;
  /** Calls `listener` after this many idle milliseconds. */
  setTimeout(ms: number, listener: () => void): void;
  /** Ends the connection when the calls that are open are over. */
  close(): void;
  destroy(): void;
}
