/** The people of a grant without an identity. */
import { createReview, readPlan } from '../../../src/review';
import { describeHolder } from '../../../src/review/questions/grant-holder';
import { answerRows } from '../../../src/review/questions/rows';
import { corpusTexts } from '../corpus';

const expires = '2026-12-06T10:00:00Z';

test.each([
  [{}, undefined, 'anyone with the code, any number of times, without an expiry'],
  [{ single_use: 'true' }, expires, 'anyone with the code, for a single use, until 2026-12-06'],
  [{ email: 'eve@evil.example' }, expires, 'eve@evil.example, any number of times, until 2026-12-06'],
])('an invite with %j', (fields, end, text) => {
  const who = { grantedBy: 'group_invite', name: '(anyone who accepts an invite)' } as const;
  const found = describeHolder(who, { fields, ...(end !== undefined && { expires: end }) });
  expect(`${found.holder}${found.terms}`).toBe(text);
});

test('people of a mapping are named as in the graph, without terms', () => {
  const name = '(anyone in the external group auditors)';
  expect(describeHolder({ grantedBy: 'external_group_role_mapping', name }, {})).toEqual({
    ...{ holder: 'anyone in the external group auditors', terms: '' },
  });
});

test('a row of an invite shows its recipient, or that outsiders can use it', () => {
  const review = createReview(corpusTexts('invites').map(({ text, name }) => readPlan(text, name)));
  const rows = answerRows(review, 'after').filter(({ by }) => by === 'group_invite');
  expect(rows).not.toEqual([]);
  for (const { email, exposure, assumedBy } of rows) {
    expect(assumedBy).toContain(email ?? 'anyone with the code');
    expect(exposure?.to).toBe(email === undefined ? 'outsiders' : undefined);
  }
  expect(rows.some(({ email }) => email === undefined)).toBe(true);
});
