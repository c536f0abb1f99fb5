/** Renames that a rotation should have been. The plans of the corpus show them with the real Terraform. */
import { readPlan, reviewPlans } from '../../../src/review';
import { corpusTexts, reviewOf } from '../corpus';

interface Resource {
  readonly address: string;
  readonly type: string;
  values?: unknown;
  change?: { before: object; after: object | null };
}
interface PlanJson {
  readonly prior_state: { readonly values: { readonly root_module: { readonly resources: Resource[] } } };
  readonly resource_changes: Resource[];
}

interface Variation {
  /** The type of the anchor. */
  readonly type?: string;
  /** The new name. */
  readonly name?: string;
  readonly rotateOn?: object | null;
  /** The planned values of the anchor. */
  readonly after?: object | null;
}

/** Returns the findings of the plan `rotation-lost`, with other values of the anchor and another new name. */
function lostWith(
  values: object,
  { type = 'terraform_data', name = 'ci-2026-q4', rotateOn = null, after = values }: Variation = {},
): string[] {
  const [{ text, name: stack } = { text: '', name: '' }] = corpusTexts('rotation-lost');
  const plan = JSON.parse(text.replaceAll('terraform_data', type)) as PlanJson;
  for (const resource of plan.prior_state.values.root_module.resources)
    if (resource.type === type) resource.values = values;
  for (const { type: changed, change } of plan.resource_changes) {
    if (changed === type && change !== undefined) change.after = after;
    if (
      changed === 'platform_identity' &&
      change !== undefined &&
      'ci-2026-q4' === (change.after as { name?: string }).name
    ) {
      change.before = { ...change.before, rotate_on: rotateOn };
      change.after = { ...change.after, name, rotate_on: rotateOn };
    }
  }
  const { findings } = reviewPlans([readPlan(JSON.stringify(plan), stack)]);
  return findings.flatMap(({ id, reason }) => (id === 'rotation-lost' ? [reason] : []));
}

test.each([
  ['a text', { triggers_replace: '2026-q4' }],
  ['a list', { triggers_replace: ['a', '2026-q4'] }],
  ['a map', { triggers_replace: { quarter: '2026-q4', none: '' } }],
  ['a nested value', { triggers_replace: [{ at: [{ quarter: '2026-q4' }] }] }],
  ['a number', { triggers_replace: 4 }],
  ['the input', { input: { quarter: '2026-q4' } }],
  ['triggers', { triggers: { quarter: '2026-q4' } }, 'null_resource'],
  ['keepers', { keepers: { quarter: '2026-q4' } }, 'random_id'],
])('%s in the new name is reported', (_, values, type = 'terraform_data') => {
  expect(lostWith(values, { type })).toEqual([expect.stringContaining(`the rotation in ${type}.rotation`)]);
});

test.each([
  ['a value that the old name has, too', { triggers_replace: { quarter: '2026-q3', all: 'ci' } }],
  ['an empty text', { triggers_replace: '' }],
  ['no value', { triggers_replace: null }],
  ['the value of another argument', { id: '2026-q4', output: '2026-q4' }],
])('%s is not reported', (_, values) => {
  expect(lostWith(values)).toEqual([]);
});

test('an anchor that the same plan deletes is reported', () => {
  expect(lostWith({ triggers_replace: { quarter: '2026-q4' } }, { after: null })).toHaveLength(1);
});

test('a rotation that has created the object is not reported', () => {
  const values = { triggers_replace: { quarter: '2026-q4' } };
  expect(lostWith(values, { rotateOn: { quarter: '2026-q4' } })).toEqual([]);
  expect(lostWith(values, { rotateOn: { quarter: '2026-q2' } })).toHaveLength(1);
});

test('an unchanged name, and a name without a value, are not reported', () => {
  const values = { triggers_replace: { quarter: '2026-q4' } };
  for (const name of ['ci-2026-q3', 'other']) expect(lostWith(values, { name })).toEqual([]);
});

test('the reason names the object, the anchor and the next step', () => {
  const finding = reviewOf('rotation-lost').findings.find(({ id }) => id === 'rotation-lost');
  expect(finding).toMatchObject({
    severity: 'high',
    address: 'platform_identity.ci',
    reason:
      'The identity "acme/payments/ci-2026-q3" is only renamed, but its new name contains a value of the rotation in terraform_data.rotation. ' +
      "The old object stays, perhaps because an earlier apply failed. To replace it, plan with -replace='platform_identity.ci'.",
  });
});
