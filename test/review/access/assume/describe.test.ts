import { createBudget, tokenMatch } from '../../../../src/claims';
import { describe as describePolicy } from '../../../../src/review/access/assume/describe';
import { createTokenReachability, type TrustPolicy } from '../../../../src/rules';
import { UNKNOWN_UNTIL_APPLY } from '../../../../src/review/organization/objects/paths';
import { SENSITIVE } from '../../../../src/review/organization/objects/objects';

const GITHUB = 'https://token.actions.githubusercontent.com';
const reachability = createTokenReachability({ budget: createBudget() });
const policy = (more: Partial<TrustPolicy>): TrustPolicy => ({
  ...{ by: 'claim_match', match: undefined, rest: '', isSensitive: false, isUnknown: false },
  ...more,
});
const subject = (issuer: string, text: string) => policy({ match: tokenMatch({ issuer, subject: text }) });

test.each([
  [GITHUB, 'repo:acme/shop:ref:refs/heads/main', 'any workflow on branch main of acme/shop'],
  [GITHUB, 'repo:acme/shop:ref:refs/tags/v1', 'any workflow on tag v1 of acme/shop'],
  [GITHUB, 'repo:acme/shop:environment:prod', 'any workflow in environment prod of acme/shop'],
  ['https://gitlab.com', 'project_path:acme/shop:ref_type:branch:ref:main', 'any job on branch main of acme/shop'],
])('%s %s', (issuer, text, words) => {
  expect(describePolicy(subject(issuer, text), reachability)).toContain(words);
});

test('lists the claims of a subject that has no common form', () => {
  const text = describePolicy(subject('https://issuer.example', 'svc'), reachability);
  expect(text).toContain('https://issuer.example');
  expect(text).toContain('svc');
});

test('shows neither sensitive nor unknown policies', () => {
  const known = subject(GITHUB, 'repo:acme/shop:ref:refs/heads/main');
  expect(describePolicy({ ...known, isSensitive: true }, reachability)).toBe(SENSITIVE);
  expect(describePolicy({ ...known, isUnknown: true }, reachability)).toBe(UNKNOWN_UNTIL_APPLY);
});

test('includes the expiry', () => {
  const known = subject(GITHUB, 'repo:acme/shop:ref:refs/heads/main');
  expect(describePolicy({ ...known, expires: '2027-01-31T00:00:00Z' }, reachability)).toContain('2027-01-31T00:00:00Z');
});
