/** The cost of the question who can run unreviewed code, counted in steps of automata. */
import { readPlan } from '../../../src/review';
import { analyze } from '../../../src/review/access/analysis';
import { pullRequestCanWrite } from '../../../src/review/findings/unreviewed-code';
import { editedPlan, type EditedObjects } from '../edited-plan';

const organization = (pattern: string, description: string): EditedObjects => ({
  acme: { type: 'group', values: { description } },
  writer: { type: 'role', in: 'acme', values: { capabilities: ['repo.create'] } },
  ci: {
    ...{ type: 'identity', in: 'acme' },
    values: {
      claim_match: { issuer: 'https://token.actions.githubusercontent.com', subject_pattern: pattern },
    },
  },
  grant: { type: 'role_binding', in: 'acme', identity: 'ci', role: 'writer' },
});

test('the review spends no steps on an identity that keeps its trust policy and its grants', () => {
  const pattern = '^repo:acme@1/shop@2:.*$';
  const plan = editedPlan(organization(pattern, 'Old.'), organization(pattern, 'New.'));
  const options = { configuration: {}, now: new Date('2026-11-22T12:00:00Z'), runBy: undefined };
  const analysis = analyze([{ ...readPlan(plan, 'org'), reviews: [] }], options);
  const before = analysis.budget.spent();
  expect(pullRequestCanWrite(analysis)).toEqual([]);
  expect(analysis.budget.spent()).toBe(before);
});
