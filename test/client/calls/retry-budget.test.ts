import { createRetryBudget } from '../../../src/client/calls/retry-budget';

const down = { code: 'UNAVAILABLE' } as const;
const slow = { code: 'DEADLINE_EXCEEDED' } as const;
const spendAll = (spend: () => boolean) => {
  let count = 0;
  while (spend()) count += 1;
  return count;
};

test('the size limits the retries of all calls together', () => {
  const budget = createRetryBudget(7);
  expect(spendAll(() => budget.spend(down))).toBe(7);
  expect(budget.spend(down)).toBe(false);
});

test('a retry after a full time limit costs five, and is refused while less is left', () => {
  const budget = createRetryBudget(7);
  expect(budget.spend(slow)).toBe(true);
  expect(budget.spend(slow)).toBe(false);
  expect(spendAll(() => budget.spend(down))).toBe(2);
});

test('two successes earn one retry, and never more than the size', () => {
  const budget = createRetryBudget(2);
  for (let count = 0; count < 100; count += 1) budget.earn();
  expect(spendAll(() => budget.spend(down))).toBe(2);
  budget.earn();
  expect(budget.spend(down)).toBe(false);
  budget.earn();
  expect(spendAll(() => budget.spend(down))).toBe(1);
});
