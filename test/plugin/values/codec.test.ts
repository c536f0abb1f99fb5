// @slow
import { decode as decodeMsgpack, encode as encodeMsgpack, ExtData } from '@msgpack/msgpack';
import fc from 'fast-check';
import { Dyn, UNKNOWN, isUnknown, type CtyType } from '../../../src/plugin';
import { conform, valuesEqual } from '../../../src/plugin/values/normal-form';
import { decodeValue, encodeValue } from '../../../src/plugin/values/codec';
import { ValueError } from '../../../src/plugin/values/types';
import { arbitraryType, arbitraryValue } from '../support/arbitrary-values';

const roundTrip = (value: unknown, type: CtyType): unknown => decodeValue(encodeValue(value, type), type);
const wire = (...bytes: number[]): Uint8Array => new Uint8Array(bytes);

test('20,000 random values of random types come back equal, and encode to the same bytes again', () => {
  const valuesPerType = 50;
  fc.assert(
    fc.property(
      arbitraryType.chain((type) =>
        fc.tuple(
          fc.constant(type),
          fc.array(arbitraryValue(type), { minLength: valuesPerType, maxLength: valuesPerType }),
        ),
      ),
      ([type, values]) => {
        for (const value of values) {
          const bytes = encodeValue(value, type);
          const back = decodeValue(bytes, type);
          if (!valuesEqual(back, value, type)) throw new Error('differs');
          if (Buffer.compare(encodeValue(back, type), bytes) !== 0) throw new Error('other bytes');
        }
      },
    ),
    { numRuns: 20_000 / valuesPerType },
  );
}, 60_000);

test('a string keeps the byte order mark that it begins with', () => {
  expect(roundTrip('\uFEFFname', 'string')).toBe('\uFEFFname');
  expect(roundTrip({ '\uFEFF': 'a' }, ['map', 'string'])).toEqual({ '\uFEFF': 'a' });
});

test('half of a character becomes a replacement character, as in every text of JavaScript', () => {
  expect(roundTrip({ '\uD800': 'a\uDC00' }, ['map', 'string'])).toEqual({ '\uFFFD': 'a\uFFFD' });
});

test('a long string keeps the byte order mark that it begins with', () => {
  const text = `\uFEFF${'a'.repeat(1_000)}`;
  expect(roundTrip(text, 'string')).toBe(text);
});

test('what is known about an unknown value travels through untouched', () => {
  const refined = wire(0xc7, 7, 12, 0x82, 1, 0xc2, 2, 0xa2, 0x70, 0x2d);
  const value = decodeValue(refined, 'string');
  expect(isUnknown(value)).toBe(true);
  expect(encodeValue(value, 'string')).toEqual(refined);
});

test('every other extension is unknown, and an unknown is written as Terraform writes it', () => {
  expect(decodeValue(wire(0xd4, 0, 0), 'number')).toBe(UNKNOWN);
  expect(decodeValue(wire(0xc7, 0, 99), 'bool')).toBe(UNKNOWN);
  expect(decodeValue(wire(0xd8, 5, ...Array<number>(16).fill(1)), ['list', 'string'])).toBe(UNKNOWN);
  expect(encodeValue(UNKNOWN, ['map', 'string'])).toEqual(wire(0xd4, 0, 0));
});

test.each([
  ['small', wire(0x05), 5],
  ['negative', wire(0xe0), -32],
  ['int64 beyond a double', wire(0xd3, 0x80, 0, 0, 0, 0, 0, 0, 0), -(2n ** 63n)],
  ['a safe int64', wire(0xcf, 0, 0, 0, 1, 0, 0, 0, 0), 4294967296],
  ['0.1 as text', encodeMsgpack('0.1'), 0.1],
  ['2^53+1 as text', encodeMsgpack('9007199254740993'), 9007199254740993n],
  ['1e21 as text', encodeMsgpack('1000000000000000000000'), 10n ** 21n],
  ['a whole float', encodeMsgpack(2 ** 60, { forceIntegerToFloat: true }), 2n ** 60n],
  ['3.5 as float64', encodeMsgpack(3.5), 3.5],
  [
    '2^-30, which has more digits than a double prints',
    encodeMsgpack(2 ** -30),
    { decimal: '931322574615478515625e-30' },
  ],
  ['1/3', encodeMsgpack(`0.${'3'.repeat(154)}`), { decimal: `0.${'3'.repeat(154)}` }],
])('a number is exact: %s', (_, bytes, expected) => {
  const value = decodeValue(bytes, 'number');
  expect(value).toEqual(expected);
  expect(valuesEqual(roundTrip(value, 'number'), value, 'number')).toBe(true);
});

