/**
 * How gRPC puts messages on a stream: one byte that says whether the message is compressed, four bytes of length, the
 * message. Status codes and the error that carries one belong to the same contract.
 */
import type { Readable } from 'node:stream';

export const GrpcStatus = {
  ok: 0,
  cancelled: 1,
  notFound: 5,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
} as const;
export type GrpcStatus = (typeof GrpcStatus)[keyof typeof GrpcStatus];

export class GrpcError extends Error {
  readonly status: GrpcStatus;
  constructor(status: GrpcStatus, message: string) {
    super(message);
    this.name = 'GrpcError';
    this.status = status;
  }
}

export function frame(message: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(headerBytes + message.length);
  framed.writeUInt8(0, 0);
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, headerBytes);
  return framed;
}

/**
 * Reads the one message of a request, up to the end of the stream. The stream stays usable for the answer.
 * @throws GrpcError RESOURCE_EXHAUSTED above `maxBytes`, UNIMPLEMENTED for compression, INTERNAL when it is cut off.
 */
export async function readOneMessage(stream: Readable, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let received = 0;
  let expected: number | undefined;
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      stream.removeAllListeners('data').resume();
      reject(error);
    };
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      received += chunk.length;
      try {
        if (expected === undefined && received >= headerBytes) expected = headerBytes + messageLength(chunks, maxBytes);
      } catch (error) {
        fail(error as Error);
      }
      if (expected !== undefined && received > expected) fail(notOneMessage());
    });
    // A stream that is cut off ends too.
    stream.on('end', () => {
      if (received === expected) resolve(joined(chunks).subarray(headerBytes));
      else reject(notOneMessage());
    });
  });
}

const headerBytes = 5;

function messageLength(chunks: readonly Buffer[], maxBytes: number): number {
  const header = joined(chunks);
  if (header.readUInt8(0) !== 0) throw new GrpcError(GrpcStatus.unimplemented, 'compressed messages are not supported');
  const length = header.readUInt32BE(1);
  if (length > maxBytes) {
    throw new GrpcError(
      GrpcStatus.resourceExhausted,
      `the message has ${length} bytes, more than the limit of ${maxBytes}`,
    );
  }
  return length;
}

function notOneMessage(): GrpcError {
  return new GrpcError(GrpcStatus.internal, 'the request is not exactly one whole message');
}

function joined(chunks: readonly Buffer[]): Buffer {
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}
