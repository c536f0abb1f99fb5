/** Tests that a probable rename does not hide another trust policy. */
import { createReview, readPlan } from '../../../../src/review';
import { headline } from '../../../../src/review/formats/sentences/headline';
import { editedPlan, trusts, type EditedObjects } from '../../edited-plan';

const review = (repository: string) => {
  const acme: EditedObjects = { acme: { type: 'group' } };
  const team = (name: string, trusted: string): EditedObjects => ({
    ...acme,
    [name]: { type: 'group', in: 'acme' },
    [`${name}_prod`]: { type: 'group', in: name, values: { name: 'prod' } },
    [`${name}_ci`]: { type: 'identity', in: name, values: { ...trusts(trusted), name: 'ci' } },
  });
  return createReview([{ ...readPlan(editedPlan(team('data', 'data'), team('dat', repository)), 'org'), reviews: [] }]);
};

test('the first sentences name the tokens of a renamed identity that differ', () => {
  const text = headline(review('sandbox').report);
  expect(text).toMatch(/acme\/dat\/ci accepts other tokens than acme\/data\/ci: .*sandbox.*\. Before: .*data.*\./);
});

test('an identity with the same trust policy is only renamed', () => {
  expect(headline(review('data').report)).not.toContain('accepts other tokens');
});
