import { BudgetSpent, createBudget } from '../../../src/claims/languages/budget';

it('allows as many nodes as its limit, and names the limit after that', () => {
  const budget = createBudget({ nodes: 2, milliseconds: 1000, clock: () => 0 });
  budget.spend();
  budget.spend();
  expect(() => budget.spend()).toThrow(new BudgetSpent('it takes more than 2 steps'));
});

it('ends when its time is over, counted from its creation', () => {
  let now = 5000;
  const budget = createBudget({ milliseconds: 100, clock: () => now });
  now = 5100;
  expect(() => budget.spend()).not.toThrow();
  now = 5101;
  expect(() => budget.spend()).toThrow(new BudgetSpent('it takes more than 100 ms'));
});

it('has a limit of nodes by default', () => {
  const budget = createBudget({ clock: () => 0 });
  expect(() => {
    for (let node = 0; node < 20_000; node++) budget.spend();
  }).not.toThrow();
  expect(() => budget.spend()).toThrow(BudgetSpent);
});
