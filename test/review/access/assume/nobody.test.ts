/** Tests trust policies with patterns that nobody can satisfy. */
import { tokenMatch, type ClaimMatchFields } from '../../../../src/claims';
import { unassumable } from '../../../../src/review/access/assume/nobody';
import type { TrustPolicy } from '../../../../src/rules';

const gitHub = 'https://token.actions.githubusercontent.com';
const judged = (fields: ClaimMatchFields) =>
  unassumable({ by: 'claim_match', match: tokenMatch(fields), isUnknown: false } as unknown as TrustPolicy, {});

test('a pattern that matches a single text is evaluated like this text', () => {
  expect(judged({ issuerPattern: '^https://github\\.com$', subject: 'x' })).toMatchObject({
    reason: expect.stringMatching(/^the issuer_pattern is a website.*The issuer of GitHub Actions is/) as unknown,
    isCertain: true,
  });
  expect(judged({ issuer: gitHub, subjectPattern: '^repo:acme@1/shop@2:ref:main$' })).toMatchObject({
    reason: expect.stringContaining('the subject_pattern names an incomplete ref') as unknown,
    isCertain: true,
  });
});

test('a proof names the likely intent', () => {
  expect(judged({ issuer: gitHub, subjectPattern: '^acme/*shop' })).toMatchObject({
    reason: expect.stringMatching(
      /^GitHub Actions issues no token .*\. The subject_pattern contains `\*`.*Use `\.\*`/,
    ) as unknown,
    isCertain: true,
  });
});

test('a doubt about an exact subject is a finding, and a doubt about a pattern is not', () => {
  expect(judged({ issuer: gitHub, subjectPattern: '^repo:acme/shop:.*$' })).toBeUndefined();
  expect(judged({ issuer: gitHub, subject: 'repo:acme/shop:ref:refs/heads/main' })).toMatchObject({
    isCertain: false,
    lacksIds: true,
  });
});
