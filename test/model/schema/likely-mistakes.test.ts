/** Likely mistakes as data: which values they apply to, and how they are reported. */
import { checkFields, findLikelyMistakes, message, string, map, type LikelyMistake } from '../../../src/model/schema';

const mistakes: readonly LikelyMistake[] = [
  { summary: 'Ends in x', field: 'one', when: { one: 'x$' }, message: 'ends in x. Use {otherField}' },
  { summary: 'Is long', field: 'one', when: { one: '^.{3}' }, message: 'is long' },
  {
    summary: 'Lacks a key',
    field: 'two',
    when: { one: '^a', two: '^b' },
    unlessKey: { map: 'more', key: 'id' },
    message: 'lacks a key',
    mayBeIntended: true,
  },
];

const found = (values: Readonly<Record<string, unknown>>) =>
  findLikelyMistakes(mistakes, values).map(({ mistake }) => mistake.summary);

test('the first mistake of each field is found, if all of its patterns match', () => {
  expect(found({ one: 'aaax' })).toEqual(['Ends in x']);
  expect(found({ one: 'aaa', two: 'b' })).toEqual(['Is long', 'Lacks a key']);
  expect(found({ one: 'c', two: 'b' })).toEqual([]);
  expect(found({ one: 1, two: 'b' })).toEqual([]);
});

test('a key of a map can make the values unsuspicious, and so can a map that is unknown', () => {
  expect(found({ one: 'a', two: 'b', more: { other: '1' } })).toEqual(['Lacks a key']);
  expect(found({ one: 'a', two: 'b', more: null })).toEqual(['Lacks a key']);
  expect(found({ one: 'a', two: 'b', more: { id: '1' } })).toEqual([]);
  expect(found({ one: 'a', two: 'b', more: Symbol('unknown') })).toEqual([]);
});

test('a pattern that matches a single text counts as this text, and is reported at its own field', () => {
  const fields = (pattern: string) =>
    findLikelyMistakes(mistakes, { onePattern: pattern }).map(({ field, mistake }) => [field, mistake.summary]);
  expect(fields('^a\\.x$')).toEqual([['onePattern', 'Ends in x']]);
  expect(fields('a.x')).toEqual([['onePattern', 'Ends in x']]);
  for (const pattern of ['^a.*x$', '^(a|b)x$', '^ax?x$', '^\\d+x$', '^a{1}x$', '^a|x$'])
    expect(fields(pattern)).toEqual([]);
  expect(findLikelyMistakes(mistakes, { one: 'abc', onePattern: 'x' }).map(({ field }) => field)).toEqual(['one']);
});

test('they are warnings at their field, in the names of the reader, and nothing is said of an unknown value', () => {
  const text = string(['optional'], '');
  const fields = {
    trust: message(['optional'], '', { one: text, two: text, more: map(['optional'], '', { is: 'string' }) }, [], {
      likelyMistakes: mistakes,
    }),
  };
  const options = {
    displayName: (name: string) => name.toUpperCase(),
    isUnknown: (value: unknown) => value === 'unknown x',
  };
  expect(checkFields(fields, [], { trust: { one: 'x' } }, options)).toEqual([
    {
      ...{ severity: 'warning', code: 'likelyMistake', path: ['trust', 'one'], subject: 'ONE' },
      ...{ summary: 'Ends in x', message: 'ends in x. Use OTHERFIELD' },
    },
  ]);
  expect(checkFields(fields, [], { trust: { one: 'unknown x' } }, options)).toEqual([]);
});
