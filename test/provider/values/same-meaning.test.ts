import { claimMatch, moment, names, ordered, tags, text } from './types';
import { sameMeaning } from '../../../src/provider/values';

test.each([undefined, null, ''])('an absent text means the same as %j', (value) => {
  expect(sameMeaning(text, undefined, value)).toBe(true);
});

test('false, an empty list, map or message mean the same as nothing', () => {
  expect(sameMeaning({ is: 'bool' }, undefined, false)).toBe(true);
  expect(sameMeaning(names, undefined, [])).toBe(true);
  expect(sameMeaning(tags, null, {})).toBe(true);
  expect(sameMeaning(claimMatch, undefined, { issuer: '', claims: {} })).toBe(true);
});

test('something never means the same as nothing', () => {
  expect(sameMeaning(text, 'a', '')).toBe(false);
  expect(sameMeaning(claimMatch, { issuer: 'a' }, undefined)).toBe(false);
});

test('timestamps are moments, whatever their decimals', () => {
  expect(sameMeaning(moment, '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000000Z')).toBe(true);
  expect(sameMeaning(moment, '2026-01-02T03:04:05Z', '2026-01-02T03:04:06Z')).toBe(false);
});

test('order counts in a list and not in a set', () => {
  expect(sameMeaning(names, ['a', 'b'], ['b', 'a'])).toBe(true);
  expect(sameMeaning(ordered, ['a', 'b'], ['b', 'a'])).toBe(false);
  expect(sameMeaning(names, ['a', 'b'], ['a'])).toBe(false);
});

test('a key of a map is data, even with nothing as its value', () => {
  expect(sameMeaning(tags, { a: '', b: '1' }, { b: '1' })).toBe(false);
  expect(sameMeaning(tags, { a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true);
});

test('messages are compared field by field, absent ones as empty', () => {
  expect(sameMeaning(claimMatch, { issuer: 'a' }, { issuer: 'a', audience: '', claims: {} })).toBe(true);
  expect(sameMeaning(claimMatch, { issuer: 'a', audience: 'x' }, { issuer: 'a' })).toBe(false);
});
