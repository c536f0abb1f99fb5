/** A report names the parts of a plan that its input does not contain. */
import { readPlan, reviewPlans, withNote, type TerraformPlan } from '../../../src/review';
import { corpusTexts } from '../corpus';

const [{ text } = { text: '' }] = corpusTexts('owner-added');
const saved: TerraformPlan['saved'] = [{ module: '', dir: '.', files: [{ name: 'main.tf', text: '' }] }];
const withoutConfiguration = (plan: string) => {
  const { configuration: _, ...rest } = JSON.parse(plan) as Record<string, unknown>;
  return JSON.stringify(rest);
};
const hidden = ['functions and local values', 'programs of removed blocks', 'connections', 'ephemeral resources'];

test.each<[string, string, readonly string[] | undefined]>([
  ['the JSON of the engine', text, [...hidden, 'the lock file']],
  [
    'a JSON without expressions',
    withoutConfiguration(text),
    ['provider blocks', 'provisioners', ...hidden, 'the lock file'],
  ],
  ['a plan with its configuration', withNote(text, { saved }), ['the lock file']],
  ['a plan with its configuration and its lock file', withNote(text, { saved, lock: '' }), undefined],
])('%s', (_, plan, expected) => {
  const report = reviewPlans([readPlan(plan, 'plan')]);
  expect(report.notShown).toEqual(expected);
});

test('the sentence of a report is context: it is not in the digest', () => {
  const [json, whole] = [text, withNote(text, { lock: '' })].map((plan) => reviewPlans([readPlan(plan, 'plan')]));
  const { executes, notShown } = whole ?? {};
  expect(notShown).toEqual(hidden);
  expect(json?.digest).not.toBe(undefined);
  expect(executes?.filter(({ kind }) => kind !== 'lock')).toEqual(json?.executes);
});
