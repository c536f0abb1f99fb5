/** A report states once what it assumes about the protection of branches, if a trust policy that changes relies on it. */
import {
  createAccessReview,
  createReview,
  formatHtml,
  formatMarkdown,
  formatText,
  readPlan,
} from '../../../src/review';
import { editedPlan, type EditedObjects, reviewEdit } from '../edited-plan';

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
const ENVIRONMENT = 'Any branch can use an environment that has no protection rules.';

test.each([
  ['an exact branch', { subject: 'repo:acme/shop:ref:refs/heads/main' }, [SENTENCE]],
  ['an environment', { subject: 'repo:acme/shop:environment:production' }, [SENTENCE, ENVIRONMENT]],
  ['an environment of any name', { subject_pattern: '^repo:acme/shop:environment:.*$' }, undefined],
  ['any branch', { subject_pattern: '^repo:acme/shop:ref:refs/heads/.*$' }, undefined],
  ['a pattern that is not valid', { subject_pattern: '(' }, undefined],
])('new trust policies with %s', (_, claims, expected) => {
  const report = reviewEdit(acme, { ...acme, ...identities(claims) }, { configuration: { owners: ['github:acme'] } });
  expect(report.assumptions).toEqual(expected);
  for (const text of [formatText(report), formatMarkdown(report)])
    for (const sentence of [SENTENCE, ENVIRONMENT])
      expect(text.replace(/\s+/g, ' ').split(sentence).length - 1).toBe(expected?.includes(sentence) === true ? 1 : 0);
});

test('a trust policy that does not change is no reason for the sentence', () => {
  const before = { ...acme, ...identities({ subject: 'repo:acme/shop:ref:refs/heads/main' }) };
  expect(reviewEdit(before, { ...before, team: { type: 'group', in: 'acme' } })).not.toHaveProperty('assumptions');
});

test('a current organization and its access review state it for all trust policies', () => {
  const after = { ...acme, ...identities({ subject: 'repo:acme/shop:environment:production' }) };
  const plan = { ...readPlan(editedPlan(after, after), 'org'), reviews: [] };
  const review = createReview([plan], { current: {} });
  expect(review.report.assumptions).toEqual(expect.arrayContaining([SENTENCE, ENVIRONMENT]));
  expect(formatHtml(review)).toContain(ENVIRONMENT);
  expect(createAccessReview(createReview([plan])).notes).toEqual([`${SENTENCE} ${ENVIRONMENT}`]);
});
