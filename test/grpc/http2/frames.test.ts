import fc from 'fast-check';
import { encodeFrame, Flag, FrameReader, FrameType, maxFrameBytes, type Frame } from '../../../src/grpc/http2/frames';

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const settings = encodeFrame(FrameType.settings, 0, 0, new Uint8Array(0));
const opening = Buffer.concat([preface, settings]);

/** Reads the chunks after the opening of the client; the frame of its settings is left out. */
function read(...chunks: readonly Uint8Array[]): Frame[] {
  const frames: Frame[] = [];
  const reader = new FrameReader((frame) => void frames.push(frame));
  reader.read(opening);
  for (const chunk of chunks) reader.read(Buffer.from(chunk));
  return frames.slice(1);
}
const bytes = (length: number) => new Uint8Array(length);

test('frames survive any division of their bytes into chunks', () => {
  const frames = fc.array(fc.tuple(fc.constantFrom(1, 3, 5), fc.uint8Array({ maxLength: 30 })), { maxLength: 5 });
  fc.assert(
    fc.property(frames, fc.integer({ min: 1, max: 20 }), (given, size) => {
      const sent = Buffer.concat(given.map(([id, payload]) => encodeFrame(FrameType.data, 0, id, payload)));
      const all = Buffer.concat([opening, sent]);
      const received: Frame[] = [];
      const reader = new FrameReader((frame) => void received.push(frame));
      for (let at = 0; at < all.length; at += size) reader.read(all.subarray(at, at + size));
      expect(received.slice(1).map(({ id, payload }) => [id, Uint8Array.from(payload)])).toEqual(given);
    }),
    { numRuns: 100 },
  );
});

test('a client of another protocol is refused with its first different byte', () => {
  const reader = new FrameReader(() => undefined);
  expect(() => reader.read(Buffer.from('G'))).toThrow('HTTP/2: the client does not speak HTTP/2');
  expect(() => new FrameReader(() => undefined).read(Buffer.from('PRI * HTTP/1'))).toThrow('does not speak HTTP/2');
});

test('a client begins with its settings, and not with an acknowledgement of them', () => {
  for (const first of [
    encodeFrame(FrameType.ping, 0, 0, bytes(8)),
    encodeFrame(FrameType.settings, Flag.ack, 0, bytes(0)),
  ])
    expect(() => new FrameReader(() => undefined).read(Buffer.concat([preface, first]))).toThrow(
      'the client does not begin with settings',
    );
});

test('padding and priority are not part of the payload, but of the length', () => {
  const padded = Buffer.from([2, ...Buffer.from('abc'), 0, 0]);
  expect(read(encodeFrame(FrameType.data, Flag.padded, 1, padded))).toMatchObject([
    { payload: Buffer.from('abc'), length: 6 },
  ]);
  const headers = Buffer.from([1, ...bytes(5), ...Buffer.from('h'), 0]);
  const flags = Flag.padded | Flag.priority | Flag.endHeaders;
  expect(read(encodeFrame(FrameType.headers, flags, 1, headers))).toMatchObject([{ payload: Buffer.from('h') }]);
});

test('more padding than frame is an error, also in an empty frame', () => {
  for (const payload of [Buffer.from([3, 0, 0]), bytes(0)])
    expect(() => read(encodeFrame(FrameType.data, Flag.padded, 1, payload))).toThrow(
      'padding is longer than the frame',
    );
});

test('headers may continue in further frames, without any other frame between them', () => {
  const begin = encodeFrame(FrameType.headers, Flag.endStream, 1, Buffer.from('a'));
  const middle = encodeFrame(FrameType.continuation, 0, 1, Buffer.from('b'));
  const end = encodeFrame(FrameType.continuation, Flag.endHeaders, 1, Buffer.from('c'));
  expect(read(begin, middle, end)).toMatchObject([
    { type: FrameType.headers, flags: Flag.endStream | Flag.endHeaders, payload: Buffer.from('abc') },
  ]);
  const other = encodeFrame(FrameType.continuation, Flag.endHeaders, 3, Buffer.from('c'));
  for (const interruption of [other, encodeFrame(FrameType.ping, 0, 0, bytes(8))])
    expect(() => read(begin, interruption)).toThrow('headers are interrupted');
  expect(() => read(end)).toThrow('a continuation without headers');
});

test('headers without end are refused', () => {
  const begin = encodeFrame(FrameType.headers, 0, 1, bytes(maxFrameBytes));
  const more = encodeFrame(FrameType.continuation, 0, 1, bytes(maxFrameBytes));
  expect(() => read(begin, more, more, more)).not.toThrow();
  expect(() => read(begin, more, more, more, more)).toThrow('the headers are too long');
});

test('a frame that is too long is refused by its length', () => {
  const header = encodeFrame(FrameType.data, 0, 1, bytes(maxFrameBytes + 1)).subarray(0, 9);
  expect(() => read(header)).toThrow(`a frame has ${maxFrameBytes + 1} bytes`);
});

test.each([
  ['settings for a stream', encodeFrame(FrameType.settings, 0, 1, bytes(0)), 'a frame of type 4 for stream 1'],
  ['data for the connection', encodeFrame(FrameType.data, 0, 0, bytes(1)), 'a frame of type 0 for stream 0'],
  ['half a setting', encodeFrame(FrameType.settings, 0, 0, bytes(5)), 'a frame of type 4 has 5 bytes'],
  ['an acknowledgement with settings', encodeFrame(FrameType.settings, Flag.ack, 0, bytes(6)), 'type 4 has 6 bytes'],
  ['a short ping', encodeFrame(FrameType.ping, 0, 0, bytes(7)), 'type 6 has 7 bytes'],
  ['a long window', encodeFrame(FrameType.windowUpdate, 0, 1, bytes(5)), 'type 8 has 5 bytes'],
  ['a reset without a code', encodeFrame(FrameType.resetStream, 0, 1, bytes(0)), 'type 3 has 0 bytes'],
])('%s is an error of the connection', (_name, frame, message) => {
  expect(() => read(frame)).toThrow(message);
});
