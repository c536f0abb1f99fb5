import { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { encodeHeaders, serveConnection, type Stream } from '../../../../src/plugin/goplugin/http2';
import {
  createFrameReader,
  encodeFrame,
  encodeSettings,
  encodeUint32,
  ErrorCode,
  Flag,
  FrameType,
  Setting,
  type Frame,
} from '../../../../src/plugin/goplugin/http2/frames';

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const nothing = Buffer.alloc(0);
const ended = Flag.endHeaders | Flag.endStream;
const path = encodeHeaders([[':path', '/x']]);
const ok = encodeHeaders([[':status', '200']]);
const done = encodeHeaders([['grpc-status', '0']]);

/** A client that says exactly what it is told to, byte for byte. */
function client(onStream: (stream: Stream) => void = () => undefined) {
  const reader = createFrameReader(nothing);
  const frames: Frame[] = [];
  const problems: Error[] = [];
  const socket = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, callback) {
      for (const frame of reader.read(chunk)) frames.push({ ...frame, payload: Buffer.from(frame.payload) });
      callback();
    },
  });
  serveConnection(socket, { onStream, onProblem: (error) => problems.push(error) });
  const say = (...parts: readonly Uint8Array[]): Promise<void> => {
    socket.push(Buffer.concat(parts));
    return delay(5);
  };
  return { socket, say, frames, problems, of: (type: number) => frames.filter((frame) => frame.type === type) };
}

const hello = Buffer.concat([preface, encodeFrame(FrameType.settings, 0, 0, nothing)]);

test('it opens with its settings and acknowledges those of the client', async () => {
  const { say, frames } = client();
  await say(hello);
  expect(frames.map(({ type, flags }) => [type, flags])).toEqual([
    [FrameType.settings, 0],
    [FrameType.windowUpdate, 0],
    [FrameType.settings, Flag.ack],
  ]);
});

test('a request that arrives byte by byte, padded, with a priority and in several frames is the same request', async () => {
  const heard: string[] = [];
  const { socket } = client((stream) => {
    stream.onData = (chunk) => heard.push(chunk.toString());
    stream.onEnd = () => heard.push(`end of ${stream.headers.get(':path')}`);
  });
  const whole = Buffer.concat([
    hello,
    encodeFrame(
      FrameType.headers,
      Flag.padded | Flag.priority,
      1,
      Buffer.concat([Buffer.from([2, 0, 0, 0, 0, 7]), path.subarray(0, 3), Buffer.alloc(2)]),
    ),
    encodeFrame(FrameType.continuation, 0, 1, path.subarray(3, 5)),
    encodeFrame(FrameType.continuation, Flag.endHeaders, 1, path.subarray(5)),
    encodeFrame(
      FrameType.data,
      Flag.padded,
      1,
      Buffer.concat([Buffer.from([3]), Buffer.from('hello'), Buffer.alloc(3)]),
    ),
    encodeFrame(FrameType.data, Flag.endStream, 1, nothing),
  ]);
  for (const byte of whole) socket.push(Buffer.from([byte]));
  await delay(20);
  expect(heard.join('|')).toBe('hello||end of /x');
});

test('an answer waits for the windows of the stream and of the connection', async () => {
  let sent = false;
  const { say, of } = client((stream) => {
    stream.respond(ok, 'more');
    void stream.write(Buffer.alloc(100_000)).then(() => (sent = true));
    stream.end(done);
  });
  const received = (): number => of(FrameType.data).reduce((sum, { payload }) => sum + payload.length, 0);
  const small = encodeFrame(FrameType.settings, 0, 0, encodeSettings([[Setting.initialWindowSize, 10]]));
  await say(preface, small, encodeFrame(FrameType.headers, ended, 1, path));
  expect(received()).toBe(10);
  await say(encodeFrame(FrameType.settings, 0, 0, encodeSettings([[Setting.initialWindowSize, 30]])));
  expect(received()).toBe(30);
  await say(encodeFrame(FrameType.windowUpdate, 0, 1, encodeUint32(1_000_000)));
  expect(received()).toBe(65_535);
  expect(sent).toBe(false);
  await say(encodeFrame(FrameType.windowUpdate, 0, 0, encodeUint32(1_000_000)));
  expect(received()).toBe(100_000);
  expect(sent).toBe(true);
  expect(of(FrameType.headers).map(({ flags }) => flags)).toEqual([Flag.endHeaders, ended]);
  expect(Math.max(...of(FrameType.data).map(({ payload }) => payload.length))).toBe(16_384);
});

test('one stream that may not send does not hold up another', async () => {
  const { say, of } = client((stream) => {
    stream.respond(ok, 'more');
    void stream.write(Buffer.alloc(stream.headers.get(':path') === '/x' ? 70_000 : 5));
    stream.end(done);
  });
  await say(hello, encodeFrame(FrameType.windowUpdate, 0, 0, encodeUint32(100_000)));
  await say(
    encodeFrame(FrameType.headers, ended, 1, path),
    encodeFrame(FrameType.headers, ended, 3, encodeHeaders([[':path', '/y']])),
  );
  expect(of(FrameType.headers).filter(({ flags }) => flags === ended)).toMatchObject([{ stream: 3 }]);
});

