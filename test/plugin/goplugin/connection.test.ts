import { once } from 'node:events';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import * as fc from 'fast-check';
import type { CallSession } from '../../../src/grpc/call-stream';
import { frame } from '../../../src/grpc/frame';
import { createGrpcServer, type GrpcRoute } from '../../../src/grpc/server';
import { createPluginServer } from '../../../src/plugin/goplugin/http2';

const aborted: string[] = [];
let started: () => void = () => undefined;
const routes: readonly (readonly [string, GrpcRoute])[] = [
  ['/test/echo', { kind: 'unary', respond: async (request) => request }],
  [
    '/test/never',
    {
      kind: 'unary',
      respond: (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted.push(String(signal.reason));
            reject(new Error('aborted'));
          });
          started();
        }),
    },
  ],
  [
    '/test/many',
    {
      kind: 'stream',
      async *respond(request) {
        for (let index = 0; index < 50; index += 1) yield request;
      },
    },
  ],
];
const problems: string[] = [];
/** To be called when a connection is over. */
const ended: (() => void)[] = [];
const sessions = new Set<CallSession>();
let server: Server;
let port: number;

beforeAll(async () => {
  server = createGrpcServer(createPluginServer({}), {
    routes: new Map(routes),
    maxMessageBytes: 32 * 1024 * 1024,
    onSession: (session) => {
      sessions.add(session);
      session.on('close', () => {
        sessions.delete(session);
        ended.shift()?.();
      });
    },
    onProblem: ({ message }) => void problems.push(message),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});

afterAll(async () => {
  server.close();
  // After a header without an end, Node reads nothing more, also not that the client has gone.
  for (const session of sessions) session.destroy();
  await once(server, 'close');
});

/** Calls over connections that nobody has limited yet: every size, and every interruption. */
async function call(session: ClientHttp2Session, path: string, request: Uint8Array): Promise<Buffer> {
  const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc' });
  let status: unknown;
  stream.on('trailers', (trailers) => (status = trailers['grpc-status']));
  stream.end(frame(request));
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  expect(status).toBe('0');
  return Buffer.concat(chunks);
}

test('concurrent calls of any size return complete, for all windows and frame sizes of the client', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 300_000 }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(5_000, 16_384, 65_535, 1_000_000),
      fc.constantFrom(16_384, 20_000, 1_000_000),
      async (sizes, initialWindowSize, maxFrameSize) => {
        const settings = { initialWindowSize, maxFrameSize };
        const session = connectHttp2(`http://127.0.0.1:${port}`, { settings });
        const requests = sizes.map((size, index) => Buffer.alloc(size, index + 1));
        const responses = await Promise.all(requests.map((request) => call(session, '/test/echo', request)));
        requests.forEach((request, index) => expect(responses[index]?.equals(frame(request))).toBe(true));
        session.close();
        await once(session, 'close');
      },
    ),
    { numRuns: 20 },
  );
}, 120_000);

test('a request beyond every window, and a stream of responses to a client that reads slowly, come whole', async () => {
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  const large = Buffer.alloc(20_000_000, 'x');
  expect((await call(session, '/test/echo', large)).equals(frame(large))).toBe(true);
  const stream = session.request({ ':method': 'POST', ':path': '/test/many', 'content-type': 'application/grpc' });
  const one = Buffer.alloc(100_000, 'y');
  stream.end(frame(one));
  await once(stream, 'readable');
  // Another call is answered while this one waits for its window.
  expect(await call(session, '/test/echo', Buffer.from('a'))).toEqual(frame(Buffer.from('a')));
  let received = 0;
  for await (const chunk of stream) received += (chunk as Buffer).length;
  expect(received).toBe(50 * frame(one).length);
  session.close();
  await once(session, 'close');
}, 120_000);

