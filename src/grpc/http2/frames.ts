/** Reads, checks and writes frames of HTTP/2 (RFC 9113, section 6), and reports errors to the other side. */
export const FrameType = {
  data: 0,
  headers: 1,
  priority: 2,
  resetStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const Flag = { ack: 0x1, endStream: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

/** The reason for the end of a stream or a connection (section 7). */
export const ErrorCode = {
  none: 0,
  protocol: 1,
  flowControl: 3,
  streamClosed: 5,
  frameSize: 6,
  refusedStream: 7,
  cancel: 8,
  compression: 9,
  enhanceYourCalm: 11,
} as const;
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** An error of the whole connection, which ends with it. */
export class Http2Error extends Error {
  override readonly name = 'Http2Error';
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(`HTTP/2: ${message}`);
    this.code = code;
  }
}

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly id: number;
  /** Without padding and priority. The headers of a call are one frame, even if they arrived in several. */
  readonly payload: Buffer;
  /** The size of the payload with padding and priority: windows count it. */
  readonly length: number;
}

const frameHeaderBytes = 9;
/** The largest payload that may be sent to who has said nothing else. */
export const maxFrameBytes = 16_384;
/** The limit of the encoded headers of one call: their decoded texts may be longer, and have their own limit. */
const maxBlockBytes = 64 * 1024;
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

export function encodeFrame(type: number, flags: number, id: number, payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(frameHeaderBytes + payload.length);
  frame.writeUIntBE(payload.length, 0, 3);
  frame.writeUInt8(type, 3);
  frame.writeUInt8(flags, 4);
  frame.writeUInt32BE(id, 5);
  frame.set(payload, frameHeaderBytes);
  return frame;
}

/** Reads the client's bytes, in chunks of any size. Its errors, and those of `receive`, end the connection. */
export class FrameReader {
  readonly #receive: (frame: Frame) => void;
  #rest: Buffer | undefined;
  #state: 'preface' | 'settings' | 'open' = 'preface';
  /** Headers that continue in further frames. */
  #headers: Frame | undefined;

  constructor(receive: (frame: Frame) => void) {
    this.#receive = receive;
  }

  /** @throws Http2Error */
  read(chunk: Buffer): void {
    const bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    if (this.#state === 'preface') {
      const length = Math.min(bytes.length, preface.length);
      if (bytes.compare(preface, 0, length, 0, length) !== 0)
        throw new Http2Error(ErrorCode.protocol, 'the client does not speak HTTP/2');
      if (length === preface.length) {
        this.#state = 'settings';
        at = length;
      }
    }
    while (this.#state !== 'preface' && bytes.length - at >= frameHeaderBytes) {
      const length = bytes.readUIntBE(at, 3);
      if (length > maxFrameBytes) throw new Http2Error(ErrorCode.frameSize, `a frame has ${length} bytes`);
      const start = at + frameHeaderBytes;
      if (bytes.length < start + length) break;
      const [type, flags] = [bytes.readUInt8(at + 3), bytes.readUInt8(at + 4)];
      const id = bytes.readUInt32BE(at + 5) & 0x7fffffff;
      at = start + length;
      this.#take({ type, flags, id, payload: bytes.subarray(start, at), length });
    }
    this.#rest = at < bytes.length ? bytes.subarray(at) : undefined;
  }

  #take(frame: Frame): void {
    const { type, flags } = frame;
    if (this.#state === 'settings' && (type !== FrameType.settings || (flags & Flag.ack) !== 0))
      throw new Http2Error(ErrorCode.protocol, 'the client does not begin with settings');
    this.#state = 'open';
    if (this.#headers !== undefined) this.#continue(this.#headers, frame);
    else if (type === FrameType.headers) this.#continueLater(checked(frame));
    else if (type === FrameType.continuation)
      throw new Http2Error(ErrorCode.protocol, 'a continuation without headers');
    else this.#receive(checked(frame));
  }

  #continue(begun: Frame, { type, flags, id, payload }: Frame): void {
    if (type !== FrameType.continuation || id !== begun.id)
      throw new Http2Error(ErrorCode.protocol, 'headers are interrupted');
    const whole = Buffer.concat([begun.payload, payload]);
    this.#continueLater({ ...begun, flags: begun.flags | (flags & Flag.endHeaders), payload: whole });
  }

  #continueLater(headers: Frame): void {
    if (headers.payload.length > maxBlockBytes)
      throw new Http2Error(ErrorCode.enhanceYourCalm, 'the headers are too long');
    const isWhole = (headers.flags & Flag.endHeaders) !== 0;
    this.#headers = isWhole ? undefined : headers;
    if (isWhole) this.#receive(headers);
  }
}

const ofConnection: ReadonlySet<number> = new Set([FrameType.settings, FrameType.ping, FrameType.goAway]);
const ofStream: ReadonlySet<number> = new Set([
  FrameType.data,
  FrameType.headers,
  FrameType.priority,
  FrameType.resetStream,
]);

/** The frame without padding and priority, if it is one that its type allows. */
function checked(frame: Frame): Frame {
  const { type, flags, id, length } = frame;
  if (id === 0 ? ofStream.has(type) : ofConnection.has(type))
    throw new Http2Error(ErrorCode.protocol, `a frame of type ${type} for stream ${id}`);
  if (!hasLengthOfType(type, flags, length))
    throw new Http2Error(ErrorCode.frameSize, `a frame of type ${type} has ${length} bytes`);
  if (type !== FrameType.data && type !== FrameType.headers) return frame;
  const isPadded = (flags & Flag.padded) !== 0;
  const hasPriority = type === FrameType.headers && (flags & Flag.priority) !== 0;
  if (!isPadded && !hasPriority) return frame;
  const start = (isPadded ? 1 : 0) + (hasPriority ? 5 : 0);
  const padding = isPadded && length > 0 ? frame.payload.readUInt8(0) : 0;
  if (start + padding > length) throw new Http2Error(ErrorCode.protocol, 'the padding is longer than the frame');
  return { ...frame, payload: frame.payload.subarray(start, length - padding) };
}

function hasLengthOfType(type: number, flags: number, length: number): boolean {
  switch (type) {
    case FrameType.priority:
      return length === 5;
    case FrameType.resetStream:
    case FrameType.windowUpdate:
      return length === 4;
    case FrameType.settings:
      return (flags & Flag.ack) === 0 ? length % 6 === 0 : length === 0;
    case FrameType.ping:
      return length === 8;
    case FrameType.goAway:
      return length >= 8;
    default:
      return true;
  }
}