test('an answer before the client has finished tells it to stop, and the rest is not read', async () => {
  const heard: string[] = [];
  const { say, of, problems } = client((stream) => {
    stream.onData = (chunk) => heard.push(chunk.toString());
    stream.respond(ok);
  });
  await say(hello, encodeFrame(FrameType.headers, Flag.endHeaders, 1, path));
  expect(of(FrameType.resetStream)).toMatchObject([{ stream: 1, payload: encodeUint32(ErrorCode.noError) }]);
  await say(
    encodeFrame(FrameType.data, 0, 1, Buffer.from('late')),
    encodeFrame(FrameType.windowUpdate, 0, 1, encodeUint32(5)),
  );
  expect({ heard, problems }).toEqual({ heard: [], problems: [] });
});

test('a reset is reported and nothing is sent after it; a lost connection is not reported as one', async () => {
  const resets: number[] = [];
  const streams: Stream[] = [];
  const { socket, say, of } = client((stream) => {
    streams.push(stream);
    stream.onReset = () => resets.push(streams.indexOf(stream));
  });
  await say(hello, encodeFrame(FrameType.headers, ended, 1, path), encodeFrame(FrameType.headers, ended, 3, path));
  await say(encodeFrame(FrameType.resetStream, 0, 1, encodeUint32(ErrorCode.cancel)));
  streams[0]!.respond(ok);
  socket.destroy();
  await delay(5);
  streams[1]!.respond(ok);
  await streams[1]!.write(nothing);
  expect(resets).toEqual([0]);
  expect(streams.map(({ closed }) => closed)).toEqual([true, true]);
  expect(of(FrameType.headers)).toEqual([]);
});

test('a ping comes back', async () => {
  const { say, of } = client();
  await say(hello, encodeFrame(FrameType.ping, 0, 0, Buffer.from('12345678')));
  expect(of(FrameType.ping)).toMatchObject([{ flags: Flag.ack, payload: Buffer.from('12345678') }]);
});

test('a second header block is the end of the request, not another one', async () => {
  const events: string[] = [];
  const { say } = client((stream) => {
    events.push('begin');
    stream.onEnd = () => events.push('end');
  });
  await say(
    hello,
    encodeFrame(FrameType.headers, Flag.endHeaders, 1, path),
    encodeFrame(FrameType.headers, ended, 1, path),
  );
  expect(events).toEqual(['begin', 'end']);
});

test.each<[string, number, Buffer]>([
  ['something else than HTTP/2', ErrorCode.protocolError, Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  [
    'a frame that is too large',
    ErrorCode.frameSizeError,
    Buffer.concat([hello, Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 1])]),
  ],
  [
    'headers that cannot be decoded',
    ErrorCode.compressionError,
    Buffer.concat([hello, encodeFrame(FrameType.headers, ended, 1, Buffer.from([0xff]))]),
  ],
  [
    'an interrupted header block',
    ErrorCode.protocolError,
    Buffer.concat([hello, encodeFrame(FrameType.headers, 0, 1, path), hello.subarray(24)]),
  ],
  [
    'data of a stream that never began',
    ErrorCode.protocolError,
    Buffer.concat([hello, encodeFrame(FrameType.data, 0, 5, nothing)]),
  ],
  [
    'a stream with an even number',
    ErrorCode.protocolError,
    Buffer.concat([hello, encodeFrame(FrameType.headers, ended, 2, path)]),
  ],
  [
    'more padding than payload',
    ErrorCode.protocolError,
    Buffer.concat([hello, encodeFrame(FrameType.headers, ended | Flag.padded, 1, Buffer.from([9, 0]))]),
  ],
  [
    'a ping of the wrong size',
    ErrorCode.frameSizeError,
    Buffer.concat([hello, encodeFrame(FrameType.ping, 0, 0, nothing)]),
  ],
  [
    'a window that grows by nothing',
    ErrorCode.flowControlError,
    Buffer.concat([hello, encodeFrame(FrameType.windowUpdate, 0, 0, encodeUint32(0))]),
  ],
  [
    'a window beyond its limit',
    ErrorCode.flowControlError,
    Buffer.concat([hello, encodeFrame(FrameType.windowUpdate, 0, 0, encodeUint32(2 ** 31 - 1))]),
  ],
  [
    'a promise from a client',
    ErrorCode.protocolError,
    Buffer.concat([hello, encodeFrame(FrameType.pushPromise, 0, 1, nothing)]),
  ],
  [
    'headers without end',
    ErrorCode.protocolError,
    Buffer.concat([
      hello,
      encodeFrame(FrameType.headers, 0, 1, path),
      ...Array.from({ length: 20 }, () => encodeFrame(FrameType.continuation, 0, 1, Buffer.alloc(16_384))),
    ]),
  ],
])('%s ends the connection with the reason', async (_what, code, said) => {
  const { say, of, problems, socket } = client();
  await say(said);
  expect(of(FrameType.goAway).map(({ payload }) => payload.readUInt32BE(4))).toEqual([code]);
  expect(problems).toHaveLength(1);
  expect(socket.writableEnded).toBe(true);
});

test('random bytes after a good start end in a farewell or in nothing, never in an exception', async () => {
  const frame = fc
    .tuple(fc.nat({ max: 12 }), fc.nat({ max: 255 }), fc.constantFrom(0, 1, 3, 4), fc.uint8Array({ maxLength: 40 }))
    .map(([type, flags, stream, payload]) => encodeFrame(type, flags, stream, payload));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(frame, fc.uint8Array({ maxLength: 20 })), { maxLength: 12 }), async (parts) => {
      const { socket, of } = client((stream) => {
        stream.onEnd = () => stream.respond(ok);
      });
      socket.push(Buffer.concat([hello, ...parts]));
      await new Promise(setImmediate);
      expect(of(FrameType.goAway).length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 2_000 },
  );
});
