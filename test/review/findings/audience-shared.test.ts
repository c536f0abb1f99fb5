import { findingsOfTrust, type ClaimMatch } from './trust-plans';

const trust = (audience: object): ClaimMatch => ({
  issuer: 'https://token.actions.githubusercontent.com',
  subject: 'repo:acme@1/shop@2:ref:refs/heads/main',
  ...audience,
});

test.each([
  ['sts.amazonaws.com', { audience: 'sts.amazonaws.com' }, 'the audience sts.amazonaws.com'],
  [
    'a pattern with it',
    { audience_pattern: '^(sts\\.amazonaws\\.com|api\\.acme\\.example)$' },
    'the audience sts.amazonaws.com',
  ],
  ['any audience', { audience_pattern: '.*' }, 'the audience sts.amazonaws.com'],
  ['any audience of a domain', { audience_pattern: '^[a-z]+\\.acme\\.example$' }, 'audiences of other services'],
])('%s is shared with other services', (_, audience, text) => {
  const [finding] = findingsOfTrust('audience-shared', trust(audience));
  expect(finding).toMatchObject({ severity: 'medium', subject: 'acme/ci' });
  expect(finding?.reason).toContain(`acme/ci accepts tokens for ${text}, so another service`);
});

test.each([
  ['the default', {}],
  ['one audience', { audience: 'api.acme.example' }],
  ['a list of audiences', { audience_pattern: '^(api|web)\\.acme\\.example$' }],
])('%s is none of other services', (_, audience) => {
  expect(findingsOfTrust('audience-shared', trust(audience))).toEqual([]);
});

test('an audience that was accepted before the change is not new', () => {
  const before = trust({ audience: 'sts.amazonaws.com' });
  const after = { ...before, subject: 'repo:acme@1/web@3:ref:refs/heads/main' };
  expect(findingsOfTrust('audience-shared', after, { before })).toEqual([]);
});
