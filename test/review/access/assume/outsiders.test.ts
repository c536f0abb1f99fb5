import { createBudget } from '../../../../src/access/claims';
import { createOutsiders, findUnreviewed, newOutsiders } from '../../../../src/review/access/assume/outsiders';
import { createTokenReachability, type IdentityTrustPolicy } from '../../../../src/access/rules';

const budget = createBudget();
const outsiders = createOutsiders(createTokenReachability({}), {
  issuers: [],
  accounts: new Set(),
  anchored: false,
  now: new Date(),
  budget,
});
const policy = (pattern: string, isSensitive = false): IdentityTrustPolicy => ({
  by: 'claim_match',
  match: { iss: { exact: 'https://token.actions.githubusercontent.com' }, sub: { pattern } },
  rest: '',
  isSensitive,
  isUnknown: false,
});

const wide = policy('^repo:acm.*$');
const narrow = policy('^repo:acme.*$');

test('the description of outsiders contains the beginning of the names that the pattern accepts', () => {
  expect(newOutsiders(undefined, narrow, outsiders)[0]).toMatchObject({
    who: 'anyone who registers a GitHub owner whose name begins with acme',
    token: expect.stringContaining('sub=repo:acmea@'),
  });
});

test('people with a longer beginning of their names are no new outsiders, because they could assume the identity before', () => {
  expect(newOutsiders(wide, narrow, outsiders)).toEqual([]);
});

test('the description for a sensitive trust policy contains no part of it', () => {
  const found = newOutsiders(undefined, policy('^repo:acme.*$', true), outsiders);
  expect(found[0]).toEqual({ who: 'any workflow of any repository on GitHub', token: '(sensitive)' });
  expect(JSON.stringify(found)).not.toContain('acme');
});

test.each<[string, Partial<IdentityTrustPolicy>, boolean]>([
  ['a known trust policy', {}, true],
  ['an unknown trust policy', { isUnknown: true }, false],
  ['static keys, whose tokens no issuer signs', { by: 'static_keys' }, false],
  ['a trust policy without a match', { match: undefined }, false],
])('only a decided trust policy has outsiders, and people with unreviewed code: %s', (_, changed, found) => {
  const changedPolicy = { ...policy('^repo:acme/shop:.*$'), ...changed };
  expect(findUnreviewed(changedPolicy, createTokenReachability({})).length > 0).toBe(found);
  const wider = { ...policy('^repo:acme.*$'), ...changed };
  const people = newOutsiders(undefined, wider, outsiders);
  expect(people.some((outsider) => typeof outsider === 'string' || outsider.token !== undefined)).toBe(found);
});
