import fc from 'fast-check';
import { UNKNOWN } from '../../../src/plugin';
import { attributeValue } from '../../../src/provider/convert/to-state';
import { apiValue } from '../../../src/provider/convert/to-api';
import { type FieldType, semanticEquals } from '../../../src/model/schema';
import { claimMatch, moment, names, ordered, tags, text } from './types';

test('the value of the user is kept if the response means the same', () => {
  expect(attributeValue(text, '', '', 'null')).toBe('');
  expect(attributeValue(text, '', null, 'null')).toBeNull();
  expect(attributeValue(text, undefined, '', 'null')).toBe('');
  expect(attributeValue(moment, '2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05Z', 'null')).toBe(
    '2026-01-02T03:04:05Z',
  );
  expect(attributeValue(names, ['b', 'a'], ['a', 'b'], 'null')).toEqual(['a', 'b']);
  expect(attributeValue(names, [], null, 'null')).toBeNull();
  expect(attributeValue(tags, undefined, {}, 'null')).toEqual({});
});

test('a changed value comes from the response', () => {
  expect(attributeValue(text, 'new', 'old', 'null')).toBe('new');
  expect(attributeValue(text, '', 'old', 'null')).toBeNull();
  expect(attributeValue(ordered, ['b', 'a'], ['a', 'b'], 'null')).toEqual(['b', 'a']);
});

test('outputs are stored as received', () => {
  expect(attributeValue({ is: 'bool' }, false, null, 'asIs')).toBe(false);
  expect(attributeValue(tags, {}, UNKNOWN, 'asIs')).toEqual({});
  expect(attributeValue(moment, undefined, null, 'asIs')).toBeNull();
});

test('a message has every attribute, and keeps the representation of each', () => {
  const written = { issuer: 'https://a', audience: '', claims: {}, subject: 'old' };
  expect(attributeValue(claimMatch, { issuer: 'https://a', subject: 'new' }, written, 'null')).toEqual({
    issuer: 'https://a',
    issuer_pattern: null,
    subject: 'new',
    subject_pattern: null,
    audience: '',
    audience_pattern: null,
    claims: {},
    claim_patterns: null,
  });
});

test('keys of maps are data and stay unchanged', () => {
  const claims = { someKey: 'a', some_key: 'b' };
  expect(attributeValue(tags, claims, null, 'null')).toEqual(claims);
  expect(apiValue(tags, claims)).toEqual(claims);
});

test('for any written and received values, the result means the received one', () => {
  const list = fc.array(fc.constantFrom('', 'a', 'b'), { maxLength: 4 });
  const value = fc.option(
    fc.record(
      {
        issuer: fc.constantFrom('', 'a', 'b'),
        subject: fc.constantFrom('', 'a'),
        claims: fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom('', '1', '2')),
      },
      { requiredKeys: [] },
    ),
    { nil: undefined },
  );
  fc.assert(
    fc.property(value, value, (received, written) => {
      const before = attributeValue(claimMatch, written, null, 'null');
      const result = attributeValue(claimMatch, received, before, 'null');
      return semanticEquals(claimMatch, apiValue(claimMatch, result), received);
    }),
  );
  fc.assert(
    fc.property(list, list, (received, written) =>
      semanticEquals(ordered, apiValue(ordered, attributeValue(ordered, received, written, 'null')), received),
    ),
  );
});

test('open content is JSON text: sorted like jsonencode, or as written if that means the same', () => {
  const content: FieldType = { is: 'json' };
  expect(attributeValue(content, { b: true, a: [1] }, null, 'asIs')).toBe('{"a":[1],"b":true}');
  expect(attributeValue(content, { b: true, a: [1] }, '{ "b": true, "a": [1] }', 'null')).toBe(
    '{ "b": true, "a": [1] }',
  );
  expect(attributeValue(content, false, null, 'null')).toBe('false');
  expect(attributeValue(content, undefined, null, 'asIs')).toBeNull();
  expect(apiValue(content, '{"a":[1]}')).toEqual({ a: [1] });
  expect(apiValue(content, 'null')).toBeUndefined();
});

test('the same response always gives the same value', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c')), (received) => {
      const once = attributeValue(names, received, null, 'null');
      expect(attributeValue(names, [...received].reverse(), once, 'null')).toEqual(once);
    }),
  );
});
