import { UNKNOWN_VALUE } from '../../../../src/review/input/plan/plan';
import {
  attribute,
  hasUnknown,
  holdsTrue,
  isSensitive,
  textAttribute,
  withUnknown,
} from '../../../../src/review/input/plan/values';

test('withUnknown marks values that are known only after the apply', () => {
  expect(withUnknown({ name: 'ci' }, { uid: true })).toEqual({ name: 'ci', uid: UNKNOWN_VALUE });
  expect(withUnknown({ list: ['a', null] }, { list: [false, true] })).toEqual({ list: ['a', UNKNOWN_VALUE] });
  expect(withUnknown({ list: ['a'] }, { list: [false, true] })).toEqual({ list: ['a', UNKNOWN_VALUE] });
  expect(withUnknown({ nested: { a: 1 } }, { nested: { b: true } })).toEqual({ nested: { a: 1, b: UNKNOWN_VALUE } });
  expect(withUnknown({ a: 1 }, {})).toEqual({ a: 1 });
  expect(withUnknown(null, true)).toBe(UNKNOWN_VALUE);
});

test('hasUnknown finds a mark at any depth', () => {
  expect(hasUnknown({ a: [{ b: UNKNOWN_VALUE }] })).toBe(true);
  expect(hasUnknown({ a: [{ b: null }], c: '' })).toBe(false);
});

test('isSensitive follows a path in each mask, and includes everything within the value', () => {
  expect(isSensitive([{ claim_match: { subject: true } }], 'claim_match')).toBe(true);
  expect(isSensitive([{ claim_match: { subject: true } }], 'claim_match', 'issuer')).toBe(false);
  expect(isSensitive([{ claim_match: true }], 'claim_match', 'issuer')).toBe(true);
  expect(isSensitive([{}, { name: true }], 'name')).toBe(true);
  expect(isSensitive([true], 'name')).toBe(true);
  expect(isSensitive([{}], 'constructor')).toBe(false);
  expect(isSensitive([], 'name')).toBe(false);
});

test('holdsTrue finds a mark in lists and objects', () => {
  expect(holdsTrue([false, { a: true }])).toBe(true);
  expect(holdsTrue([false, {}, null])).toBe(false);
});

test('attribute treats null as absent, and ignores inherited names', () => {
  expect(attribute({ name: null }, 'name')).toBeUndefined();
  expect(attribute({ name: '' }, 'name')).toBe('');
  expect(attribute({}, 'constructor')).toBeUndefined();
});

test('textAttribute returns a known text that is not empty', () => {
  expect(textAttribute({ name: 'ci' }, 'name')).toBe('ci');
  expect(textAttribute({ name: '' }, 'name')).toBeUndefined();
  expect(textAttribute({ name: 1 }, 'name')).toBeUndefined();
  expect(textAttribute({ name: UNKNOWN_VALUE }, 'name')).toBeUndefined();
});
