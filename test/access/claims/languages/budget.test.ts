import fc from 'fast-check';
import { compareMatches } from '../../../../src/access/claims';
import {
  countedOnce,
  createBudget,
  recall,
  UndecidedError,
  type Counted,
} from '../../../../src/access/claims/languages/budget';

it('allows as many steps as its limit, and names the limit after that', () => {
  const budget = createBudget({ steps: 5 });
  budget.spend(4);
  budget.spend();
  expect(() => budget.spend()).toThrow(new UndecidedError('it takes more than 5 steps'));
});

it('has a limit by default', () => {
  expect(() => createBudget().spend(60_000_001)).toThrow(UndecidedError);
});

it('spends the steps of a part in the whole, and ends with either of them', () => {
  const whole = createBudget({ steps: 10 });
  const part = whole.part(4);
  part.spend(3);
  expect([part.spent(), whole.spent()]).toEqual([3, 3]);
  expect(() => part.spend(2)).toThrow('it takes more than 4 steps');
  expect(() => whole.part(100).spend(8)).toThrow('it takes more than 10 steps');
});

it('takes as many steps from the whole for one call beyond a part as for single steps', () => {
  const spend = (counts: readonly number[]) => {
    const whole = createBudget({ steps: 100 });
    const part = whole.part(10);
    expect(() => counts.forEach((count) => part.spend(count))).toThrow('it takes more than 10 steps');
    return whole.spent();
  };
  expect([spend([4, 3, 3, 1]), spend([1_000]), spend([7, 90])]).toEqual([10, 10, 10]);
});

it('counts the steps of budgets that are used alternately', () => {
  const whole = createBudget({ steps: 20 });
  const [one, other] = [whole.part(8), whole.part(8)];
  const inner = one.part(5);
  inner.spend(2);
  other.spend(3);
  whole.spend();
  one.spend(2);
  inner.spend(3);
  expect([inner, one, other, whole].map((budget) => budget.spent())).toEqual([5, 7, 3, 11]);
  expect(() => inner.spend(0)).not.toThrow();
  expect(() => one.spend(2)).toThrow('it takes more than 8 steps');
  expect(() => one.spend(0)).toThrow('it takes more than 8 steps');
  whole.spend(8);
  expect(() => other.spend(1)).toThrow('it takes more than 20 steps');
});

it('takes as many steps as a count at each call, in any order and for any parts', () => {
  const calls = fc.array(fc.tuple(fc.nat(3), fc.oneof(fc.nat(4), fc.nat(40))), { maxLength: 30 });
  fc.assert(
    fc.property(calls, (spends) => {
      const limits = [60, 40, 25, 30];
      const wholes = [undefined, 0, 1, 0];
      const budgets: ReturnType<typeof createBudget>[] = [];
      for (const [index, steps] of limits.entries()) {
        const whole = wholes[index];
        budgets.push(whole === undefined ? createBudget({ steps }) : budgets[whole]!.part(steps));
      }
      const left = [...limits];
      const pay = (index: number, count: number): string | undefined => {
        const possible = Math.min(count, Math.max(left[index]!, 0));
        left[index]! -= count;
        const whole = wholes[index];
        const reason = whole === undefined ? undefined : pay(whole, possible);
        return reason ?? (left[index]! < 0 ? `it takes more than ${limits[index]} steps` : undefined);
      };
      for (const [index, count] of spends) {
        const expected = pay(index, count);
        if (expected === undefined) budgets[index]!.spend(count);
        else expect(() => budgets[index]!.spend(count)).toThrow(expected);
      }
      expect(budgets.map((budget) => budget.spent())).toEqual(limits.map((limit, index) => limit - left[index]!));
    }),
  );
});

it('spends the same steps for a value that an earlier query has computed', () => {
  const known = new Map<string, Counted<string>>();
  const compute = jest.fn((budget: ReturnType<typeof createBudget>) => {
    budget.spend(7);
    return 'value';
  });
  const spent = [1, 2].map(() => {
    const budget = createBudget();
    expect(recall(known, 'key', budget, () => compute(budget))).toBe('value');
    return budget.spent();
  });
  expect(spent).toEqual([8, 8]);
  expect(compute).toHaveBeenCalledTimes(1);
});

it('cannot decide with a known value what it cannot decide without it', () => {
  const sum = countedOnce((of: readonly number[], budget) => {
    budget.spend(of.length);
    return of.length;
  });
  const values = [1, 2, 3];
  expect(() => sum(values, createBudget({ steps: 2 }))).toThrow(UndecidedError);
  expect(sum(values, createBudget({ steps: 10 }))).toBe(3);
  expect(() => sum(values, createBudget({ steps: 2 }))).toThrow(UndecidedError);
});

it('leaves a comparison undecided if one of its claims takes too much', () => {
  const aud = { pattern: '^(a|b)$' };
  const [before, after] = ['a', 'b'].map((last) => ({ pattern: `^(a|b)*${last}(a|b){13}$` }));
  const reason = 'it takes more than 100000 steps';
  expect(compareMatches({ aud, sub: before! }, { aud, sub: after! }, { steps: 100_000 })).toEqual({
    relation: 'unknown',
    unknown: [`whether it accepts more: ${reason}`, `whether it accepts less: ${reason}`],
  });
});
