/** The frames that HTTP/2 is made of (RFC 9113 §4 and §6): nine bytes that say what follows, and what follows. */
export const FrameType = {
  data: 0,
  headers: 1,
  resetStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

/** The bits mean different things in different frames: `ack` is that of settings and pings. */
export const Flag = { ack: 0x1, endStream: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

export const ErrorCode = {
  noError: 0,
  protocolError: 1,
  flowControlError: 3,
  frameSizeError: 6,
  cancel: 8,
  compressionError: 9,
} as const;

export const Setting = { initialWindowSize: 4, maxFrameSize: 5 } as const;

/** Flow-control windows start here and may grow to the other (§6.9). */
export const initialWindowBytes = 65_535;
export const maxWindowBytes = 2 ** 31 - 1;
/** The largest frame unless the receiver allows more (§4.2). */
export const defaultFrameBytes = 16_384;

export interface Frame {
  readonly type: number;
  readonly flags: number;
  /** 0 is the connection as a whole. */
  readonly stream: number;
  readonly payload: Buffer;
}

/** An error that ends the connection, with a code of §7 as the other side is told. */
export class ConnectionError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = 'ConnectionError';
    this.code = code;
  }
}

export function encodeFrame(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(headBytes + payload.length);
  frame.writeUIntBE(payload.length, 0, 3);
  frame[3] = type;
  frame[4] = flags;
  frame.writeUInt32BE(stream, 5);
  frame.set(payload, headBytes);
  return frame;
}

export function encodeUint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value, 0);
  return bytes;
}

export function encodeSettings(settings: readonly (readonly [id: number, value: number])[]): Buffer {
  const bytes = Buffer.allocUnsafe(settings.length * 6);
  settings.forEach(([id, value], index) => bytes.writeUInt32BE(value, bytes.writeUInt16BE(id, index * 6)));
  return bytes;
}

/** Cuts what arrives into frames. */
export interface FrameReader {
  /** The frames that are complete now. @throws ConnectionError when one is too large. */
  read(chunk: Buffer): Iterable<Frame>;
}

/** @param preface the bytes that have to come first (§3.4) */
export function createFrameReader(preface: Buffer): FrameReader {
  let rest: Buffer = Buffer.alloc(0);
  let awaitsPreface = true;
  return {
    *read(chunk) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      if (awaitsPreface) {
        if (!rest.subarray(0, preface.length).equals(preface.subarray(0, rest.length))) {
          throw new ConnectionError(ErrorCode.protocolError, 'this is not an HTTP/2 connection');
        }
        if (rest.length < preface.length) return;
        rest = rest.subarray(preface.length);
        awaitsPreface = false;
      }
      while (rest.length >= headBytes) {
        const length = rest.readUIntBE(0, 3);
        if (length > defaultFrameBytes)
          throw new ConnectionError(ErrorCode.frameSizeError, `a frame of ${length} bytes`);
        if (rest.length < headBytes + length) return;
        const payload = rest.subarray(headBytes, headBytes + length);
        const frame = {
          type: rest[3] ?? 0,
          flags: rest[4] ?? 0,
          stream: rest.readUInt32BE(5) & maxWindowBytes,
          payload,
        };
        rest = rest.subarray(headBytes + length);
        yield frame;
      }
    },
  };
}

const headBytes = 9;
