/**
 * Frames of gRPC messages on a stream: one byte for compression, four bytes of length, the message. Source: grpc.io
 * "gRPC over HTTP2".
 */
import type { CallStream } from './call-stream';
import { GrpcError, GrpcStatus } from './status';

export function frame(message: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(headerBytes + message.length);
  framed.writeUInt8(0, 0);
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, headerBytes);
  return framed;
}

export interface MessageListener {
  message(message: Uint8Array): void;
  /** The stream ended after a whole message, or before the first. */
  end(): void;
  /** RESOURCE_EXHAUSTED above the limit, UNIMPLEMENTED for compression, INTERNAL when a message is cut off. Once. */
  error(error: GrpcError): void;
}

/** Reads messages up to the end of the stream, which stays usable for the response. */
export function readMessages(
  stream: Pick<CallStream, 'on' | 'removeAllListeners' | 'resume'>,
  maxBytes: number,
  listener: MessageListener,
): void {
  let chunks: Buffer[] = [];
  let received = 0;
  let expected: number | undefined;
  const take = (): void => {
    while (received >= (expected ?? headerBytes)) {
      const bytes = joined(chunks);
      expected ??= headerBytes + messageLength(bytes, maxBytes);
      chunks = [bytes];
      if (received < expected) return;
      listener.message(bytes.subarray(headerBytes, expected));
      received -= expected;
      chunks = received > 0 ? [bytes.subarray(expected)] : [];
      expected = undefined;
    }
  };
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.length;
    try {
      take();
    } catch (error) {
      stream.removeAllListeners('data').removeAllListeners('end').resume();
      listener.error(error as GrpcError);
    }
  });
  // 'end' also follows a stream that was cut off within a message.
  stream.on('end', () => {
    if (received === 0) listener.end();
    else listener.error(new GrpcError(GrpcStatus.internal, notOneMessage));
  });
}

/** Reads the one message of a request. Rejects with the errors of a {@link MessageListener}, and with INTERNAL for no message or several. */
export async function readOneMessage(
  stream: Pick<CallStream, 'on' | 'removeAllListeners' | 'resume'>,
  maxBytes: number,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let only: Uint8Array | undefined;
    const refused = (): void => reject(new GrpcError(GrpcStatus.internal, notOneMessage));
    readMessages(stream, maxBytes, {
      message(message) {
        if (only === undefined) only = message;
        else refused();
      },
      end() {
        if (only === undefined) refused();
        else resolve(only);
      },
      error: reject,
    });
  });
}

const headerBytes = 5;
const notOneMessage = 'the request is not exactly one whole message';

function messageLength(header: Buffer, maxBytes: number): number {
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

function joined(chunks: readonly Buffer[]): Buffer {
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}
