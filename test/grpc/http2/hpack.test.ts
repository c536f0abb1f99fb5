import { once } from 'node:events';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { encodeHeaders, HeaderDecoder, maxHeaderListBytes, readHeaders } from '../../../src/grpc/http2/hpack';
import { createHttp2Server } from '../../../src/grpc/http2/server';
import type { ServerStream } from '../../../src/grpc/http2/stream';

const bytes = (hex: string): Buffer => Buffer.from(hex.replace(/\s/g, ''), 'hex');

test.each([
  ['C.3, without Huffman', ['828684410f7777772e6578616d706c652e636f6d', '828684be58086e6f2d6361636865']],
  ['C.4, with Huffman', ['828684418cf1e3c2e5f23a6ba0ab90f4ff', '828684be5886a8eb10649cbf']],
])('the examples of the RFC are read, one after the other (%s)', (_name, [first = '', second = '']) => {
  const decoder = new HeaderDecoder();
  const request = [
    [':method', 'GET'],
    [':scheme', 'http'],
    [':path', '/'],
    [':authority', 'www.example.com'],
  ];
  expect(decoder.decode(bytes(first))).toEqual(request);
  expect(decoder.decode(bytes(second))).toEqual([...request, ['cache-control', 'no-cache']]);
});

test('an entry that does not fit into the table empties it, and a table that is made smaller forgets the oldest', () => {
  const decoder = new HeaderDecoder();
  const added = (name: string, value: string): Buffer =>
    Buffer.concat([Buffer.of(0x40), encodeHeaders({ [name]: value }).subarray(1)]);
  decoder.decode(added('a', '1'));
  decoder.decode(added('b', '2'));
  expect(decoder.decode(bytes('bebf'))).toEqual([
    ['b', '2'],
    ['a', '1'],
  ]);
  // 34 bytes each: room for one.
  expect(decoder.decode(bytes('3f 03 be'))).toEqual([['b', '2']]);
  expect(() => decoder.decode(bytes('bf'))).toThrow('there is no entry 63');
  decoder.decode(added('long', 'x'.repeat(100)));
  expect(() => decoder.decode(bytes('be'))).toThrow('there is no entry 62');
});

test.each([
  ['an index of nothing', '80', 'there is no entry 0'],
  ['an index beyond the tables', 'be', 'there is no entry 62'],
  ['a number without its end', 'ff', 'the headers end too early'],
  ['a number beyond all bounds', 'ffffffffffffff', 'a number is too large'],
  ['a text without its end', '000561', 'a text ends too early'],
  ['a text of no length', '00', 'the headers end too early'],
  ['a larger table than allowed', '3fe2ff03', 'the table is larger than allowed'],
  ['another size after a header', '8220', 'the size of the table changes after a header'],
  ['padding of Huffman that is too long', '000161 82 ffff', 'not valid Huffman code'],
  ['padding of Huffman that is no end of text', '000161 81 00', 'not valid Huffman code'],
  ['the end of text itself', '000161 84 ffffffff', 'not valid Huffman code'],
])('%s ends the connection', (_name, hex, message) => {
  expect(() => new HeaderDecoder().decode(bytes(hex))).toThrow(message);
});

test('the expansion of a few bytes is limited', () => {
  const decoder = new HeaderDecoder();
  const long = Buffer.concat([Buffer.of(0x40), encodeHeaders({ a: 'x'.repeat(4000) }).subarray(1)]);
  decoder.decode(long);
  const times = Math.ceil(maxHeaderListBytes / 4033);
  expect(() => decoder.decode(Buffer.alloc(times - 1, 0xbe))).not.toThrow();
  expect(() => decoder.decode(Buffer.alloc(times, 0xbe))).toThrow('the headers are too long');
});

test('what is encoded is read again, at any length', () => {
  for (const length of [0, 1, 126, 127, 128, 254, 255, 256, 16_510, 16_511, 16_512, 40_000]) {
    const value = 'é'.repeat(length);
    expect(new HeaderDecoder().decode(encodeHeaders({ 'x-long': value }))).toEqual([['x-long', value]]);
  }
});

test('any headers that Node sends, call after call, are read unchanged', async () => {
  const server = createHttp2Server();
  const seen: Record<string, unknown>[] = [];
  server.on('session', () => undefined);
  server.on('stream', (stream: ServerStream, headers: Record<string, unknown>) => {
    seen.push({ ...headers });
    stream.respond({ ':status': '200' }, { endStream: true });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const name = fc.stringMatching(/^x-[a-z0-9_.-]{1,20}$/);
  const value = fc.stringMatching(/^[!-~]([ -~]{0,60}[!-~])?$/);
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 20 }), fc.webPath(), async (headers, path) => {
      const sent = { ':method': 'POST', ':path': `/${path}`, ...headers };
      const stream = session.request(sent, { endStream: true });
      stream.resume();
      await once(stream, 'close');
      expect(seen.pop()).toMatchObject(sent);
    }),
    { numRuns: 300 },
  );
  session.destroy();
  server.close();
  await once(server, 'close');
}, 60_000);

test('headers that are not those of a request are refused', () => {
  const request = [
    [':method', 'POST'],
    [':path', '/'],
  ] as const;
  expect({ ...readHeaders([...request, ['a', '1'], ['a', '2']]) }).toMatchObject({ ':path': '/', a: '1, 2' });
  expect({ ...readHeaders([...request, ['__proto__', '1']]) }).toHaveProperty('__proto__', '1');
  for (const wrong of [
    [],
    request.slice(1),
    [...request, request[0]],
    [['a', '1'], ...request],
    [...request, ['A', '1']],
    [...request, ['', '1']],
    [...request, ['a', 'line\r\nbreak']],
  ] as [string, string][][])
    expect(readHeaders(wrong)).toBeUndefined();
});
