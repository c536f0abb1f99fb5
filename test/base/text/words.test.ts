import { capitalized, counted, few, fewLines, listed, nounFor, plural } from '../../../src/base/text/words';

test.each([
  ['group', 'groups'],
  ['identity', 'identities'],
  ['key', 'keys'],
  ['role binding', 'role bindings'],
])('the plural of %s is %s', (one, several) => expect(plural(one)).toBe(several));

test('a count has its noun in the right number', () => {
  expect([0, 1, 2].map((count) => counted(count, 'group'))).toEqual(['0 groups', '1 group', '2 groups']);
  expect(counted(3, 'person', 'people')).toBe('3 people');
  expect(nounFor(1, 'is', 'are')).toBe('is');
});

test('only the first letter becomes a capital', () => {
  expect(['role Binding', 'Group', ''].map(capitalized)).toEqual(['Role Binding', 'Group', '']);
});

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('the list of %j is %j', (names, list) => expect(listed(names)).toBe(list));

test('a list can name alternatives', () => expect(listed(['a', 'b', 'c'], 'or')).toBe('a, b or c'));

test('a long list ends with the number of the others, which is at least two', () => {
  expect(few(['a', 'b', 'c', 'd'])).toBe('a, b, c, d');
  expect(few(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
  expect(few(['a', 'b', 'c'], 1)).toBe('a and 2 more');
});

test('shows twenty lines, and counts the others', () => {
  expect(fewLines(['a', 'b'])).toBe('  a\n  b\n');
  const lines = Array.from({ length: 23 }, (_, index) => `line ${index}`);
  expect(fewLines(lines).split('\n').slice(-3)).toEqual(['  line 19', '  … and 3 more', '']);
});
