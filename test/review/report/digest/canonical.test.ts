import fc from 'fast-check';
import { UNKNOWN_VALUE } from '../../../../src/review/input/plan/plan';
import { canonicalJson, hashText } from '../../../../src/review/report/digest/canonical';

test('the order of keys and list elements makes no difference', () => {
  expect(canonicalJson({ a: 1, b: ['x', 'y'] })).toBe(canonicalJson({ b: ['y', 'x'], a: 1 }));
  expect(canonicalJson({ a: [{ b: 1, c: 2 }, 3] })).toBe(canonicalJson({ a: [3, { c: 2, b: 1 }] }));
});

test('absent members make no difference, other values do', () => {
  expect(canonicalJson({ a: 1, b: undefined, c: null })).toBe(canonicalJson({ a: 1 }));
  expect(canonicalJson({ a: '1' })).not.toBe(canonicalJson({ a: 1 }));
  expect(canonicalJson({ a: '' })).not.toBe(canonicalJson({}));
});

test('an unknown value equals no known one', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(value)).not.toBe(canonicalJson(UNKNOWN_VALUE));
    }),
  );
});

test('sha256 returns hexadecimal digits', () => {
  expect(hashText('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});
