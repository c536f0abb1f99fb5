// @slow
/** Trust policies that no token satisfies. */
import fc from 'fast-check';
import { tokenMatch, type ClaimMatchFields } from '../../../src/access/claims';
import { ISSUERS, obtainableTokens, findUnobtainable } from '../../../src/access/trust';

const gitHub = 'https://token.actions.githubusercontent.com';
const gitLab = 'https://gitlab.com';
const google = 'https://accounts.google.com';
const cluster = 'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF';
const unobtainable = (fields: ClaimMatchFields) => findUnobtainable(tokenMatch(fields))?.reason;

test.each<[string, string]>([
  [gitHub, 'repo:acme/*:ref:refs/heads/main'],
  [gitHub, 'repo:acme/shop:ref:refs/heads/*'],
  [gitHub, 'repo:acme/shop:ref:main'],
  [gitHub, 'acme/shop'],
  [gitLab, 'project_path:acme/shop:ref:main'],
  [gitLab, 'repo:acme/shop:ref:refs/heads/main'],
  [google, 'ci@acme.iam.gserviceaccount.com'],
  [cluster, 'shop:deployer'],
])('%s mints no token with the subject %s', (issuer, subject) => {
  expect(unobtainable({ issuer, subject })).toMatch(/issues no token with a subject/);
});

test.each<[string, string]>([
  [gitHub, 'repo:acme/shop:ref:refs/heads/main'],
  [gitHub, 'repo:acme@12/shop@34:environment:production'],
  [gitHub, 'repo:acme/shop'],
  [gitHub, 'environment:production:repository:acme/shop'],
  [gitLab, 'project_path:acme/shop:ref_type:branch:ref:main'],
  [google, '111260650121245072906'],
  [cluster, 'system:serviceaccount:shop:deployer'],
  // Any server may mint any subject.
  ['https://gitlab.acme.example', 'repo:acme/*'],
  ['https://github.acme.example/_services/token', '*'],
])('%s may mint a token with the subject %s', (issuer, subject) => {
  expect(unobtainable({ issuer, subject })).toBeUndefined();
});

test('patterns are decided like texts, and an issuer pattern by all issuers that it accepts', () => {
  expect(unobtainable({ issuer: gitHub, subjectPattern: '^repo:acme/shop:ref:main$' })).toMatch(
    /^GitHub Actions issues no token/,
  );
  expect(unobtainable({ issuer: gitHub, subjectPattern: '^repo:acme/.*$' })).toBeUndefined();
  const both = '^https://(gitlab\\.com|accounts\\.google\\.com)$';
  expect(unobtainable({ issuerPattern: both, subject: 'acme' })).toMatch(/^GitLab CI and Google accounts issues no/);
  expect(unobtainable({ issuerPattern: both, subject: '111260650121245072906' })).toBeUndefined();
  expect(unobtainable({ issuerPattern: '^https://gitlab\\.(com|net)$', subject: 'acme' })).toBeUndefined();
});

test('nobody is proven to have no token of a match if somebody can obtain one', () => {
  const subjects = fc.array(
    fc.constantFrom(
      'repo:',
      'acme',
      '/',
      'shop',
      ':',
      'ref:',
      'refs/heads/',
      'main',
      '*',
      'environment:',
      'actor:',
      '@1',
    ),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(fc.constantFrom(gitHub, gitLab), subjects, (issuer, parts) => {
      const match = tokenMatch({ issuer, subject: parts.join('') });
      fc.pre(findUnobtainable(match) !== undefined);
      expect(
        obtainableTokens(match, { issuers: ISSUERS.filter(({ hasAllSubjects }) => hasAllSubjects) }).obtainable,
      ).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
