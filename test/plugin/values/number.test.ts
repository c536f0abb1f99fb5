import fc from 'fast-check';
import {
  compareNumbers,
  fromDouble,
  isNum,
  toNumberKey,
  numbersEqual,
  parseNumber,
} from '../../../src/plugin/values/number';

test.each([
  ['0', 0],
  ['-0', 0],
  ['00012.500', 12.5],
  ['1e3', 1000],
  ['.5', 0.5],
  ['5.', 5],
  ['-9007199254740993', -9007199254740993n],
  ['0.30000000000000004', 0.30000000000000004],
])('%s is read as %p', (text, expected) => {
  expect(parseNumber(text)).toBe(expected);
});

test.each(['', '.', '1.2.3', 'Infinity', 'NaN', '0x10', '1e', ' 1', '1e9999999'])('%p is no number', (text) => {
  expect(parseNumber(text)).toBeUndefined();
});

test('a number too long to write out is kept as text', () => {
  expect(parseNumber('1e5000')).toEqual({ decimal: '1e5000' });
});

test('equality looks at the digits, not at the form', () => {
  expect(numbersEqual(0.1, { decimal: '0.10' })).toBe(true);
  expect(numbersEqual(100, 100n)).toBe(true);
  expect(numbersEqual({ decimal: '0.1000000000000000055' }, 0.1)).toBe(false);
  expect(numbersEqual(2 ** 53, 2n ** 53n + 1n)).toBe(false);
  expect(numbersEqual(2 ** 60, 2n ** 60n)).toBe(true);
});

test('digits beyond what Terraform keeps do not matter', () => {
  expect(toNumberKey({ decimal: `0.${'3'.repeat(160)}` })).toBe(toNumberKey({ decimal: `0.${'3'.repeat(170)}` }));
});

test('order is that of the numbers', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (a, b) => {
        expect(compareNumbers(a, b)).toBe(Math.sign(a - b) || (a === b ? 0 : a < b ? -1 : 1));
      },
    ),
  );
});

test('a double is read as exactly its binary value', () => {
  expect(fromDouble(0.5)).toBe(0.5);
  expect(fromDouble(1e21)).toBe(10n ** 21n);
  expect(fromDouble(0.1)).toEqual({ decimal: '1000000000000000055511151231257827021181583404541015625e-55' });
  expect(fromDouble(Infinity)).toBeUndefined();
  expect(isNum(NaN)).toBe(false);
});
