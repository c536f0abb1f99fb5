import fc from 'fast-check';
import { AttributePath, Deferred, RawState, SchemaMessage } from '../../src/plugin/wire/messages';
import { decode, encode } from '../../src/grpc/codec';
import { providerMethods } from '../../src/plugin/wire/service';
import { Timestamp } from '../../src/grpc/well-known';
import { type MessageType, double, map, message, one, repeated, string } from '../../src/grpc/message';
import { arbitraryMessage } from './arbitrary-message';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

test('random messages of every call survive encoding and decoding', () => {
  for (const { request, response } of Object.values(providerMethods)) {
    for (const type of [request, response] as MessageType<object>[]) {
      fc.assert(
        fc.property(arbitraryMessage(type), (message) => expect(decode(type, encode(type, message))).toEqual(message)),
        { numRuns: 30 },
      );
    }
  }
});

test('bytes on the wire are those of the protobuf format', () => {
  expect(hex(encode(Timestamp, { seconds: 300, nanos: -1 }))).toBe('08ac02' + '10ffffffffffffffffff01');
  expect(hex(encode(RawState, { json: Buffer.from('{}'), flatmap: { a: 'b' } }))).toBe(
    '0a027b7d' + '1206' + '0a0161' + '120162',
  );
  expect(hex(encode(Deferred, { reason: 2 }))).toBe('0802');
});

test('a default is not written, an optional field that holds one is', () => {
  expect(hex(encode(Timestamp, { seconds: 0, nanos: 0 }))).toBe('');
  const steps = [{ attributeName: '' }, { elementKeyString: '' }, { elementKeyInt: 0 }];
  expect(hex(encode(AttributePath, { steps }))).toBe('0a020a00' + '0a021200' + '0a021800');
  expect(decode(AttributePath, encode(AttributePath, { steps })).steps).toEqual(steps);
});

test('what was left out is decoded as its default, and an absent message as undefined', () => {
  expect(decode(SchemaMessage, new Uint8Array(0))).toEqual({ version: 0 });
  expect(decode(RawState, new Uint8Array(0))).toEqual({ json: new Uint8Array(0), flatmap: {} });
});

test('an entry of a map without its value has the default of its type', () => {
  const type = message({ times: map(1, Timestamp), limits: map(2, 'int32') });
  expect(decode(type, Buffer.from('0a030a0161' + '12030a0162', 'hex'))).toEqual({
    times: { a: { seconds: 0, nanos: 0 } },
    limits: { b: 0 },
  });
});

test('an empty message is present', () => {
  const { response } = providerMethods.ReadResource;
  expect(decode(response, encode(response, { deferred: {} })).deferred).toEqual({ reason: 0 });
});

test('fields of a newer protocol are skipped, for every wire type', () => {
  const newer = Buffer.from('f80701' + 'fa070161' + 'fd0700000000' + 'f9070000000000000000' + 'fb07fc07', 'hex');
  expect(decode(Timestamp, Buffer.concat([newer, encode(Timestamp, { seconds: 7 })]))).toEqual({
    seconds: 7,
    nanos: 0,
  });
});

test('a known field with an unexpected wire type is skipped too', () => {
  expect(decode(Timestamp, Buffer.from('0a0161' + '1005', 'hex'))).toEqual({ seconds: 0, nanos: 5 });
});

