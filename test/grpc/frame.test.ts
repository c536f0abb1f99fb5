import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import { frame, readMessages, readOneMessage } from '../../src/grpc/frame';

type Stream = Parameters<typeof readMessages>[0];
const streamOf = (chunks: readonly Uint8Array[]) =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk))) as unknown as Stream;

/** Reads the chunks, and returns the received messages and the last event. */
async function read(chunks: readonly Uint8Array[], maxBytes = 100): Promise<{ messages: string[]; last: string }> {
  const messages: string[] = [];
  const stream = streamOf(chunks);
  const last = await new Promise<string>((resolve) =>
    readMessages(stream, maxBytes, {
      message: (message) => void messages.push(Buffer.from(message).toString()),
      end: () => resolve('end'),
      error: ({ status, message }) => resolve(`${status}: ${message}`),
    }),
  );
  return { messages, last };
}

test('a frame is a byte for compression, four bytes of length, and the message', () => {
  expect(frame(Buffer.from('abc')).toString('hex')).toBe('0000000003616263');
  expect(frame(new Uint8Array(0)).toString('hex')).toBe('0000000000');
});

test('messages survive any division of their bytes into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ maxLength: 10 }), { maxLength: 4 }),
      fc.array(fc.nat(40)),
      async (texts, cuts) => {
        const bytes = Buffer.concat(texts.map((text) => frame(Buffer.from(text))));
        const edges = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort(
          (a, b) => a - b,
        );
        const chunks = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
        expect(await read(chunks)).toEqual({ messages: texts, last: 'end' });
      },
    ),
    { numRuns: 50 },
  );
});

test('a message may be as long as the limit, and no longer', async () => {
  expect(await read([frame(Buffer.alloc(100, 'a'))])).toMatchObject({ last: 'end' });
  expect(await read([frame(Buffer.alloc(101, 'a'))])).toEqual({
    messages: [],
    last: '8: the message has 101 bytes, more than the limit of 100',
  });
});

test('a length beyond the limit is refused before the message arrives', async () => {
  expect(await read([Buffer.from('00ffffffff', 'hex')])).toMatchObject({ last: expect.stringMatching(/^8: /) });
});

test('a compressed message is refused', async () => {
  expect(await read([frame(Buffer.from('a')), Buffer.from('010000000161', 'hex')])).toEqual({
    messages: ['a'],
    last: '12: compressed messages are not supported',
  });
});

test.each([['0000'], ['00000000026']])('a stream that ends within a frame (%s) is an internal error', async (hex) => {
  expect(await read([Buffer.from(hex, 'hex')])).toMatchObject({ messages: [], last: expect.stringMatching(/^13: /) });
});

test('after an error nothing more is read, and the stream is emptied', async () => {
  const stream = new PassThrough();
  const events: string[] = [];
  readMessages(stream as unknown as Stream, 1, {
    message: () => events.push('message'),
    end: () => events.push('end'),
    error: () => events.push('error'),
  });
  const ended = new Promise((resolve) => stream.on('close', resolve));
  stream.write(frame(Buffer.from('ab')));
  stream.end(frame(Buffer.from('a')));
  await ended;
  expect(events).toEqual(['error']);
});

test('a request is exactly one message', async () => {
  const one = frame(Buffer.from('a'));
  expect(Buffer.from(await readOneMessage(streamOf([one]), 100)).toString()).toBe('a');
  for (const chunks of [[], [one, one], [one, one.subarray(0, 3)]])
    await expect(readOneMessage(streamOf(chunks), 100)).rejects.toMatchObject({
      status: 13,
      message: 'the request is not exactly one whole message',
    });
});
