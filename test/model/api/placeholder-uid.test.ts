import { isPlaceholderUid, isUid } from '../../../src/model/api';
import { createPlaceholderUids, seedProblem, unmarkedSeed } from '../../../src/model/api/placeholder-uid';

const root = 'c0ffee00'.repeat(5);
const group = `${root}/0123456789abcdef`;

describe.each([
  ['marked', 'seed'],
  ['unmarked', unmarkedSeed('seed')],
])('%s placeholders', (form, seed) => {
  const placeholders = createPlaceholderUids(seed);
  const child = placeholders.of(group, 'a');
  const grandchild = placeholders.of(child, 'a');
  const newRoot = placeholders.of(undefined, 'a');

  test('are uids in their group, and the same in every process', () => {
    expect([child, grandchild, newRoot].every(isUid)).toBe(true);
    expect(child.startsWith(`${group}/`)).toBe(true);
    expect(grandchild.startsWith(`${child}/`)).toBe(true);
    expect(createPlaceholderUids(seed).of(group, 'a')).toBe(child);
    expect([child, grandchild, newRoot].map(isPlaceholderUid)).toEqual(Array(3).fill(form === 'marked'));
  });

  test('differ by key, by place and by seed', () => {
    const others = [
      placeholders.of(group, 'b'),
      placeholders.of(root, 'a'),
      createPlaceholderUids('other').of(group, 'a'),
    ];
    expect(new Set([child, ...others].map((uid) => uid.slice(-8))).size).toBe(4);
  });

  test('are recognized by their seed, and are distinct from existing objects', () => {
    expect(
      [child, grandchild, newRoot, `${grandchild}/0123456789abcdef`].map((uid) => placeholders.includes(uid)),
    ).toEqual(Array(4).fill(true));
    expect([root, group, 'x', undefined].map((uid) => placeholders.includes(uid))).toEqual(Array(4).fill(false));
    expect([group, child, grandchild, newRoot].map((uid) => placeholders.existingPart(uid))).toEqual([
      group,
      group,
      group,
      undefined,
    ]);
  });
});

test('without the mark nobody but who knows the seed can tell them', () => {
  const uid = createPlaceholderUids(unmarkedSeed('seed')).of(group, 'a');
  expect(createPlaceholderUids(unmarkedSeed('other')).includes(uid)).toBe(false);
  expect(uid).not.toContain('00000000');
});

test.each(['', 'a b', 'x'.repeat(65), 'unmarked:', 'other:seed', 'ü'])('%j is no seed', (seed) => {
  expect(seedProblem(seed)).toContain('at most 64 letters, digits');
  expect(() => createPlaceholderUids(seed)).toThrow(TypeError);
});

test.each(['1', 'unmarked:1', 'x'.repeat(64), 'A.b-c_9'])('%j is a seed', (seed) => {
  expect(seedProblem(seed)).toBeUndefined();
});
