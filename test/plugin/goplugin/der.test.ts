import {
  bitString,
  boolean,
  derInteger,
  objectIdentifier,
  octetString,
  sequence,
  derSet,
  tagged,
  derTime,
  utf8String,
} from '../../../src/plugin/goplugin/der';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytes = (...values: number[]) => Uint8Array.from(values);

test('an integer has as few bytes as possible, and is never negative', () => {
  expect(hex(derInteger(bytes(0, 0, 5)))).toBe('020105');
  expect(hex(derInteger(bytes(0x80)))).toBe('02020080');
  expect(hex(derInteger(bytes(0x00, 0x80)))).toBe('02020080');
  expect(hex(derInteger(bytes(0)))).toBe('020100');
  expect(hex(derInteger(bytes()))).toBe('020100');
});

test('an object identifier joins its first two numbers, and divides large ones', () => {
  expect(hex(objectIdentifier('2.5.29.17'))).toBe('0603551d11');
  expect(hex(objectIdentifier('1.2.840.10045.4.3.2'))).toBe('06082a8648ce3d040302');
});

test('lengths from 128 bytes on say how many bytes they have', () => {
  expect(hex(octetString(new Uint8Array(127))).slice(0, 4)).toBe('047f');
  expect(hex(octetString(new Uint8Array(128))).slice(0, 6)).toBe('048180');
  expect(hex(octetString(new Uint8Array(65_536))).slice(0, 10)).toBe('0483010000');
});

test('times change their format in 2050, and have no fractions', () => {
  expect(derTime(new Date('2049-12-31T23:59:59.999Z')).toString('latin1').slice(2)).toBe('491231235959Z');
  expect(hex(derTime(new Date('2049-12-31T23:59:59Z'))).slice(0, 2)).toBe('17');
  expect(derTime(new Date('2050-01-01T00:00:00Z')).toString('latin1').slice(2)).toBe('20500101000000Z');
  expect(hex(derTime(new Date('2050-01-01T00:00:00Z'))).slice(0, 2)).toBe('18');
});

test('elements contain elements', () => {
  expect(hex(sequence(boolean(true), boolean(false)))).toBe('30060101ff010100');
  expect(hex(derSet(utf8String('é')))).toBe('31040c02c3a9');
  expect(hex(tagged(3, boolean(true), true))).toBe('a3030101ff');
  expect(hex(tagged(1, bytes(7), false))).toBe('810107');
  expect(hex(bitString(bytes(0xa0), 5))).toBe('030205a0');
});
