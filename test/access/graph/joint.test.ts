import { createAccessGraph, type AccessInput } from '../../../src/access/graph';
import { joinGraphs } from '../../../src/access/graph/joint';

const uid = (...digits: readonly string[]) =>
  ['c0ffee'.repeat(7).slice(0, 40), ...digits.map((digit) => digit.repeat(16))].join('/');
const graph = (input: AccessInput) => createAccessGraph(input);

const before = graph({
  groups: [
    { key: uid(), name: 'acme' },
    { key: uid('1'), name: 'shop', parent: uid() },
    { key: uid('2'), name: 'old', parent: uid() },
  ],
  identities: [
    { key: uid('1', 'a'), name: 'ci', group: uid('1') },
    { key: 'ada', name: 'ada' },
  ],
});
const after = graph({
  groups: [
    { key: uid(), name: 'acme' },
    { key: uid('1'), name: 'store', parent: uid() },
    { key: uid('3'), name: 'old', parent: uid() },
  ],
  identities: [
    { key: uid('1', 'a'), name: 'ci', group: uid('1') },
    { key: 'bob', name: 'bob' },
  ],
});
const shown = (all: readonly { path: string; before: unknown; after: unknown }[]) =>
  all.map((one) => [one.path, one.before !== undefined, one.after !== undefined]);

test('by key, a renamed group is the same, and a recreated one of the same name as well', () => {
  const joint = joinGraphs(before, after, 'key');
  expect(shown(joint.groups)).toEqual([
    ['acme', true, true],
    ['acme/old', true, true],
    ['acme/store', true, true],
  ]);
  expect(shown(joint.identities)).toEqual([
    ['acme/store/ci', true, true],
    ['ada', true, false],
    ['bob', false, true],
  ]);
});

test('by path, a renamed group is another one, and so is everything beneath it', () => {
  const joint = joinGraphs(before, after, 'path');
  expect(shown(joint.groups)).toEqual([
    ['acme', true, true],
    ['acme/old', true, true],
    ['acme/shop', true, false],
    ['acme/store', false, true],
  ]);
  expect(shown(joint.identities).slice(0, 2)).toEqual([
    ['acme/shop/ci', true, false],
    ['acme/store/ci', false, true],
  ]);
});

test('a deleted group whose name a renamed one has taken keeps a path of its own', () => {
  const swapped = graph({
    groups: [
      { key: uid(), name: 'acme' },
      { key: uid('1'), name: 'old', parent: uid() },
    ],
  });
  expect(shown(joinGraphs(before, swapped, 'key').groups)).toEqual([
    ['acme', true, true],
    ['acme/old', true, true],
    [`acme/old#${'2'.repeat(16)}`, true, false],
  ]);
});

test('the order spans the groups beneath, parents first', () => {
  const joint = joinGraphs(before, after, 'path');
  const [acme, ...others] = joint.groups;
  expect([acme?.order, acme?.end]).toEqual([0, 3]);
  expect(others.map(({ order, end, parent }) => [order, end, parent])).toEqual([
    ...[1, 2, 3].map((place) => [place, place, acme]),
  ]);
  expect(joint.findGroup(before.group(uid('1')))).toBe(joint.groups[2]);
});

test('a group of a third graph is an error', () => {
  const joint = joinGraphs(before, after, 'path');
  const other = graph({ groups: [{ key: 'x', name: 'x' }] });
  expect(() => joint.findGroup(other.group('x'))).toThrow('group x is in neither graph');
});
