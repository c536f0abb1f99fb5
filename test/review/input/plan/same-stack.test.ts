import { readPlan, reviewPlans } from '../../../../src/review';
import { corpusTexts } from '../../corpus';

const plansOf = (name: string, as: string) => corpusTexts(name).map(({ text }) => readPlan(text, as));

test.each(['first-apply', 'role-widened', 'owner-removed', 'destroy-all'])(
  'one stack given twice is one sentence, for %s',
  (name) => {
    const plans = [...plansOf(name, 'plan.json'), ...plansOf(name, 'again.json')];
    expect(() => reviewPlans(plans)).toThrow(
      'plan.json and again.json are plans of one stack: they manage the same objects at the same addresses. Pass one of them.',
    );
  },
);

test('stacks with other objects, and one object at two addresses, are reviewed', () => {
  expect(reviewPlans([...plansOf('role-widened', 'a'), ...plansOf('first-apply', 'b')]).verdict.problems).toEqual([]);
  const twice = corpusTexts('managed-twice').map(({ name, text }) => readPlan(text, name));
  expect(reviewPlans(twice).findings.map(({ id }) => id)).toContain('managed-twice');
});
