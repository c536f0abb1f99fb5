/** Likely mistakes in trust policies are warnings at plan, because the service accepts them. */
import { configurationProblems } from '../../../src/provider/plan-checks/validate';
import { identity } from '../../../src/model/kinds';

const config = (claim_match: object) => ({ group_uid: 'a'.repeat(40), name: 'ci', claim_match });
const issuer = 'https://token.actions.githubusercontent.com';

test('a literal asterisk in a subject is a warning at its attribute, with the attribute to use instead', () => {
  const subject = 'repo:acme@12/*:ref:refs/heads/main';
  expect(configurationProblems(identity, config({ issuer, subject }))).toEqual([
    {
      severity: 'warning',
      code: 'LIKELY_MISTAKE',
      summary: 'Subject contains a literal asterisk',
      detail: expect.stringMatching(/^claim_match\.subject contains `\*`.*subject_pattern/) as string,
      path: ['claim_match', 'subject'],
    },
  ]);
});

test('a repository without its ids is a warning, and none with its id as a claim', () => {
  const subject = 'repo:acme/shop:ref:refs/heads/main';
  const summaries = (claims?: object) =>
    configurationProblems(identity, config({ issuer, subject, ...(claims && { claims }) })).map(
      (problem) => problem.summary,
    );
  expect(summaries()).toEqual(['Repository is named without its ids']);
  expect(summaries({ repository_id: '34' })).toEqual([]);
});

test('a subject with ids is not a mistake', () => {
  expect(configurationProblems(identity, config({ issuer, subject: 'repo:acme@12/shop@34:pull_request' }))).toEqual([]);
});
