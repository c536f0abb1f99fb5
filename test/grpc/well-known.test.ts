import fc from 'fast-check';
import { decode, encode } from '../../src/grpc/codec';
import { map, message, one, repeated } from '../../src/grpc/message';
import { namesIn } from '../../src/grpc/proto-file';
import { Duration, Empty, FieldMask, Timestamp, Value, wellKnownFiles } from '../../src/grpc/well-known';

test('any JSON value survives as a google.protobuf.Value, in its place', () => {
  const holder = message({ list: repeated(2, Value), map: map(3, Value) });
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const given = { list: [value, null], map: { a: value } };
      expect(JSON.stringify(decode(holder, encode(holder, given)))).toBe(JSON.stringify(given));
    }),
    { numRuns: 300 },
  );
});

test('a value without a kind is null', () => {
  expect(decode(message({ value: one(1, Value) }), Buffer.from('0a00', 'hex'))).toEqual({ value: null });
});

test('a field whose value is null is absent, and an element that is null stays', () => {
  const holder = message({ value: one(1, Value), list: repeated(2, Value) });
  const bytes = encode(holder, { value: null, list: [null] });
  expect(Buffer.from(bytes).toString('hex')).toBe('12020800');
  expect(decode(holder, bytes)).toEqual({ value: undefined, list: [null] });
});

test('a key of an object in a value cannot reach a prototype', () => {
  const value: unknown = JSON.parse('{"__proto__":{"admin":true}}');
  const decoded = decode(Value, encode(Value, value)) as object;
  expect(Object.keys(decoded)).toEqual(['__proto__']);
  expect((decoded as { admin?: boolean }).admin).toBeUndefined();
});

test('each file declares its own messages, and Value those within it', () => {
  const names = wellKnownFiles.map((file) => [file.name, [...namesIn(file)]]);
  expect(Object.fromEntries(names as [string, string[]][])).toEqual({
    'google/protobuf/empty.proto': [Empty.name],
    'google/protobuf/timestamp.proto': [Timestamp.name],
    'google/protobuf/duration.proto': [Duration.name],
    'google/protobuf/field_mask.proto': [FieldMask.name],
    'google/protobuf/struct.proto': [
      ...['Value', 'Struct', 'ListValue', 'NullValue'].map((name) => `google.protobuf.${name}`),
    ],
  });
});
