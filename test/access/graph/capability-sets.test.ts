import fc from 'fast-check';
import { createAccessGraph, EVERY_OTHER_CAPABILITY } from '../../../src/access/graph';
import { CapabilitySets, NO_CAPABILITIES } from '../../../src/access/graph/capability-sets';
import { CAPABILITIES } from '../../../src/model/api';

const graph = createAccessGraph({
  roles: [
    { key: 'r', name: 'custom', capabilities: ['custom.act', 'groups.list'] },
    { key: 'w', name: 'owner', capabilities: ['roles.list'], holdsUnknown: true },
  ],
});
const names = ['custom.act', 'groups.list', 'groups.create', 'identity.update', 'roles.delete'];
const some = fc.uniqueArray(fc.constantFrom(...names));

test('sets behave like sets of names', () => {
  const sets = new CapabilitySets(graph);
  fc.assert(
    fc.property(some, some, (one, other) => {
      const [a, b] = [sets.of(one), sets.of(other)];
      const listed = (set: number) => sets.list(set);
      const sorted = (list: readonly string[]) => [...new Set(list)].sort();
      expect(listed(a)).toEqual(sorted(one));
      expect(listed(sets.union(a, b))).toEqual(sorted([...one, ...other]));
      expect(listed(sets.without(a, b))).toEqual(sorted(one.filter((name) => !other.includes(name))));
      expect(listed(sets.common(a, b))).toEqual(sorted(one.filter((name) => other.includes(name))));
      expect(sets.includesAll(a, b)).toBe(other.every((name) => one.includes(name)));
      expect(sets.size(a)).toBe(one.length);
    }),
  );
});

test('equal sets have equal numbers, and the empty set has its own', () => {
  const sets = new CapabilitySets(graph);
  const both = sets.of(['groups.list', 'custom.act']);
  expect(sets.of(['custom.act', 'groups.list'])).toBe(both);
  expect(sets.union(sets.of(['custom.act']), sets.of(['groups.list']))).toBe(both);
  expect(sets.without(both, both)).toBe(NO_CAPABILITIES);
  expect(sets.of([])).toBe(NO_CAPABILITIES);
});

test('a role has its capabilities, and one that holds unknown capabilities also has those that no list names', () => {
  const sets = new CapabilitySets(graph);
  expect(sets.list(sets.ofRole(graph.role('r')))).toEqual(['custom.act', 'groups.list']);
  expect(sets.list(sets.ofRole(graph.role('w')))).toEqual(['custom.act', 'roles.list', EVERY_OTHER_CAPABILITY]);
});

test('a name that no role has counts as every other capability', () => {
  const sets = new CapabilitySets(graph);
  expect(sets.list(sets.of(['newer.act', 'groups.list']))).toEqual(['groups.list', EVERY_OTHER_CAPABILITY]);
  expect(sets.of(['newer.act'])).toBe(sets.of(['newest.act']));
});

test('many sets keep their content when the storage grows', () => {
  const sets = new CapabilitySets(graph);
  const subsets = CAPABILITIES.flatMap((capability, index) =>
    CAPABILITIES.slice(index + 1, index + 12).map((other) => [capability, other]),
  );
  const numbers = subsets.map((subset) => sets.of(subset));
  expect(new Set(numbers).size).toBe(subsets.length);
  expect(numbers.map((set) => sets.list(set))).toEqual(subsets.map((subset) => [...subset].sort()));
});
