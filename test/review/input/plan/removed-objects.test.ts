/** Tests the removal of undeclared role bindings in plans of the corpus, changed by hand. */
import { readPlan, reviewPlans, type Report } from '../../../../src/review';
import { corpusTexts } from '../../corpus';
import { ACME } from '../../corpus/parts';

interface Row {
  address: string;
  type: string;
  change: {
    actions: string[];
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
    after_unknown: Record<string, unknown>;
  };
}

interface PlanJson {
  resource_changes: Row[];
}

const EXCLUSIVE = 'platform_role_bindings_exclusive.payments';
const text = corpusTexts('undeclared-removed')[0]!.text;

function review(change: (plan: PlanJson, exclusive: Row) => unknown = () => undefined): Report {
  const plan = JSON.parse(text) as PlanJson;
  change(
    plan,
    plan.resource_changes.find(({ address }) => address === EXCLUSIVE)!,
  );
  return reviewPlans([readPlan(JSON.stringify(plan), 'plan')]);
}

const deletions = ({ approvedWrites }: Report): string[] =>
  approvedWrites.filter(({ action }) => action === 'delete').map(({ path }) => path);

const owner = `${ACME}/payments/ci is owner in ${ACME}/payments`;
const viewer = `${ACME}/payments/ci is viewer in ${ACME}/payments`;

test('a removal is approved as the deletion of the object, once, also if its own resource deletes it', () => {
  expect(deletions(review()).map((path) => path.replaceAll('acme', ACME))).toEqual([viewer, owner]);
});

test('a finding names the reason for the removal', () => {
  const reasons = review().findings.map(({ reason }) => reason.replaceAll('acme', ACME));
  expect(reasons).toContain(
    `The role binding "${owner}" is deleted: the stack manages all grants of its group, and does not declare it. To keep it, declare it again.`,
  );
});

test('the digest depends on the removals', () => {
  const fewer = review((_, { change }) => (change.after!['removes'] as unknown[]).pop());
  expect(deletions(fewer)).toHaveLength(1);
  expect(fewer.digest).not.toBe(review().digest);
});

test('two resources that remove one object count it once', () => {
  const twice = review((plan, exclusive) => {
    const other = { ...exclusive, address: `${EXCLUSIVE}_again` };
    plan.resource_changes.push(other);
  });
  expect(deletions(twice)).toHaveLength(2);
  expect(twice.digest).toBe(review().digest);
});

test.each<[string, (row: Row) => void]>([
  ['nothing to do', ({ change }) => (change.actions = ['no-op'])],
  ['a deletion', ({ change }) => Object.assign(change, { actions: ['delete'], before: change.after, after: null })],
  ['the end of its management', ({ change }) => Object.assign(change, { actions: ['forget'], before: change.after })],
])('%s removes nothing', (_, edit) => {
  const report = review((__, exclusive) => edit(exclusive));
  expect(deletions(report)).toHaveLength(1);
  expect(report.verdict.problems).toEqual([]);
});

test.each<[string, (plan: PlanJson, row: Row) => void, string]>([
  ['removals that are unknown', (_, { change }) => (change.after_unknown = { removes: true }), 'the effect of create'],
  ['no removals', (_, { change }) => delete change.after!['removes'], 'the effect of create'],
  ['an object without uid', (_, { change }) => (change.after!['removes'] = [{}]), 'the effect of create'],
  ['an action that is unknown', (_, { change }) => (change.actions = ['archive']), 'the effect of archive'],
  [
    'a resource without its change',
    (plan) => (plan.resource_changes = plan.resource_changes.filter(({ address }) => address !== EXCLUSIVE)),
    `it contains no change for ${EXCLUSIVE}`,
  ],
])('%s makes the review inconclusive', (_, edit, problem) => {
  const { verdict, digest } = review(edit);
  expect(verdict.result).toBe('unjudged');
  expect(verdict.problems.join('\n')).toContain(problem);
  expect(digest).toBeUndefined();
});

test('the removal of an object that another resource keeps makes the review inconclusive', () => {
  const { verdict } = review((plan) => {
    const own = plan.resource_changes.find(({ address }) => address === 'platform_role_binding.ci_views')!;
    Object.assign(own.change, { actions: ['no-op'], after: own.change.before });
  });
  expect(verdict.problems).toEqual([
    expect.stringMatching(/payments\["[0-9a-f/]+"\] removes .* another resource keeps/),
  ]);
});
