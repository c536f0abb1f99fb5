import { semanticEquals } from '../../src/schema';
import { claimMatch, moment, names, ordered, tags, text } from '../provider/convert/types';

test.each([undefined, null, ''])('an absent text means the same as %j', (value) => {
  expect(semanticEquals(text, undefined, value)).toBe(true);
});

test('false, an empty list, map or message mean the same as nothing', () => {
  expect(semanticEquals({ is: 'bool' }, undefined, false)).toBe(true);
  expect(semanticEquals(names, undefined, [])).toBe(true);
  expect(semanticEquals(tags, null, {})).toBe(true);
  expect(semanticEquals(claimMatch, undefined, { issuer: '', claims: {} })).toBe(true);
});

test('something never means the same as nothing', () => {
  expect(semanticEquals(text, 'a', '')).toBe(false);
  expect(semanticEquals(claimMatch, { issuer: 'a' }, undefined)).toBe(false);
});

test('timestamps are moments, whatever their decimals', () => {
  expect(semanticEquals(moment, '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000000Z')).toBe(true);
  expect(semanticEquals(moment, '2026-01-02T03:04:05Z', '2026-01-02T03:04:06Z')).toBe(false);
});

test('order counts in a list and not in a set', () => {
  expect(semanticEquals(names, ['a', 'b'], ['b', 'a'])).toBe(true);
  expect(semanticEquals(ordered, ['a', 'b'], ['b', 'a'])).toBe(false);
  expect(semanticEquals(names, ['a', 'b'], ['a'])).toBe(false);
});

test('a key of a map is data, even with nothing as its value', () => {
  expect(semanticEquals(tags, { a: '', b: '1' }, { b: '1' })).toBe(false);
  expect(semanticEquals(tags, { a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true);
});

test('messages are compared field by field, absent ones as empty', () => {
  expect(semanticEquals(claimMatch, { issuer: 'a' }, { issuer: 'a', audience: '', claims: {} })).toBe(true);
  expect(semanticEquals(claimMatch, { issuer: 'a', audience: 'x' }, { issuer: 'a' })).toBe(false);
});