test('an object is written in alphabetical order with null for missing keys, for any order of its keys', () => {
  const type: CtyType = ['object', { b: 'number', a: 'string', c: ['list', 'bool'] }];
  const bytes = encodeValue({ c: [true], a: 'x', b: null }, type);
  expect(decodeMsgpack(bytes)).toEqual({ a: 'x', b: null, c: [true] });
  expect(Object.keys(decodeMsgpack(bytes) as object)).toEqual(['a', 'b', 'c']);
});

test('a dynamic value carries its type as binary, also when nested, null or unknown', () => {
  const type: CtyType = ['map', 'dynamic'];
  const value = {
    a: new Dyn(['tuple', ['string']], ['x']),
    b: new Dyn('string', null),
    c: new Dyn('bool', UNKNOWN),
    d: null,
  };
  const raw = decodeMsgpack(encodeValue(value, type)) as Record<string, unknown[]>;
  expect(raw['a']).toEqual([new Uint8Array(Buffer.from('["tuple",["string"]]')), ['x']]);
  expect(raw['c']![1]).toBeInstanceOf(ExtData);
  expect(roundTrip(value, type)).toEqual(value);
});

test('keys with a meaning in JavaScript are keys like any other', () => {
  const value = conform(JSON.parse('{"__proto__":"a",".__proto__":"b","constructor":"c","10":"d","9":"e"}'), [
    'map',
    'string',
  ]);
  const back = roundTrip(value, ['map', 'string']) as object;
  expect(Object.entries(back)).toEqual([
    ['9', 'e'],
    ['10', 'd'],
    ['.__proto__', 'b'],
    ['__proto__', 'a'],
    ['constructor', 'c'],
  ]);
  expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
});

test.each<[string, Uint8Array, CtyType, string]>([
  [
    'a missing attribute',
    encodeMsgpack({ a: 'x' }),
    ['object', { a: 'string', b: 'string' }],
    'expected object, got map',
  ],
  ['a foreign attribute', encodeMsgpack({ z: 'x' }), ['object', { a: 'string' }], 'there is no attribute "z"'],
  ['text for a bool', encodeMsgpack('true'), 'bool', 'expected bool, got string'],
  ['a list that ends early', wire(0xdd, 0xff, 0xff, 0xff, 0xff), ['list', 'string'], 'the bytes are no value'],
  ['invalid UTF-8', wire(0xa1, 0xff), 'string', 'not valid UTF-8'],
  ['more than a value', wire(0xc0, 0xc0), 'string', 'Extra 1 of 2 byte(s)'],
  ['nothing', wire(), 'string', 'the bytes are no value'],
  ['a NaN', wire(0xcb, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0), 'number', 'expected number'],
])('bytes that are no value of the type are refused: %s', (_, bytes, type, message) => {
  expect(() => decodeValue(bytes, type)).toThrow(ValueError);
  expect(() => decodeValue(bytes, type)).toThrow(message);
});

test('10,000 random byte strings are a value or a ValueError', () => {
  fc.assert(
    fc.property(arbitraryType, fc.uint8Array({ maxLength: 60 }), (type, bytes) => {
      try {
        decodeValue(bytes, type);
      } catch (error) {
        if (!(error instanceof ValueError)) throw error;
      }
    }),
    { numRuns: 10_000 },
  );
});

test('a type nested too deep is refused, not a stack overflow', () => {
  const deep = `${'["list",'.repeat(20_000)}"string"${']'.repeat(20_000)}`;
  const bytes = encodeMsgpack([new Uint8Array(Buffer.from(deep)), null]);
  expect(() => decodeValue(bytes, 'dynamic')).toThrow(/nested/);
});
