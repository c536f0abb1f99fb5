import { once } from 'node:events';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import * as fc from 'fast-check';
import { frame } from '../../../src/grpc/frame';
import { encodeFrame, Flag, type Frame, FrameReader, FrameType } from '../../../src/grpc/http2/frames';
import { encodeHeaders } from '../../../src/grpc/http2/hpack';
import { createHttp2Server } from '../../../src/grpc/http2/server';
import { createGrpcServer, type Route } from '../../../src/grpc/server';

const aborted: string[] = [];
let started: () => void = () => undefined;
const routes: readonly (readonly [string, Route])[] = [
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
let server: Server;
let port: number;

beforeAll(async () => {
  server = createGrpcServer(createHttp2Server(), {
    routes: new Map(routes),
    maxMessageBytes: 32 * 1024 * 1024,
    onSession: (session) => void session.on('close', () => ended.shift()?.()),
    onProblem: ({ message }) => void problems.push(message),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});

afterAll(async () => {
  server.close();
  await once(server, 'close');
});

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

test.each([0, 100, 4096, 100_000])(
  'a client whose table of headers has %i bytes reads what comes',
  async (headerTableSize) => {
    const session = connectHttp2(`http://127.0.0.1:${port}`, { settings: { headerTableSize } });
    const problem = once(session, 'error').then(([error]) => Promise.reject(error as Error));
    problem.catch(() => undefined);
    const answered = async (size: number): Promise<void> => {
      const sent = Buffer.alloc(size, 'z');
      expect(await Promise.race([call(session, '/test/echo', sent), problem])).toEqual(frame(sent));
    };
    try {
      await answered(1);
      const set = new Promise<void>((resolve) => session.settings({ headerTableSize: 10 }, () => resolve()));
      await answered(2);
      await set;
      await answered(3);
    } finally {
      session.destroy();
    }
  },
  60_000,
);

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const noSettings = encodeFrame(FrameType.settings, 0, 0, Buffer.alloc(0));
const hello = Buffer.concat([preface, noSettings]);
const request = encodeHeaders({ ':method': 'POST', ':path': '/test/echo', 'content-type': 'application/grpc' });
const headers = (id: number, flags: number = Flag.endHeaders): Buffer =>
  encodeFrame(FrameType.headers, flags, id, request);
const message = frame(Buffer.from('hi'));
const data = (id: number, flags: number = Flag.endStream, payload: Uint8Array = message): Buffer =>
  encodeFrame(FrameType.data, flags, id, payload);
const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const setting = (name: number, value: number): Buffer =>
  encodeFrame(FrameType.settings, 0, 0, Buffer.concat([Buffer.of(0, name), number(value)]));

/**
 * A client that sends bytes, and more of them when the server has answered a ping, and what it gets: frames up to the one
 * that is waited for, or up to the end.
 */
async function exchange(sent: Uint8Array, until?: (frame: Frame) => boolean, afterPing?: Uint8Array): Promise<Frame[]> {
  const socket: Socket = connect(port, '127.0.0.1');
  const frames: Frame[] = [];
  const reader = new FrameReader((one) => {
    frames.push({ ...one, payload: Buffer.from(one.payload) });
    if (one.type === FrameType.ping && afterPing !== undefined) socket.write(afterPing);
  });
  // The server's first frame is the same as the client's after its preface.
  reader.read(preface);
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      reader.read(chunk);
      if (until !== undefined && frames.some(until)) resolve();
    });
    socket.on('error', () => resolve()).on('close', () => resolve());
    socket.write(sent);
  });
  socket.destroy();
  return frames;
}

const goAwayCode = (frames: readonly Frame[]): number | undefined =>
  frames.find(({ type }) => type === FrameType.goAway)?.payload.readUInt32BE(4);

