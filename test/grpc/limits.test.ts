import { once } from 'node:events';
import { connect, createServer, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { frame } from '../../src/grpc/frame';
import { createPluginServer } from '../../src/plugin/goplugin/http2';
import { createGrpcServer, type GrpcServerOptions } from '../../src/grpc/server';
import { GrpcError, GrpcStatus } from '../../src/grpc/status';

let server: Server;
let listener: () => Server;
let session: ClientHttp2Session;
const served: string[] = [];

async function serve(options: Partial<GrpcServerOptions> = {}): Promise<void> {
  server = createGrpcServer(listener(), {
    routes: new Map([
      [
        '/test/admitted',
        {
          kind: 'unary',
          admit: async ({ authorization }) => {
            if (authorization === undefined) throw new GrpcError(GrpcStatus.notFound, 'nobody');
          },
          respond: async (request) => (served.push('admitted'), request),
        },
      ],
      ['/test/open', { kind: 'unary', respond: async (request) => (served.push('open'), request) }],
      ['/test/watch', { kind: 'watch', first: (request) => request }],
    ]),
    maxMessageBytes: 1000,
    ...options,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  session.on('error', () => undefined);
}

afterEach(async () => {
  session.destroy();
  server.close();
  await once(server, 'close');
  served.length = 0;
});

function open(path: string, headers: Record<string, string> = {}): ClientHttp2Stream {
  const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc', ...headers });
  return stream.on('error', () => undefined);
}

async function toStatus(stream: ClientHttp2Stream): Promise<unknown> {
  let status: unknown;
  const look = (headers: Record<string, unknown>) => (status = headers['grpc-status'] ?? status);
  stream.on('response', look).on('trailers', look).resume();
  await once(stream, 'close');
  return status;
}

describe.each([
  ['the server of plugins', () => createPluginServer({})],
  ['the HTTP/2 of Node', createServer],
] as const)('over %s', (_name, create: () => Server) => {
  beforeEach(() => {
    listener = create;
  });

  test('a call that is not admitted is refused by its headers, before a byte of its request', async () => {
    await serve();
    expect(await toStatus(open('/test/admitted'))).toBe('5');
    const admitted = open('/test/admitted', { authorization: 'yes' });
    admitted.end(frame(Buffer.alloc(1000)));
    expect(await toStatus(admitted)).toBe('0');
    expect(served).toEqual(['admitted']);
  });

  test('where anybody is admitted, a request may be limited further', async () => {
    await serve({ maxUnadmittedBytes: 10 });
    const statuses = [10, 11].map(async (length) => {
      const stream = open('/test/open');
      stream.end(frame(Buffer.alloc(length)));
      return toStatus(stream);
    });
    expect(await Promise.all(statuses)).toEqual(['0', '8']);
    expect(served).toEqual(['open']);
  });

  test('an incomplete request is cancelled', async () => {
    await serve({ requestTimeoutMs: 50 });
    const silent = open('/test/open');
    const half = open('/test/open');
    half.write(frame(Buffer.alloc(100)).subarray(0, 50));
    const dripping = open('/test/open');
    const drip = setInterval(() => dripping.destroyed || dripping.write(Buffer.alloc(1)), 10);
    expect(await Promise.all([silent, half, dripping].map(toStatus))).toEqual(['4', '4', '4']);
    clearInterval(drip);
  }, 20_000);

  test('a connection that is silent is ended, and one with an open call is not', async () => {
    await serve({ idleTimeoutMs: 50 });
    const silent = new Promise((resolve) => session.on('close', resolve));
    let watched: ClientHttp2Session;
    let ended: boolean;
    let isOpen: boolean;
    // On a slow machine a connection may have been silent for too long before its first call comes.
    do {
      watched = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).on('error', () => undefined);
      const stream = watched.request({
        ':method': 'POST',
        ':path': '/test/watch',
        'content-type': 'application/grpc',
      });
      ended = false;
      isOpen = await new Promise<boolean>((resolve) => {
        stream.on('data', () => resolve(true)).on('error', () => undefined);
        stream.on('close', () => resolve(!(ended = true)));
        stream.end(frame(Buffer.from('x')));
      });
    } while (!isOpen);
    await silent;
    expect(ended).toBe(false);
    watched.destroy();
  }, 20_000);

  test('a call that is not gRPC ends immediately, even if its client continues to send', async () => {
    await serve();
    const stream = session.request({ ':method': 'POST', ':path': '/test/open' }).on('error', () => undefined);
    stream.resume();
    await once(stream, 'close');
    expect(stream.rstCode).toBe(0);
  }, 20_000);
});
