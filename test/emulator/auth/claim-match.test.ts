import { RE2JS } from 're2js';
import { mismatchedClaim } from '../../../src/emulator/auth/claim-match';

const github = 'https://token.actions.githubusercontent.com';
const main = 'repo:acme/shop:ref:refs/heads/main';
const claims = {
  iss: github,
  sub: main,
  aud: 'auth.example.com',
  repository: 'acme/shop',
  run_attempt: 1,
  fork: false,
};
const hosts = ['auth.example.com'];

test('issuer and subject match exactly (T5)', () => {
  expect(mismatchedClaim({ issuer: github, subject: main }, claims, hosts)).toBeUndefined();
  expect(mismatchedClaim({ issuer: `${github}/`, subject: main }, claims, hosts)).toBe('iss');
  expect(mismatchedClaim({ issuer: github, subject: main.toUpperCase() }, claims, hosts)).toBe('sub');
});

test.each([
  ['the whole', 'repo:acme/shop:.*', undefined],
  ['the whole, anchored in the pattern', '^repo:acme/shop:.*$', undefined],
  ['a prefix only', 'repo:acme/shop', 'sub'],
  ['a suffix only', 'refs/heads/main', 'sub'],
  ['a prefix in one alternative', 'repo:acme/shop|other', 'sub'],
])('a pattern that matches %s is treated like an anchored one (contract V8)', (_, subjectPattern, mismatch) => {
  expect(mismatchedClaim({ issuer: github, subjectPattern }, claims, hosts)).toBe(mismatch);
});

test('a line break cannot hide the rest of a subject from a pattern', () => {
  const sub = `${main}\nrepo:evil/shop`;
  for (const subjectPattern of [`^${main}$`, `(?m)^${main}$`])
    expect(mismatchedClaim({ issuer: github, subjectPattern }, { ...claims, sub }, hosts)).toBe('sub');
});

test('an unset audience is the host name of the authentication address (contract T5)', () => {
  const match = { issuer: github, subject: main };
  expect(mismatchedClaim(match, { ...claims, aud: 'https://github.com/acme' }, hosts)).toBe('aud');
  expect(mismatchedClaim(match, { ...claims, aud: ['other', 'auth.example.com'] }, hosts)).toBeUndefined();
  expect(mismatchedClaim(match, { ...claims, aud: undefined }, hosts)).toBe('aud');
});

test('a set audience replaces the default, exact or as a pattern (contract T5)', () => {
  const match = { issuer: github, subject: main };
  expect(mismatchedClaim({ ...match, audience: 'deploy' }, claims, hosts)).toBe('aud');
  expect(mismatchedClaim({ ...match, audience: 'deploy' }, { ...claims, aud: 'deploy' }, hosts)).toBeUndefined();
  expect(mismatchedClaim({ ...match, audiencePattern: 'dep' }, { ...claims, aud: 'deploy' }, hosts)).toBe('aud');
  expect(mismatchedClaim({ ...match, audiencePattern: 'dep.*' }, { ...claims, aud: 'deploy' }, hosts)).toBeUndefined();
});

test('further claims must be there and match, exactly or as patterns, numbers and truth values as written', () => {
  const match = { issuer: github, subject: main };
  const ask = (more: object) => mismatchedClaim({ ...match, ...more }, claims, hosts);
  expect(ask({ claims: { repository: 'acme/shop', run_attempt: '1', fork: 'false' } })).toBeUndefined();
  expect(ask({ claims: { repository: 'acme/shop', environment: 'production' } })).toBe('environment');
  expect(ask({ claimPatterns: { repository: 'acme/.*' } })).toBeUndefined();
  expect(ask({ claimPatterns: { repository: 'acme' } })).toBe('repository');
  expect(mismatchedClaim({ ...match, claims: { repository: '' } }, { ...claims, repository: '' }, hosts)).toBe(
    'repository',
  );
});

test('a pattern is read as RE2 reads it: what only other engines know matches nothing', () => {
  const judge = (subjectPattern: string) => mismatchedClaim({ issuer: github, subjectPattern }, claims, hosts);
  expect(judge('(?i:REPO:ACME)/[[:alnum:]]+:\\Qref:\\E.*\\z')).toBeUndefined();
  expect(judge('repo:acme/(?!evil).*')).toBe('sub');
});

test('a pattern that takes other engines years is matched in linear time', () => {
  const sub = `${'a'.repeat(10_000)}!`;
  expect(mismatchedClaim({ issuer: github, subjectPattern: '(a+)+' }, { ...claims, sub }, hosts)).toBe('sub');
});

test.each([
  ['(?m)^acme/shop$'],
  ['(?m:^acme/shop$)'],
  ['other|(?m)^acme/shop$'],
  ['|acme/shop'],
  ['(?ims)^ACME/shop$'],
])('%s of a further claim is anchored whole, too (contract V8)', (pattern) => {
  const judge = (repository: string) => {
    const match = { issuer: github, subject: main, claimPatterns: { repository: pattern } };
    return mismatchedClaim(match, { ...claims, repository }, hosts);
  };
  expect(judge('acme/shop')).toBeUndefined();
  for (const repository of ['evil\nacme/shop', 'acme/shop\nevil', 'acme/shop\n', 'xacme/shop'])
    expect(judge(repository)).toBe('repository');
});

test('all patterns of an identity share one budget, and the first mismatch ends the match (contract V9)', () => {
  const compile = jest.spyOn(RE2JS, 'compile');
  const a = 'a'.repeat(8000);
  const costly = { issuer: github, subjectPattern: '(?:a?){10}a*', claimPatterns: { one: '(?:a?){10}a*', two: 'a*' } };
  const ask = (more: object) => {
    compile.mockClear();
    return mismatchedClaim(costly, { ...claims, sub: a, one: 'a', two: 'a', ...more }, hosts);
  };
  expect([ask({}), compile.mock.calls.length]).toEqual([undefined, 3]);
  // Either alone is within the budget.
  expect([ask({ sub: 'a', one: a }), compile.mock.calls.length]).toEqual([undefined, 3]);
  expect([ask({ one: a }), compile.mock.calls.length]).toEqual(['one', 1]);
  expect([ask({ sub: 'b' }), compile.mock.calls.length]).toEqual(['sub', 1]);
  expect([ask({ aud: 'other' }), compile.mock.calls.length]).toEqual(['aud', 1]);
});

test('an object or a list in a claim matches nothing', () => {
  const match = { issuer: github, subject: main, claimPatterns: { groups: '.*' } };
  expect(mismatchedClaim(match, { ...claims, groups: ['a'] }, hosts)).toBe('groups');
  expect(mismatchedClaim(match, { ...claims, groups: { a: 1 } }, hosts)).toBe('groups');
});