test.each<[string, number, readonly Buffer[]]>([
  ['another protocol', 1, [Buffer.from('GET / HTTP/1.1\r\n\r\n')]],
  ['no settings at first', 1, [preface, headers(1)]],
  ['a frame that is too large', 6, [hello, encodeFrame(FrameType.data, 0, 1, Buffer.alloc(16_385))]],
  ['an even stream', 1, [hello, headers(2)]],
  ['data of no stream', 1, [hello, data(0)]],
  ['data of a stream that was not opened', 1, [hello, data(1)]],
  ['a reset of a stream that was not opened', 1, [hello, encodeFrame(FrameType.resetStream, 0, 1, number(8))]],
  ['a reset without its code', 6, [hello, headers(1), encodeFrame(FrameType.resetStream, 0, 1, Buffer.alloc(3))]],
  ['headers of no stream', 1, [hello, headers(0)]],
  ['headers that are interrupted', 1, [hello, headers(1, 0), data(1)]],
  ['headers that are continued in another stream', 1, [hello, headers(1, 0), encodeFrame(9, 4, 3, request)]],
  ['a continuation of nothing', 1, [hello, encodeFrame(FrameType.continuation, Flag.endHeaders, 1, request)]],
  [
    'headers without an end',
    11,
    [hello, headers(1, 0), ...Array.from({ length: 5 }, () => encodeFrame(9, 0, 1, Buffer.alloc(16_384)))],
  ],
  ['headers that cannot be read', 9, [hello, encodeFrame(FrameType.headers, Flag.endHeaders, 1, Buffer.of(0xff))]],
  ['more padding than frame', 1, [hello, headers(1), data(1, Flag.padded, Buffer.of(2, 0))]],
  ['padding without its length', 1, [hello, headers(1), data(1, Flag.padded, Buffer.alloc(0))]],
  ['settings of a stream', 1, [hello, encodeFrame(FrameType.settings, 0, 1, Buffer.alloc(0))]],
  ['half a setting', 6, [hello, encodeFrame(FrameType.settings, 0, 0, Buffer.alloc(5))]],
  ['an acknowledgement with settings', 6, [hello, encodeFrame(FrameType.settings, Flag.ack, 0, Buffer.alloc(6))]],
  ['a frame size below the smallest', 1, [hello, setting(5, 16_383)]],
  ['a window beyond the largest', 3, [hello, setting(4, 2 ** 31)]],
  [
    'a window of a stream that a setting takes beyond the largest',
    3,
    [hello, headers(1), encodeFrame(FrameType.windowUpdate, 0, 1, number(2 ** 31 - 1 - 65_535)), setting(4, 65_536)],
  ],
  ['a short ping', 6, [hello, encodeFrame(FrameType.ping, 0, 0, Buffer.alloc(7))]],
  ['a promise', 1, [hello, encodeFrame(FrameType.pushPromise, Flag.endHeaders, 1, Buffer.alloc(8))]],
  ['a window that grows by nothing', 1, [hello, encodeFrame(FrameType.windowUpdate, 0, 0, number(0))]],
  ['a window that grows beyond all bounds', 3, [hello, encodeFrame(FrameType.windowUpdate, 0, 0, number(2 ** 31 - 1))]],
])('%s ends the connection', async (_name, code, sent) => {
  const before = problems.length;
  expect(goAwayCode(await exchange(Buffer.concat(sent)))).toBe(code);
  expect(problems.slice(before)).toEqual([expect.stringMatching(/^HTTP\/2: /)]);
});

test.each<[string, number, readonly Buffer[]]>([
  ['headers that are no request', 1, [encodeFrame(1, Flag.endHeaders, 1, encodeHeaders({ a: 'b' }))]],
  ['trailers that are not the end', 1, [headers(1), data(1, 0), headers(1)]],
  ['a window that grows by nothing', 1, [headers(1), encodeFrame(FrameType.windowUpdate, 0, 1, number(0))]],
  ['a window beyond all bounds', 3, [headers(1), encodeFrame(FrameType.windowUpdate, 0, 1, number(2 ** 31 - 1))]],
])('%s ends its stream alone', async (_name, code, sent) => {
  const frames = await exchange(
    Buffer.concat([hello, ...sent, headers(3), data(3)]),
    ({ type, id, flags }) => type === FrameType.headers && id === 3 && (flags & Flag.endStream) !== 0,
  );
  const reset = frames.find(({ type, id }) => type === FrameType.resetStream && id === 1);
  expect(reset?.payload.readUInt32BE(0)).toBe(code);
});

