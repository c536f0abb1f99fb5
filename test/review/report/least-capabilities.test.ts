/** Tests that the capabilities for several plans are the union of those of each plan, by group. */
import { createReview, leastCapabilities, readPlan, type LeastCapabilities } from '../../../src/review';
import { corpusTexts } from '../corpus';

const plansOf = (name: string) => corpusTexts(name).map((plan) => readPlan(plan.text, plan.name));
const least = (...plans: ReturnType<typeof plansOf>) => leastCapabilities(createReview(plans));
/** `acme: groups.list to read`. */
const linesOf = ({ groups }: LeastCapabilities, by: 'uid' | 'group' = 'uid') =>
  groups.flatMap((group) =>
    group.capabilities.flatMap(({ name, to }) => to.map((what) => `${group[by]}: ${name} to ${what}`)),
  );
const sorted = (...lists: (readonly string[])[]) => [...new Set(lists.flat())].sort();

test.each(['several-stacks', 'managed-twice'])('%s needs the union of both plans, by group', (name) => {
  const [one, other] = plansOf(name);
  const [first, second, both] = [least(one!), least(other!), least(one!, other!)];
  expect(linesOf(both).sort()).toEqual(sorted(linesOf(first), linesOf(second)));
  expect(both.capabilities).toEqual(sorted(first.capabilities, second.capabilities));
  expect(first.capabilities).not.toEqual(second.capabilities);
});

test('each plan needs the capabilities of its own calls, in the groups of these calls', () => {
  const plans = plansOf('several-stacks');
  const [grants, groups] = plans;
  expect(linesOf(least(groups!), 'group').filter((line) => !line.endsWith('to read'))).toEqual([
    'acme/payments/checkout: groups.delete to delete',
  ]);
  expect(least(groups!).capabilities).toEqual(['groups.delete', 'groups.list']);
  expect(least(grants!).capabilities).toEqual(['groups.list', 'identity.list', 'role_bindings.list']);
  const [, widening] = plansOf('managed-twice');
  expect(linesOf(least(widening!), 'group')).toEqual([
    'acme: groups.list to read',
    'acme: role_bindings.create to grant',
    'acme: roles.list to read',
    'acme: roles.update to update',
  ]);
});

test('a deleted group has its previous name', () => {
  const { groups } = least(...plansOf('several-stacks'));
  expect(groups.map(({ group }) => group)).toContain('acme/payments/checkout');
});
