import fc from 'fast-check';
import { createRecentlyUsed } from '../../../src/base/cache/recently-used';

const keys = <T>(cache: { entries(): Iterable<readonly [string, T]> }): string[] =>
  [...cache.entries()].map(([key]) => key);

test('the least recently used value is dropped first', () => {
  const cache = createRecentlyUsed<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect(keys(cache)).toEqual(['a', 'c']);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});

test('a value above the limit is not kept, and drops all others', () => {
  const cache = createRecentlyUsed<string>(3, (text) => text.length);
  cache.set('a', 'xy');
  cache.set('b', 'wxyz');
  expect(keys(cache)).toEqual([]);
});

test('a replaced or deleted value no longer counts', () => {
  const cache = createRecentlyUsed<string>(3, (text) => text.length);
  cache.set('a', 'xyz');
  cache.set('a', 'x');
  cache.set('b', 'xy');
  expect(keys(cache)).toEqual(['a', 'b']);
  cache.delete('b');
  cache.delete('unknown');
  cache.set('c', 'xy');
  expect(keys(cache)).toEqual(['a', 'c']);
  cache.clear();
  cache.set('d', 'xyz');
  expect(keys(cache)).toEqual(['d']);
});

test('after any calls, the cache holds the most recently used values that fit', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd');
  const call = fc.oneof(
    fc.record({ is: fc.constant('set' as const), key, value: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ is: fc.constantFrom('get' as const, 'delete' as const), key }),
  );
  fc.assert(
    fc.property(fc.array(call, { maxLength: 40 }), (calls) => {
      const cache = createRecentlyUsed<number>(6, (value) => value);
      let model: [string, number][] = [];
      for (const step of calls) {
        const known = model.find(([name]) => name === step.key);
        if (step.is === 'get') expect(cache.get(step.key)).toBe(known?.[1]);
        if (step.is === 'delete') cache.delete(step.key);
        if (step.is === 'set') cache.set(step.key, step.value);
        const others = model.filter(([name]) => name !== step.key);
        const last: [string, number][] =
          step.is === 'set' ? [[step.key, step.value]] : step.is === 'get' && known !== undefined ? [known] : [];
        model = [...others, ...last];
        while (model.reduce((sum, [, value]) => sum + value, 0) > 6) model.shift();
        expect([...cache.entries()]).toEqual(model);
      }
    }),
  );
});
