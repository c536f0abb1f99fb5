import { connect } from 'node:http2';
import { createServer, type AddressInfo } from 'node:net';
import fc from 'fast-check';
import { serveConnection } from '../../../../src/plugin/goplugin/http2';
import { createHeaderDecoder, encodeHeaders, type Header } from '../../../../src/plugin/goplugin/http2/hpack';
import { decodeHuffman } from '../../../../src/plugin/goplugin/http2/huffman';

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');

test('the examples of RFC 7541 C.4: three requests with Huffman codes on one connection', () => {
  const decoder = createHeaderDecoder();
  const first = [
    [':method', 'GET'],
    [':scheme', 'http'],
    [':path', '/'],
    [':authority', 'www.example.com'],
  ];
  expect(decoder.decode(bytes('8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff'))).toEqual(first);
  expect(decoder.decode(bytes('8286 84be 5886 a8eb 1064 9cbf'))).toEqual([...first, ['cache-control', 'no-cache']]);
  expect(decoder.decode(bytes('8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf'))).toEqual([
    [':method', 'GET'],
    [':scheme', 'https'],
    [':path', '/index.html'],
    [':authority', 'www.example.com'],
    ['custom-key', 'custom-value'],
  ]);
});

test('the examples of RFC 7541 C.5: a table of 256 bytes forgets its oldest headers', () => {
  const decoder = createHeaderDecoder();
  decoder.decode(bytes('3fe101'));
  const date = 'Mon, 21 Oct 2013 20:13:21 GMT';
  const first = bytes(
    '4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133' +
      '2032 303a 3133 3a32 3120 474d 546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d',
  );
  expect(decoder.decode(first)).toEqual([
    [':status', '302'],
    ['cache-control', 'private'],
    ['date', date],
    ['location', 'https://www.example.com'],
  ]);
  expect(decoder.decode(bytes('4803 3330 37c1 c0bf'))).toEqual([
    [':status', '307'],
    ['cache-control', 'private'],
    ['date', date],
    ['location', 'https://www.example.com'],
  ]);
});

test('every character that another implementation encodes is read as it was meant', async () => {
  // Enough short codes around it that the other side prefers the Huffman code even for the longest.
  const sent = Array.from(
    { length: 0xff - 0x21 },
    (_, index) => `${'a'.repeat(60)}${String.fromCharCode(0x21 + index)}`,
  )
    .filter((value) => !value.endsWith('\x7f'))
    .map((value, index): Header => [`x-${index}`, value]);
  const received = new Promise<ReadonlyMap<string, string>>((resolve) => {
    const server = createServer((socket) =>
      serveConnection(socket, {
        onProblem: () => undefined,
        onStream: (stream) => {
          resolve(stream.headers);
          socket.destroy();
          server.close();
        },
      }),
    ).listen(0, () => {
      const session = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
      session.on('error', () => undefined);
      session
        .request(Object.fromEntries(sent))
        .on('error', () => undefined)
        .end();
    });
  });
  const headers = await received;
  for (const [name, value] of sent) expect(headers.get(name)).toBe(value);
});

test('what we encode is what we decode, at every length', () => {
  const name = fc.stringMatching(/^[a-z-]{1,140}$/);
  const value = fc.oneof(
    fc.stringMatching(/^[ -~]{0,20}$/),
    fc.integer({ min: 100, max: 20_000 }).map((length) => 'x'.repeat(length)),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 5 }), (headers: Header[]) =>
      expect(createHeaderDecoder().decode(encodeHeaders(headers))).toEqual(headers),
    ),
  );
});

test('malformed blocks are errors', () => {
  for (const block of ['80', 'c0', '7f', '7fffffffffff7f', '41', '4103ff', '3fffff03', '0001']) {
    expect(() => createHeaderDecoder().decode(bytes(block))).toThrow();
  }
  for (const string of ['00', 'ffffffff', 'fffffffc']) expect(() => decodeHuffman(bytes(string))).toThrow();
});

test('random blocks are decoded or refused with an Error, and never run away', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 5 }), (blocks) => {
      const decoder = createHeaderDecoder();
      try {
        for (const block of blocks) decoder.decode(block);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
    { numRuns: 5_000 },
  );
});
