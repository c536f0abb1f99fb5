/** A plan and its review plan: everything is known beforehand, as long as the two say the same. */
import { PlanError, readPlan, reviewPlans } from '../../src/review';
import { ACME } from './corpus/cases';
import { corpusTexts, told } from './corpus';

interface Change {
  readonly address: string;
  readonly change: { actions: string[]; after: Record<string, unknown>; after_unknown: Record<string, unknown> };
}

const ordinary = corpusTexts('modules')[0]?.text ?? '';

/** The same plan as the provider makes it for a review: each new object has a uid that no service mints. */
function forReview(change?: (one: Change) => void): string {
  const plan = JSON.parse(ordinary) as { resource_changes: Change[] };
  const uids = new Map<string, string>();
  for (const one of plan.resource_changes) {
    const key = /\["(\w+)"\]/.exec(one.address)?.[1] ?? '';
    const parent = one.address.startsWith('platform_group.') ? ACME : (uids.get(`platform_group.team["${key}"]`) ?? '');
    uids.set(one.address, `${parent}/00000000${String(uids.size).padStart(8, '0')}`);
    Object.assign(one.change.after, { uid: uids.get(one.address) });
    if (one.address.startsWith('platform_group.')) continue;
    Object.assign(one.change.after, { group_uid: parent });
    if (one.address.startsWith('platform_role_binding.'))
      Object.assign(one.change.after, { identity_uid: uids.get(`platform_identity.ci["${key}"]`) });
  }
  for (const one of plan.resource_changes) {
    one.change.after_unknown = { create_time: true };
    change?.(one);
  }
  return JSON.stringify(plan);
}

const review = (second: string) => reviewPlans([readPlan(ordinary, 'plan'), readPlan(second, 'review plan')]);

test('with its review plan nothing of a plan is unresolved', () => {
  const report = review(forReview());
  expect(report.plans).toMatchObject([{ name: 'plan', reviewPlan: 'review plan' }]);
  expect(told(report).filter((line) => /^(gains|added|high|unresolved|problem)/.test(line))).toEqual([
    `gains ${ACME}/payments/ci: viewer in ${ACME}/payments +0: 12, first account_associations.list (granted)`,
    `gains ${ACME}/shop/ci: viewer in ${ACME}/shop +0: 12, first account_associations.list (granted)`,
    `added group ${ACME}/payments`,
    `added identity ${ACME}/payments/ci`,
    `added role binding ${ACME}/payments/ci is viewer in ${ACME}/payments`,
    `added group ${ACME}/shop`,
    `added identity ${ACME}/shop/ci`,
    `added role binding ${ACME}/shop/ci is viewer in ${ACME}/shop`,
  ]);
});

test.each<[string, (one: Change) => void, string]>([
  [
    'another value',
    (one) => Object.assign(one.change.after, { name: 'evil' }),
    'what is planned of platform_group.team',
  ],
  ['another action', (one) => (one.change.actions = ['delete']), 'the actions (create, delete) of platform_group.team'],
])('%s makes two plans that cannot be judged', (_, change, message) => {
  const { verdict } = review(
    forReview((one) => (one.address.startsWith('platform_group.team["p') ? change(one) : undefined)),
  );
  expect(verdict.result).toBe('unjudged');
  expect(verdict.problems.join('\n')).toContain(`plan and review plan differ: ${message}`);
});

test('a review plan alone is refused: it is never applied', () => {
  expect(() => reviewPlans([readPlan(forReview(), 'review plan')])).toThrow(PlanError);
  expect(() => reviewPlans([readPlan(forReview(), 'review plan')])).toThrow('give the plan to apply before it');
});
