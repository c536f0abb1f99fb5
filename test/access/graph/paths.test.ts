import { groupBy, joinPath, keyEnd, segments } from '../../../src/access/graph/paths';

const uid = 'c0ffee'.repeat(7).slice(0, 40);

test('siblings with equal names have the end of their key in their segment', () => {
  const [one, other] = [`${uid}/0123456789abcdef`, `${uid}/fedcba9876543210`].map((key) => ({ key, name: 'ci' }));
  const alone = { key: `${uid}/1111111111111111`, name: 'web' };
  const segment = segments([[one!, other!, alone]]);
  expect([one!, other!, alone].map(segment)).toEqual(['ci#0123456789abcdef', 'ci#fedcba9876543210', 'web']);
});

test('a name that is shared in one graph has the same segment in the other', () => {
  const [before, after] = [
    { key: 'a', name: 'ci' },
    { key: 'b', name: 'ci' },
  ];
  const segment = segments([[before], [after, { key: 'c', name: 'ci' }]]);
  expect(segment(before)).toBe('ci#a');
  expect(segments([[before], [after]])(before)).toBe('ci');
});

test('an address as a key is escaped, so that it adds no segments to a path', () => {
  expect(keyEnd('module.a/b%2Fc')).toBe('module.a%2Fb%252Fc');
  expect(keyEnd(uid)).toBe(uid);
  expect(keyEnd(`${uid}/0123456789abcdef`)).toBe('0123456789abcdef');
});

test('a path has its parent first, and a root has none', () => {
  expect(joinPath(undefined, 'acme')).toBe('acme');
  expect(joinPath('acme', 'shop')).toBe('acme/shop');
});

test('groups keep the order of their items', () => {
  expect([...groupBy([3, 1, 2, 5], (n) => n % 2)]).toEqual([
    [1, [3, 1, 5]],
    [0, [2]],
  ]);
});
