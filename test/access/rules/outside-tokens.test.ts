import type { Obtainable } from '../../../src/access/trust';
import { DEFAULT_AUDIENCE, GITHUB, isOneWorkload, isOutsider, tokenText } from '../../../src/access/rules';

test.each([
  ['repo:acme/shop:ref:refs/heads/main', undefined, true],
  ['repo:acme@1/shop@2:environment:production', ['ACME'], true],
  ['repo:acme/shop:ref:refs/heads/main', ['globex'], false],
  ['repo:acme/shop:pull_request', undefined, false],
  ['repo:acme/*:ref:refs/heads/main', undefined, false],
])('the subject %s of the owners %j is one workload: %s', (sub, owners, expected) => {
  expect(isOneWorkload({ iss: { exact: GITHUB }, sub: { exact: sub } }, owners)).toBe(expected);
});

test('a pattern or another issuer is not known to be one workload', () => {
  const exact = 'repo:acme/shop:ref:refs/heads/main';
  expect(isOneWorkload({ iss: { exact: GITHUB }, sub: { pattern: `^${exact}$` } })).toBe(false);
  expect(isOneWorkload({ iss: { exact: 'https://gitlab.com' }, sub: { exact } })).toBe(false);
});

test('the next owner of a released name is no outsider', () => {
  const obtainable = (reach: Obtainable['reach'], outsider: boolean) => isOutsider({ reach, outsider } as Obtainable);
  expect([obtainable('anybody', true), obtainable('recycled-name', true), obtainable('same-owner', false)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a token is shown as its claims, the subject first, without the default audience', () => {
  expect(tokenText({ aud: DEFAULT_AUDIENCE, actor: undefined, iss: 'i', sub: 's' })).toBe('sub=s, iss=i, no actor');
});
