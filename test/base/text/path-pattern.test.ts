import { pathPattern } from '../../../src/base/text/path-pattern';

test.each([
  ['acme/**', 'acme', true],
  ['acme/**', 'acme/a/b', true],
  ['acme/**', 'acmes', false],
  ['acme/*', 'acme/a', true],
  ['acme/*', 'acme/a/b', false],
  ['**/prod', 'acme/x/prod', true],
  ['acme/team-*', 'acme/team-1', true],
  ['acme/a.b', 'acme/axb', false],
  ['**', 'anything/at all', true],
])('%s and %s: %s', (pattern, path, matches) => {
  expect(pathPattern(pattern)(path)).toBe(matches);
});

test.each([
  ['acme/**/prod', 'acme/prod', true],
  ['acme/**/prod', 'acme/a/b/prod', true],
  ['acme/**/prod', 'acme/a/prod/b', false],
  ['**/**', 'acme', true],
  ['acme/*-*', 'acme/a-b', true],
  ['acme/*-*', 'acme/ab', false],
  ['acme/(a|b)', 'acme/a', false],
  ['acme/(a|b)', 'acme/(a|b)', true],
  ['acme/x**', 'acme/x/y', false],
])('a step has no meaning but its stars: %s and %s: %s', (pattern, path, matches) => {
  expect(pathPattern(pattern)(path)).toBe(matches);
});

test('a pattern with many stars takes no exponential time', () => {
  const isMatched = pathPattern(Array.from({ length: 40 }, () => '**/a').join('/'));
  expect(isMatched(Array.from({ length: 39 }, () => 'a').join('/'))).toBe(false);
  expect(isMatched(Array.from({ length: 60 }, () => 'a').join('/'))).toBe(true);
});