test.each([Flag.endStream, 0])('a call that is reset together with its request is not begun (%i)', async (flags) => {
  let begun = 0;
  started = () => (begun += 1);
  const never = encodeHeaders({ ':method': 'POST', ':path': '/test/never', 'content-type': 'application/grpc' });
  await exchange(
    Buffer.concat([
      hello,
      encodeFrame(FrameType.headers, Flag.endHeaders, 1, never),
      encodeFrame(FrameType.ping, 0, 0, Buffer.alloc(8)),
    ]),
    ({ type, id, flags: of }) => type === FrameType.headers && id === 3 && (of & Flag.endStream) !== 0,
    Buffer.concat([data(1, flags), encodeFrame(FrameType.resetStream, 0, 1, number(8)), headers(3), data(3)]),
  );
  expect(begun).toBe(0);
});

test('pings are answered, settings are acknowledged, and what nobody knows is ignored', async () => {
  const padded = encodeFrame(
    FrameType.headers,
    Flag.endHeaders | Flag.padded | Flag.priority,
    1,
    Buffer.concat([Buffer.of(3), Buffer.alloc(5), request, Buffer.alloc(3)]),
  );
  const frames = await exchange(
    Buffer.concat([
      hello,
      encodeFrame(0xaa, 0xff, 7, Buffer.alloc(10)),
      setting(0x99, 1),
      encodeFrame(FrameType.priority, 0, 1, Buffer.alloc(5)),
      encodeFrame(FrameType.goAway, 0, 0, Buffer.alloc(8)),
      padded,
      data(1, Flag.endStream | Flag.padded, Buffer.concat([Buffer.of(2), message, Buffer.alloc(2)])),
      // The state of a stream that has ended.
      encodeFrame(FrameType.windowUpdate, 0, 1, number(10)),
      encodeFrame(FrameType.resetStream, 0, 1, number(8)),
      encodeFrame(FrameType.ping, 0, 0, Buffer.from('12345678')),
      encodeFrame(FrameType.headers, 0, 3, request.subarray(0, 5)),
      encodeFrame(FrameType.continuation, 0, 3, request.subarray(5, 6)),
      encodeFrame(FrameType.continuation, Flag.endHeaders, 3, request.subarray(6)),
      data(3),
    ]),
    ({ type, id, flags }) => type === FrameType.headers && id === 3 && (flags & Flag.endStream) !== 0,
  );
  const acks = frames.filter(({ type, flags }) => type === FrameType.settings && flags === Flag.ack);
  expect(acks).toHaveLength(2);
  expect(frames.find(({ type, flags }) => type === FrameType.ping && flags === Flag.ack)?.payload.toString()).toBe(
    '12345678',
  );
  expect(frames.find(({ type, id }) => type === FrameType.data && id === 3)?.payload).toEqual(message);
});

test('frames are the same in chunks of any size', () => {
  const whole = Buffer.concat([hello, headers(1, 0), encodeFrame(9, 4, 1, request), data(1), data(1, 0), noSettings]);
  const read = (pieces: readonly Buffer[]): string[] => {
    const seen: string[] = [];
    const reader = new FrameReader(({ type, flags, id, payload }) =>
      seen.push(`${type} ${flags} ${id} ${payload.toString('hex')}`),
    );
    for (const piece of pieces) reader.read(piece);
    return seen;
  };
  const expected = read([whole]);
  expect(expected).toHaveLength(5);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: whole.length })), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), whole.length];
      expect(read(places.slice(1).map((end, index) => whole.subarray(places[index], end)))).toEqual(expected);
    }),
  );
});
