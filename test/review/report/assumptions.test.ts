/** A report states once what it assumes about the protection of branches, if a trust policy that changes relies on it. */
import { formatMarkdown, formatText } from '../../../src/review';
import { type EditedObjects, reviewEdit } from '../edited-plan';

const issuer = 'https://token.actions.githubusercontent.com';
const acme = { acme: { type: 'group' } } as const;
/** Two identities with one trust policy. */
const identities = (claims: object): EditedObjects =>
  Object.fromEntries(
    ['ci', 'cd'].map((name) => [
      name,
      { type: 'identity', in: 'acme', values: { claim_match: { issuer, ...claims } } },
    ]),
  );
const SENTENCE = 'The review assumes that each exact branch, tag and environment of a trust policy is protected.';

test.each([
  ['an exact branch', { subject: 'repo:acme/shop:ref:refs/heads/main' }, [SENTENCE]],
  ['any branch', { subject_pattern: '^repo:acme/shop:ref:refs/heads/.*$' }, undefined],
  ['a pattern that is not valid', { subject_pattern: '(' }, undefined],
])('new trust policies with %s', (_, claims, expected) => {
  const report = reviewEdit(acme, { ...acme, ...identities(claims) }, { configuration: { owners: ['github:acme'] } });
  expect(report.assumptions).toEqual(expected);
  for (const text of [formatText(report), formatMarkdown(report)])
    expect(text.replace(/\s+/g, ' ').split(SENTENCE).length - 1).toBe(expected === undefined ? 0 : 1);
});

test('a trust policy that does not change is no reason for the sentence', () => {
  const before = { ...acme, ...identities({ subject: 'repo:acme/shop:ref:refs/heads/main' }) };
  expect(reviewEdit(before, { ...before, team: { type: 'group', in: 'acme' } })).not.toHaveProperty('assumptions');
});