test('a call that its client resets is aborted, and one whose connection is lost goes on', async () => {
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  const begin = async () => {
    const begun = new Promise<void>((resolve) => (started = resolve));
    const stream = session.request({ ':method': 'POST', ':path': '/test/never', 'content-type': 'application/grpc' });
    stream.on('error', () => undefined).end(frame(new Uint8Array(0)));
    await begun;
    return stream;
  };
  const cancelled = await begin();
  cancelled.close(8);
  await once(cancelled, 'close');
  expect(await call(session, '/test/echo', Buffer.from('b'))).toEqual(frame(Buffer.from('b')));
  expect(aborted).toEqual(['Error: the caller cancelled the call']);
  await begin();
  const lost = new Promise((resolve) => ended.push(resolve as () => void));
  session.destroy();
  await lost;
  expect(aborted).toHaveLength(1);
}, 60_000);

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** A frame (RFC 9113, section 4.1). */
function frameOf(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

const [HEADERS, RESET, SETTINGS, PING, GOAWAY, CONTINUATION] = [1, 3, 4, 6, 7, 9] as const;
const hello = Buffer.concat([preface, frameOf(SETTINGS, 0, 0, Buffer.alloc(0))]);
/** `:method POST`, `:scheme http`, and `:path /`, from the static table of HPACK. */
const request = Buffer.of(0x83, 0x86, 0x84);
const cancel = Buffer.of(0, 0, 0, 8);

/**
 * Sends `bytes` over and over, up to `total`, and reads what comes if `reads`. Returns whether the server ended the connection, or
 * said that it reads nothing more (GOAWAY).
 */
async function flood(total: number, bytes: (round: number) => Buffer, reads: boolean): Promise<'refused' | 'served'> {
  const socket: Socket = connect(port, '127.0.0.1').setMaxListeners(0);
  let isOver = false;
  const over = new Promise<void>((resolve) => {
    socket.on('error', () => resolve()).on('close', () => resolve());
    if (reads) socket.on('data', (chunk: Buffer) => hasGoAway(chunk) && resolve());
  }).then(() => void (isOver = true));
  socket.write(hello);
  for (let [sent, round] = [0, 0]; sent < total && !isOver; round += 1) {
    const next = bytes(round);
    sent += next.length;
    if (!socket.write(next)) await Promise.race([once(socket, 'drain').catch(() => undefined), over, pause(2000)]);
  }
  await Promise.race([over, pause(2000)]);
  socket.destroy();
  return isOver ? 'refused' : 'served';
}

/** The server sends whole frames. */
function hasGoAway(chunk: Buffer): boolean {
  for (let at = 0; at + 9 <= chunk.length; at += 9 + chunk.readUIntBE(at, 3)) if (chunk[at + 3] === GOAWAY) return true;
  return false;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
const many = (frames: readonly Buffer[]): Buffer => Buffer.concat(Array.from({ length: 500 }, () => frames).flat());
const MIB = 1024 * 1024;

describe('a client that floods the server', () => {
  test.each<[string, boolean, (round: number) => Buffer]>([
    ['pings whose answers it does not read', false, () => many([frameOf(PING, 0, 0, Buffer.alloc(8))])],
    ['settings whose answers it does not read', false, () => many([frameOf(SETTINGS, 0, 0, Buffer.alloc(0))])],
    [
      'empty continuations of one header',
      true,
      (round) => (round === 0 ? frameOf(HEADERS, 0, 1, request) : many([frameOf(CONTINUATION, 0, 1, Buffer.alloc(0))])),
    ],
    [
      'a header without an end',
      true,
      (round) => frameOf(round === 0 ? HEADERS : CONTINUATION, 0, 1, Buffer.concat([request, Buffer.alloc(16_000)])),
    ],
    [
      'calls that it resets immediately',
      true,
      (round) =>
        Buffer.concat(
          Array.from({ length: 500 }, (_, index) => {
            const stream = 2 * (500 * round + index) + 1;
            return Buffer.concat([frameOf(HEADERS, 4, stream, request), frameOf(RESET, 0, stream, cancel)]);
          }),
        ),
    ],
  ])(
    'with %s is refused, and others are served',
    async (_name, reads, bytes) => {
      expect(await flood(22 * MIB, bytes, reads)).toBe('refused');
      const session = connectHttp2(`http://127.0.0.1:${port}`);
      expect(await call(session, '/test/echo', Buffer.from('c'))).toEqual(frame(Buffer.from('c')));
      session.close();
      await once(session, 'close');
    },
    60_000,
  );

  test('with open calls knows how many it may open', async () => {
    const session = connectHttp2(`http://127.0.0.1:${port}`);
    const [settings] = (await once(session, 'remoteSettings')) as [{ maxConcurrentStreams: number }];
    expect(settings.maxConcurrentStreams).toBe(4000);
    session.destroy();
  });
});

test('another protocol than HTTP/2 ends the connection, which is logged', async () => {
  const before = problems.length;
  const socket: Socket = connect(port, '127.0.0.1')
    .on('error', () => undefined)
    .resume();
  socket.write('GET / HTTP/1.1\r\n\r\n');
  await once(socket, 'close');
  expect(problems.slice(before)).toHaveLength(1);
});
