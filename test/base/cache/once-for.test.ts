import { onceFor } from '../../../src/base/cache/once-for';

test('a value is computed once for each object', () => {
  const asked: object[] = [];
  const count = onceFor((from: { readonly fields: object }) => asked.push(from));
  const [one, other] = [{ fields: {} }, { fields: {} }];
  expect([count(one), count(other), count(one), count(other)]).toEqual([1, 2, 1, 2]);
  expect(asked).toEqual([one, other]);
});

test('objects with the same key share a value', () => {
  let computed = 0;
  const count = onceFor(
    ({ key }: { readonly key: object }) => [key, ++computed][1],
    ({ key }) => key,
  );
  const key = {};
  expect([count({ key }), count({ key }), count({ key: {} })]).toEqual([1, 1, 2]);
});

test('false and 0 are values, undefined is computed again', () => {
  const results: unknown[] = [false, true, 0, 1, undefined, 'later'];
  const next = onceFor<object, unknown>(() => results.shift());
  const [one, two, three] = [{}, {}, {}];
  expect([next(one), next(one)]).toEqual([false, false]);
  results.shift();
  expect([next(two), next(two)]).toEqual([0, 0]);
  results.shift();
  expect([next(three), next(three), next(three)]).toEqual([undefined, 'later', 'later']);
});
