import { createRefreshBudget, including } from '../../../src/provider/refresh/refresh-budget';

const root = 'c0ffee'.repeat(7).slice(0, 40);
const team = `${root}/${'1'.repeat(16)}`;
const [a, b] = [`${team}/${'a'.repeat(16)}`, `${team}/${'b'.repeat(16)}`];

test('the scope is the deepest group above all requested objects', () => {
  const budget = createRefreshBudget();
  expect(budget.scope()).toBeUndefined();
  for (const [parent, scope] of [
    [a, a],
    [`${a}/${'c'.repeat(16)}`, a],
    [b, team],
    [a, team],
    [root, root],
  ] as const) {
    budget.ask(parent);
    expect(budget.scope()).toBe(scope);
  }
});

test('groups of two organizations have no common scope', () => {
  expect(including(a, 'f'.repeat(40))).toBeUndefined();
  expect(including(undefined, a)).toBe(a);
});

test('a small configuration reads singly first; a large one of any kind lists immediately', () => {
  const budget = createRefreshBudget();
  for (let count = 0; count < 10; count += 1) budget.ask(team);
  expect(budget.singleReadsFirst()).toBe(5);
  budget.ask(team);
  expect(budget.singleReadsFirst()).toBe(0);
});

test('further pages use up what single reads would have saved', () => {
  const budget = createRefreshBudget();
  for (let count = 0; count < 3; count += 1) budget.readSingly();
  budget.readFurtherPage();
  expect(budget.credit()).toBe(2);
});
