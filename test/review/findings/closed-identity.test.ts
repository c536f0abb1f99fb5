/** An existing identity whose new trust policy nobody meets: workloads lose its access, and nobody gains any. */
import { formatMarkdown, formatText } from '../../../src/review';
import { headline } from '../../../src/review/formats/sentences/headline';
import { reviewEdit, type EditedObject, type EditedObjects } from '../edited-plan';

const issuer = 'https://token.actions.githubusercontent.com';
const subject = 'repo:acme/shop:ref:refs/heads/main';

function organization(...policies: readonly object[]): EditedObjects {
  const objects: Record<string, EditedObject> = {
    acme: { type: 'group' },
    editor: { type: 'role', in: 'acme', values: { name: 'editor', capabilities: ['repo.create'] } },
  };
  policies.forEach((claim_match, index) => {
    objects[`ci${index}`] = { type: 'identity', in: 'acme', values: { claim_match } };
    objects[`bound${index}`] = { type: 'role_binding', in: 'acme', identity: `ci${index}`, role: 'editor' };
  });
  return objects;
}

const review = (before: EditedObjects, after: EditedObjects) =>
  reviewEdit(before, after, { configuration: { owners: ['acme'] } });
const open = { issuer, subject };

test.each<[string, object]>([
  ['a subject with an asterisk', { issuer, subject: 'repo:acme/shop:*' }],
  ['an issuer that ends in a slash', { issuer: `${issuer}/`, subject }],
  ['an impossible subject', { issuer, subject: 'Token:main' }],
  ['claims that contradict each other', { issuer, subject, claims: { ref: 'refs/heads/other' } }],
  ['the website of the platform', { issuer: 'https://github.com', subject }],
])('%s: nobody can assume the identity any longer, and no finding is about more tokens', (_, after) => {
  const report = review(organization(open), organization(after));
  expect(report.findings.map(({ id, severity }) => [id, severity])).toEqual([['nobody-can-assume', 'medium']]);
  expect(report.findings[0]?.reason).toMatch(
    /^Nobody can assume acme\/ci0 any longer: .* Before: any workflow on branch main of acme\/shop\.$/s,
  );
  const sentence = 'Nobody can assume acme/ci0 any longer. Before: any workflow on branch main of acme/shop.';
  expect(headline(report)).toBe(sentence);
  expect(formatText(report)).toContain('Nobody can assume acme/ci0 any longer.');
  expect(formatMarkdown(report)).not.toContain('can assume acme/ci0: ');
});

test('several identities are one sentence', () => {
  const closed = { issuer, subject: 'repo:acme/shop:*' };
  const report = review(organization(open, open, open), organization(closed, closed, closed));
  expect(headline(report)).toBe('Nobody can any longer assume 3 identities: acme/ci0, acme/ci1, acme/ci2.');
});

test('an identity that nobody could assume before is not lost', () => {
  const report = review(
    organization({ issuer, subject: 'repo:acme/shop:*' }),
    organization({ issuer, subject: 'repo:acme/app:*' }),
  );
  expect(report.findings.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^Nobody can assume acme\/ci0: /) as string,
  ]);
});

test('an unknown issuer may issue any token', () => {
  const report = review(organization(open), organization({ issuer: 'https://evil.example/', subject: 'repo:acme/*' }));
  expect(report.findings.map(({ id }) => id)).toEqual(expect.arrayContaining(['outsider-can-assume', 'claim-widened']));
});
