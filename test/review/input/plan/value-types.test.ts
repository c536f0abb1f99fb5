import { group, identity, role } from '../../../../src/model/kinds';
import { readPlan } from '../../../../src/review';
import { PlanError } from '../../../../src/review/input/plan/document';
import { UNKNOWN_VALUE, type TerraformPlan } from '../../../../src/review/input/plan/plan';
import { checkValueTypes } from '../../../../src/review/input/plan/value-types';
import { corpusTexts } from '../../corpus';

const [{ text } = { text: '' }] = corpusTexts('owner-added');
const plan = readPlan(text, 'main');
const [first] = plan.changes ?? [];

const withValues = (after: object, mode: 'managed' | 'data' = 'managed'): TerraformPlan[] => [
  {
    ...plan,
    changes: [
      { ...first!, address: 'x.y', mode, before: undefined, after: after as TerraformPlan['changes'] & object },
    ],
  } as TerraformPlan,
];

test('the plans of Terraform have the types of their fields', () => {
  expect(() => checkValueTypes([plan], () => undefined)).not.toThrow();
  expect(() => checkValueTypes(withValues({ name: 'x', capabilities: ['a'] }), () => role)).not.toThrow();
});

test('absent and unknown values have any type, also in lists and messages', () => {
  expect(() =>
    checkValueTypes(
      withValues({ name: UNKNOWN_VALUE, capabilities: ['a', UNKNOWN_VALUE], description: null }),
      () => role,
    ),
  ).not.toThrow();
  expect(() => checkValueTypes(withValues({ claim_match: { subject: UNKNOWN_VALUE } }), () => identity)).not.toThrow();
});

test.each([
  [group, { name: 7 }, 'name'],
  [role, { capabilities: 'groups.list' }, 'capabilities'],
  [role, { capabilities: ['groups.list', 1] }, 'capabilities'],
  [identity, { claim_match: 'x' }, 'claim_match'],
  [identity, { claim_match: { subject: [] } }, 'claim_match'],
  [identity, { claim_match: { claims: { team: 1 } } }, 'claim_match'],
])('a value of another type is an error with its address (%#)', (declaration, after, attribute) => {
  const check = () => checkValueTypes(withValues(after), () => declaration);
  expect(check).toThrow(PlanError);
  expect(check).toThrow(`main: x.y has an invalid ${attribute}. Create the plan again with "terraform show -json".`);
});

test('data sources and other kinds are not checked', () => {
  expect(() => checkValueTypes(withValues({ name: 7 }, 'data'), () => group)).not.toThrow();
  expect(() => checkValueTypes(withValues({ name: 7 }), () => undefined)).not.toThrow();
});
