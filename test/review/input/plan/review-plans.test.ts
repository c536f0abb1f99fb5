/** Tests plans with review plans: all values are known if both agree. */
import {
  markAsReviewPlan,
  needsReviewPlans,
  PlanError,
  readPlan,
  reviewPlans,
  withReviews,
} from '../../../../src/review';
import { ACME } from '../../corpus/parts';
import { corpusTexts, told } from '../../corpus';

interface Change {
  readonly address: string;
  readonly change: { actions: string[]; after: Record<string, unknown>; after_unknown: Record<string, unknown> };
}

const ordinary = corpusTexts('modules')[0]?.text ?? '';

/** Returns the plan as a review plan: each new object has a placeholder uid. */
function forReview(change?: (one: Change) => void, seed = '0'): string {
  const plan = JSON.parse(ordinary) as { resource_changes: Change[] };
  const uids = new Map<string, string>();
  for (const one of plan.resource_changes) {
    const key = /\["(\w+)"\]/.exec(one.address)?.[1] ?? '';
    const parent = one.address.startsWith('platform_group.') ? ACME : (uids.get(`platform_group.team["${key}"]`) ?? '');
    uids.set(one.address, `${parent}/00000000${seed}${String(uids.size).padStart(7, '0')}`);
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

const review = (...others: string[]) =>
  reviewPlans([
    readPlan(ordinary, 'plan'),
    ...others.map((text, index) => readPlan(text, `review plan${index === 0 ? '' : ` ${index + 1}`}`)),
  ]);
const unresolved = (report: ReturnType<typeof review>) =>
  report.unresolved.map(({ address, attribute }) => `${address} ${attribute}`);

test('with its review plan nothing of a plan is unresolved', () => {
  const report = review(forReview());
  expect(report.plans).toMatchObject([{ name: 'plan', reviewPlans: ['review plan'] }]);
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

test.each<[string, (change: Change) => void, string]>([
  [
    'another value',
    (change) => Object.assign(change.change.after, { name: 'evil' }),
    'the planned values of platform_group.team',
  ],
  [
    'another action',
    (change) => (change.change.actions = ['delete']),
    'the actions (create, delete) of platform_group.team',
  ],
])('%s makes the review inconclusive', (_, change, message) => {
  const { verdict } = review(
    forReview((one) => (one.address.startsWith('platform_group.team["p') ? change(one) : undefined)),
  );
  expect(verdict.result).toBe('unjudged');
  expect(verdict.problems.join('\n')).toContain(`plan and review plan differ: ${message}`);
});

test('a review plan alone is rejected: it is never applied', () => {
  expect(() => reviewPlans([readPlan(forReview(), 'review plan')])).toThrow(PlanError);
  expect(() => reviewPlans([readPlan(forReview(), 'review plan')])).toThrow('Pass the plan to apply before it');
});

test('review plans with different placeholders give the same report as one of them', () => {
  const both = review(forReview(), forReview(undefined, '1'));
  const alone = review(forReview());
  expect(both.plans).toMatchObject([{ name: 'plan', reviewPlans: ['review plan', 'review plan 2'] }]);
  // The checksum covers the names of the plans.
  const common = { plans: [], checksum: '' };
  expect({ ...both, ...common }).toEqual({ ...alone, ...common });
});

test('a difference between review plans depends on the digits of a uid, and is unresolved', () => {
  const swapped = forReview((change) => {
    if (change.address !== 'platform_role_binding.views["shop"]') return;
    Object.assign(change.change.after, { identity_uid: `${ACME}/0123456789abcdef` });
  }, '1');
  const report = review(forReview(), swapped);
  expect(report.verdict.problems).toEqual([]);
  expect(unresolved(report)).toEqual(['platform_role_binding.views["shop"] identity_uid']);
});

test('a plan that names its review plans needs no guess', () => {
  const [plan, one, two] = [ordinary, forReview(), forReview(undefined, '1')].map((text, index) =>
    readPlan(text, `plan ${index}`),
  );
  const report = reviewPlans([withReviews(plan!, [one!, two!])]);
  expect(report.plans).toMatchObject([{ name: 'plan 0', reviewPlans: ['plan 1', 'plan 2'] }]);
  expect(report.unresolved).toEqual([]);
});

test('a failed review plan makes the review inconclusive', () => {
  const failed = JSON.stringify({ ...(JSON.parse(forReview()) as object), errored: true });
  expect(review(failed).verdict).toMatchObject({
    result: 'unjudged',
    problems: ['review plan: the review plan failed.'],
  });
});

test('a value that depends on an early read of a data source stays unresolved', () => {
  const plan = JSON.parse(ordinary) as {
    resource_changes: unknown[];
    configuration: { root_module: { resources: unknown[] } };
  };
  const source = { mode: 'data', type: 'external', name: 'which', provider_name: 'registry.terraform.io/a/external' };
  const address = 'data.external.which';
  plan.configuration.root_module.resources.push({ ...source, address, expressions: {} });
  plan.resource_changes.push({ ...source, address, change: { actions: ['read'], before: null, after: {} } });
  const report = reviewPlans([readPlan(JSON.stringify(plan), 'plan'), readPlan(forReview(), 'review plan')]);
  // In this plan every reference goes through for_each or a local value.
  expect(unresolved(report)).toContain('platform_role_binding.views["shop"] group_uid');
  expect(review(forReview()).unresolved).toEqual([]);
});

test.each([
  ['a placeholder', `${ACME}/0000000012345678`],
  ['the sentence of an earlier provider', 'This is a review plan (PLATFORM_PLAN_FOR_REVIEW). It is never applied.'],
])('a plan with %s in a description is a plan of its own', (_, description) => {
  const other = JSON.parse(corpusTexts('claim-anybody')[0]?.text ?? '') as { resource_changes: Change[] };
  for (const { change } of other.resource_changes)
    Object.assign(change.after, { description, create_time: description });
  const report = reviewPlans([readPlan(ordinary, 'plan'), readPlan(JSON.stringify(other), 'other')]);
  expect(report.plans.map(({ name, reviewPlans: reviews }) => [name, reviews])).toEqual([
    ['plan', undefined],
    ['other', undefined],
  ]);
  expect(report.changes.some(({ plan }) => plan === 'other')).toBe(true);
});

test('a marked plan is a review plan, also if it knows no uid', () => {
  const marked = readPlan(markAsReviewPlan(ordinary), 'review plan');
  expect(() => reviewPlans([marked])).toThrow('Pass the plan to apply before it');
  expect(reviewPlans([readPlan(ordinary, 'plan'), marked]).plans).toMatchObject([{ reviewPlans: ['review plan'] }]);
});

test('a value that depends on a data source with another result in a review plan stays unresolved', () => {
  const withRead = (text: string, content: string) => {
    const plan = JSON.parse(text) as {
      prior_state: { values: { root_module: { resources: unknown[] } } };
      configuration: { root_module: { resources: unknown[] } };
    };
    const source = {
      mode: 'data',
      type: 'local_file',
      name: 'which',
      provider_name: 'registry.terraform.io/hashicorp/local',
    };
    const address = 'data.local_file.which';
    plan.configuration.root_module.resources.push({ ...source, address, expressions: {} });
    plan.prior_state.values.root_module.resources.push({ ...source, address, values: { content } });
    return JSON.stringify(plan);
  };
  const unresolvedWith = (content: string) =>
    unresolved(
      reviewPlans([
        readPlan(withRead(ordinary, 'one'), 'plan'),
        readPlan(withRead(forReview(), content), 'review plan'),
      ]),
    );
  expect(unresolvedWith('one')).toEqual([]);
  expect(unresolvedWith('other')).toContain('platform_role_binding.views["shop"] group_uid');
});

test('two first applies of one shape are two stacks', () => {
  const report = reviewPlans([readPlan(ordinary, 'a'), readPlan(ordinary.replaceAll('payments', 'payroll'), 'b')]);
  expect(report.verdict.problems.filter((problem) => problem.includes('differ'))).toEqual([]);
  expect(report.plans.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(() => reviewPlans([readPlan(ordinary, 'a'), readPlan(ordinary, 'b')])).toThrow('plans of one stack');
});

test('a plan without a new object needs no review plan', () => {
  const plan = JSON.parse(ordinary) as { resource_changes: Change[] };
  expect(needsReviewPlans(readPlan(ordinary, 'plan'))).toBe(true);
  for (const { change } of plan.resource_changes) Object.assign(change, { actions: ['update'], before: change.after });
  expect(needsReviewPlans(readPlan(JSON.stringify(plan), 'plan'))).toBe(false);
});

test('a part of an argument that the service decides needs no review plan', () => {
  const planOf = (unknown: object) => {
    const static_keys = { issuer: 'https://issuer.example', subject: 'a', issuer_keys: '{"keys":[]}' };
    const row = {
      ...{ address: 'platform_identity.x', mode: 'managed', type: 'platform_identity', name: 'x' },
      provider_name: 'platform-iac.internal/npm/platform',
      change: {
        ...{ actions: ['create'], before: null, after: { group_uid: ACME, name: 'x', static_keys } },
        after_unknown: { uid: true, create_time: true, static_keys: unknown },
      },
    };
    const block = {
      ...{ address: 'platform_identity.x', mode: 'managed', type: 'platform_identity', name: 'x' },
      expressions: { group_uid: { constant_value: ACME }, name: { constant_value: 'x' }, static_keys: {} },
    };
    const plan = JSON.parse(ordinary) as Record<string, unknown>;
    const configuration = { root_module: { resources: [block] } };
    return readPlan(JSON.stringify({ ...plan, resource_changes: [row], configuration }), 'plan');
  };
  expect(needsReviewPlans(planOf({ expiration_time: true }))).toBe(false);
  expect(needsReviewPlans(planOf({ expiration_time: true, subject: true }))).toBe(true);
});

test('an update in a review plan must equal that of the plan to apply', () => {
  const withUpdate = (text: string, values: Record<string, unknown>) => {
    const plan = JSON.parse(text) as { resource_changes: Change[] };
    const before = { uid: `${ACME}/a1b2c3d4e5f6a7b8`, name: 'x' };
    const change = { actions: ['update'], before, after: { ...before, ...values } };
    const row = { ...plan.resource_changes[0], address: 'platform_group.x', change };
    return JSON.stringify({ ...plan, resource_changes: [...plan.resource_changes, row] });
  };
  const plan = readPlan(withUpdate(ordinary, { name: 'y' }), 'plan');
  const problems = (values: Record<string, unknown>) =>
    reviewPlans([withReviews(plan, [readPlan(withUpdate(forReview(), values), 'review')])]).verdict.problems;
  expect(problems({ name: 'y' })).toEqual([]);
  expect(problems({ name: 'y', create_time: 'now' })).toEqual([
    'plan and review differ: the planned values of platform_group.x.',
  ]);
});
