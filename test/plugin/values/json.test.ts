import fc from 'fast-check';
import { Dyn } from '../../../src/plugin';
import { fromJson, parseExactJson } from '../../../src/plugin/values/json';
import { ValueError } from '../../../src/plugin/values/types';
import { anyCharacter } from '../../support/any-text';

test('every JSON text is read as JSON.parse reads it, but for the numbers that JSON.parse changes', () => {
  const inexact = (value: unknown): unknown => {
    if (typeof value === 'bigint') return Number(value);
    if (Array.isArray(value)) return value.map(inexact);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inexact(inner)]));
  };
  fc.assert(
    fc.property(fc.json(), (text) => {
      const expected: unknown = JSON.parse(text, (_, value: unknown) => (Object.is(value, -0) ? 0 : value));
      expect(inexact(parseExactJson(text))).toEqual(inexact(expected));
    }),
  );
});

test('strings next to a number that JSON.parse would change are read as JSON.parse reads them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^["\\\\a]{0,9}$/))),
      (texts) => {
        expect(parseExactJson(`[9007199254740993,${JSON.stringify(texts)}]`)).toEqual([9007199254740993n, texts]);
      },
    ),
  );
  for (const wrong of ['"a', '"a\\"', '"\\x"', '"a\nb"', "'a'"])
    expect(() => parseExactJson(`[9007199254740993,{${wrong}:1}]`)).toThrow('character 19: a string is not valid');
});

test('a string of many megabytes is read, at the first time too', () => {
  const long = `${'x'.repeat(30_000_000)}"\\`;
  expect(parseExactJson(JSON.stringify({ a: long }))).toEqual({ a: long });
});

test('numbers stay exact', () => {
  expect(parseExactJson('[9007199254740993, 0.1, 1e3, 0.12345678901234567890123]')).toEqual([
    9007199254740993n,
    0.1,
    1000,
    { decimal: '0.12345678901234567890123' },
  ]);
});

test.each([
  ['9007199254740993', 9007199254740993n],
  [' 1e3', 1000],
  ['-0', 0],
  ['{"a" : 9007199254740993}', { a: 9007199254740993n }],
  ['{"a":\n-9007199254740993}', { a: -9007199254740993n }],
  ['{"a":[1, 12345678901234567890]}', { a: [1, 12345678901234567890n] }],
  ['{"a":[[-0]],"b":-0}', { a: [[0]], b: 0 }],
  ['{"a\\"":1.10,"b":"c"}', { 'a"': 1.1, b: 'c' }],
  [
    '{"at":"2026-01-02T03:04:05.123456Z","n":999999999999999}',
    { at: '2026-01-02T03:04:05.123456Z', n: 999999999999999 },
  ],
])('a number is exact wherever it stands: %s', (text, value) => {
  expect(parseExactJson(text)).toEqual(value);
});

test.each(['', '{', '[1,]', '{"a" 1}', '"\u0001"', '01', 'nul', '1 2', '{"a":1,}', '"\\x"', '['.repeat(5000)])(
  '%p is refused',
  (text) => {
    expect(() => parseExactJson(text)).toThrow(ValueError);
  },
);

test('what the schema no longer has is dropped, what it has gained is null', () => {
  const type = ['object', { name: 'string', size: 'number', any: 'dynamic' }] as const;
  expect(fromJson({ name: 'x', old: true, any: { type: ['list', 'string'], value: ['a'] } }, type)).toEqual({
    name: 'x',
    size: null,
    any: new Dyn(['list', 'string'], ['a']),
  });
});

test('a value of another type is refused at its place', () => {
  expect(() => fromJson({ a: [{}] }, ['object', { a: ['list', 'string'] }])).toThrow(
    expect.objectContaining({ path: ['a', 0], message: 'is not stored as a string' }),
  );
});
