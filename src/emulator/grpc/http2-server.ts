/** gRPC calls over HTTP/2, one request and one response each. Source: grpc.io "gRPC over HTTP2". */
import {
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import { ServiceError } from '../errors';
import type { Rpc } from './rpc';
import { statusOf, type GrpcStatus } from './status';

const headerLength = 5;
const maxMessageBytes = 1024 * 1024;

/** A server that listens nowhere: connections are handed to it. */
export function createGrpcServer(rpc: Rpc): Http2Server {
  const server = createServer();
  server.on('stream', (stream, headers) => void serve(rpc, stream, headers));
  server.on('sessionError', () => undefined);
  return server;
}

async function serve(rpc: Rpc, stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
  // A client that went away is nobody to answer.
  stream.on('error', () => undefined);
  if (headers['content-type']?.startsWith('application/grpc') !== true) {
    stream.respond({ ':status': 415 }, { endStream: true });
    return;
  }
  let message: Uint8Array | undefined;
  let status: GrpcStatus = { code: 0, message: '' };
  try {
    const request = messageIn(await bytesOf(stream));
    message = await rpc(headers[':path'] ?? '', headers.authorization, request);
  } catch (error) {
    status = statusOf(error);
  }
  if (stream.destroyed) return;
  const answer: OutgoingHttpHeaders = { ':status': 200, 'content-type': 'application/grpc' };
  if (message === undefined) {
    stream.respond({ ...answer, ...trailersOf(status) }, { endStream: true });
    return;
  }
  stream.on('wantTrailers', () => stream.sendTrailers(trailersOf(status)));
  stream.respond(answer, { waitForTrailers: true });
  stream.end(framed(message));
}

/** The body; what comes beyond the limit is passed over, so that the answer can still be heard. */
function bytesOf(stream: ServerHttp2Stream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxMessageBytes + headerLength) chunks.push(chunk);
    });
    stream.on('end', () => {
      if (size <= maxMessageBytes + headerLength) resolve(Buffer.concat(chunks));
      else reject(new ServiceError('RESOURCE_EXHAUSTED', `Resource exhausted: over ${maxMessageBytes} bytes`));
    });
    stream.on('close', () => reject(new ServiceError('CANCELLED', 'Cancelled: the client has gone')));
  });
}

/** What is in the one frame of a request: a flag for compression, a length, the message. */
function messageIn(frame: Buffer): Uint8Array {
  if (frame.length < headerLength || frame.length !== headerLength + frame.readUInt32BE(1))
    throw new ServiceError('INVALID_ARGUMENT', 'Invalid argument: the request is not one whole message');
  if (frame[0] !== 0) throw new ServiceError('UNIMPLEMENTED', 'Unimplemented: compressed messages');
  return frame.subarray(headerLength);
}

function framed(message: Uint8Array): Buffer {
  const header = Buffer.alloc(headerLength);
  header.writeUInt32BE(message.length, 1);
  return Buffer.concat([header, message]);
}

function trailersOf({ code, message, details }: GrpcStatus): OutgoingHttpHeaders {
  return {
    'grpc-status': String(code),
    ...(code !== codeOk && { 'grpc-message': percentEncoded(message) }),
    ...(details !== undefined && { 'grpc-status-details-bin': Buffer.from(details).toString('base64') }),
  };
}

const codeOk = 0;

/** Everything but printable ASCII is escaped, and the percent sign. */
function percentEncoded(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const plain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
      return plain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}
