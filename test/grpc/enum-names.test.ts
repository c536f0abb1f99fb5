import fc from 'fast-check';
import { decode, encode } from '../../src/grpc/codec';
import { getEnumName, getEnumNumber, int64Text, named, repeatedNames } from '../../src/grpc/enum-names';
import { map, message, type EnumType } from '../../src/grpc/message';

const color: EnumType = { name: 'acme.Color', prefix: 'COLOR', values: { COLOR_UNSPECIFIED: 0, COLOR_RED: 1 } };

test('a declared name has its number, and the other way around', () => {
  expect([getEnumNumber(color, 'COLOR_RED'), getEnumName(color, 1)]).toEqual([1, 'COLOR_RED']);
});

test('every number and every name survives both directions', () => {
  const names = fc.oneof(
    fc.integer({ min: -99, max: 99 }).map((number) => `COLOR_${number}`),
    fc.constantFrom(
      'COLOR_',
      'COLOR_007',
      'COLOR_1.5',
      'COLOR_2147483648',
      'COLOR_1e3',
      '',
      'RED',
      'constructor',
      '__proto__',
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.integer(), (number) => expect(getEnumNumber(color, getEnumName(color, number))).toBe(number)),
  );
  fc.assert(fc.property(names, (name) => expect(getEnumName(color, getEnumNumber(color, name))).toBe(name)));
});

test('a name that looks like the number of another value is not that value', () => {
  expect(getEnumNumber(color, 'COLOR_1')).toBeGreaterThanOrEqual(2 ** 30);
  expect(getEnumNumber(color, 'COLOR_2')).toBe(2);
});

test('names without a number stay within 32 bits, and differ', () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `COLOR_NEW_${index}`);
  const numbers = names.map((name) => getEnumNumber(color, name));
  expect(new Set(numbers).size).toBe(names.length);
  expect(Math.max(...numbers)).toBeLessThan(2 ** 31);
  expect(numbers.map((number) => getEnumName(color, number))).toEqual(names);
});

test('fields of names are enums on the wire, an unset one is absent, and an unset element is not', () => {
  const type = message({ one: named(1, color), many: repeatedNames(2, color) }, { sparse: true });
  const value = { one: 'COLOR_RED', many: ['COLOR_RED', 'COLOR_7'] };
  expect(Buffer.from(encode(type, value)).toString('hex')).toBe('0801' + '1001' + '1007');
  expect(decode(type, encode(type, value))).toEqual(value);
  expect(decode(type, Buffer.from('0800' + '12020001', 'hex'))).toEqual({ many: ['COLOR_UNSPECIFIED', 'COLOR_RED'] });
});

test('numbers as text, also as keys of a map', () => {
  const inner = message({ id: int64Text(1) }, { sparse: true });
  const type = message({ byId: { ...map(1, inner), key: 'int64' } }, { sparse: true });
  const value = { byId: { '42': { id: '7' }, '-1': {} } };
  expect(decode(type, encode(type, value))).toEqual(value);
  expect(Buffer.from(encode(type, { byId: { '42': { id: '7' } } })).toString('hex')).toBe(
    '0a06' + '082a' + '1202' + '0807',
  );
});