test('keys that come from outside cannot reach a prototype', () => {
  const { flatmap } = decode(RawState, encode(RawState, { flatmap: JSON.parse('{"__proto__":"x"}') }));
  expect(Object.keys(flatmap)).toEqual(['__proto__']);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test('an integer that JavaScript cannot hold exactly is an error', () => {
  expect(() => decode(Timestamp, Buffer.from('08ffffffffffffffff7f', 'hex'))).toThrow(/seconds is 9223372036854775807/);
});

test('ten thousand malformed messages are decoded or refused with an Error, never anything else', () => {
  const types = Object.values(providerMethods).map(({ request }) => request as MessageType<unknown>);
  const any = fc.uint8Array({ maxLength: 80 });
  const seed = fc.oneof(...types.map((type) => fc.tuple(fc.constant(type), fc.oneof(any, mutated(type)))));
  fc.assert(
    fc.property(seed, ([type, bytes]) => {
      try {
        decode(type, bytes);
      } catch (error) {
        if (!(error instanceof Error)) expect(error).toBeInstanceOf(Error);
      }
    }),
    { numRuns: 10_000 },
  );
});

test('text that is not UTF-8 is refused, in a field and in a key', () => {
  expect(() => decode(AttributePath, Buffer.from('0a030a01ff', 'hex'))).toThrow(
    'attributeName contains text that is not UTF-8',
  );
  expect(() => decode(RawState, Buffer.from('12060a01ff120162', 'hex'))).toThrow(
    'flatmap contains text that is not UTF-8',
  );
  expect(decode(AttributePath, Buffer.from('0a070a05efbbbf6162', 'hex')).steps).toEqual([
    { attributeName: '\ufeffab' },
  ]);
});

test('a sparse message has what the wire said and nothing else', () => {
  const fields = {
    name: string(1),
    limits: map(2, 'int32'),
    ids: repeated(3, 'int32'),
    inner: one(4, message({}, { sparse: true })),
    ratio: double(5),
  };
  const sparse = message(fields, { sparse: true });
  expect(decode(sparse, new Uint8Array(0))).toEqual({});
  expect(decode(sparse, Buffer.from('0a00' + '2200', 'hex'))).toEqual({ inner: {} });
  const whole = { name: 'a', limits: { a: 0, b: -1 }, ids: [0, 300], inner: {}, ratio: 0.5 };
  expect(decode(sparse, encode(sparse, whole))).toEqual(whole);
  expect(decode(message(fields), new Uint8Array(0))).toEqual({ name: '', limits: {}, ids: [], ratio: 0 });
});

test('numbers of a list may come in one piece or one by one', () => {
  const list = message({ ids: repeated(3, 'int32') });
  expect(decode(list, Buffer.from('1a0301ac02' + '1807', 'hex'))).toEqual({ ids: [1, 300, 7] });
  expect(() => decode(list, Buffer.from('1a0201ac02', 'hex'))).toThrow();
});

test('a long list and a long map are read in linear time', () => {
  const type = message({ list: repeated(1, 'string'), map: map(2, 'string') });
  const list = Array.from({ length: 100_000 }, (_, index) => `${index}`);
  const decoded = decode(type, encode(type, { list, map: Object.fromEntries(list.map((key) => [`k${key}`, key])) }));
  expect([decoded.list.length, decoded.list.at(-1)]).toEqual([100_000, '99999']);
  expect([Object.keys(decoded.map).length, decoded.map['k99999']]).toEqual([100_000, '99999']);
}, 20_000);

test('nesting without end is refused', () => {
  const deep = Buffer.alloc(1_000_000, 0x0b);
  expect(() => decode(Timestamp, deep)).toThrow();
  let block: Uint8Array = new Uint8Array(0);
  for (let depth = 0; depth < 500; depth += 1) block = lengthDelimited(2, lengthDelimited(3, block));
  expect(() => decode(SchemaMessage, block)).toThrow();
});

test('groups without end are refused by their number, not by the end of the stack', () => {
  const nested = (depth: number) => Buffer.concat([Buffer.alloc(depth, 0x0b), Buffer.alloc(depth, 0x0c)]);
  expect(decode(Timestamp, nested(200))).toEqual({ seconds: 0, nanos: 0 });
  for (const depth of [201, 500_000])
    expect(() => decode(Timestamp, nested(depth))).toThrow('message is nested deeper than 200 levels');
  expect(() => decode(Timestamp, nested(3), { depth: 2 })).toThrow('message is nested deeper than 2 levels');
});

test('elements are counted over the whole message, at every level', () => {
  const inner = message({ list: repeated(1, 'string') });
  const type = message({ list: repeated(1, inner), map: map(2, 'string'), numbers: repeated(3, 'int32') });
  const value = { list: [{ list: ['', ''] }, { list: [''] }], map: { a: '', b: '' }, numbers: [1, 2, 3] };
  const encoded = encode(type, value);
  const packed = Buffer.concat([encode(type, { ...value, numbers: [] }), Buffer.from([0x1a, 3, 1, 2, 3])]);
  for (const bytes of [encoded, packed]) {
    expect(decode(type, bytes, { elements: 10 })).toEqual(value);
    expect(() => decode(type, bytes, { elements: 9 })).toThrow('message has more than 9 elements');
  }
});

function mutated(type: MessageType<unknown>): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(arbitraryMessage(type as MessageType<object>), fc.nat(), fc.nat({ max: 255 }), fc.nat())
    .map(([message, at, byte, cut]) => {
      const bytes = Buffer.from(encode(type as MessageType<object>, message));
      if (bytes.length > 0) bytes[at % bytes.length] = byte;
      return bytes.subarray(0, bytes.length - (cut % (bytes.length + 1)) / 2);
    });
}

function lengthDelimited(field: number, content: Uint8Array): Uint8Array {
  const length: number[] = [];
  for (let rest = content.length; ; rest >>= 7) {
    length.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) break;
  }
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...length]), content]);
}
