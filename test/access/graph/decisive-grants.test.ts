import { createAccessGraph, type RoleInput } from '../../../src/access/graph';
import { findDecisiveGrants } from '../../../src/access/graph/decisive-grants';

/** Grants of an identity: the role with these capabilities, in the group of this depth. */
const find = (
  held: readonly (readonly [capabilities: readonly string[], depth: number])[],
  asked: readonly string[],
) => {
  const groups = [0, 1, 2].map((depth) => ({
    ...{ key: `g${depth}`, name: `g${depth}` },
    parent: depth === 0 ? undefined : `g${depth - 1}`,
  }));
  const roles = held.map(([capabilities], index): RoleInput => ({
    ...{ key: `r${index}`, name: capabilities.join('+') },
    capabilities,
  }));
  const grants = held.map(([, depth], index) => ({
    ...{ key: `k${index}`, identity: 'i', role: `r${index}`, group: `g${depth}` },
  }));
  const graph = createAccessGraph({ groups, identities: [{ key: 'i', name: 'i', group: 'g0' }], roles, grants });
  const { grants: found, isAlone } = findDecisiveGrants(graph.grants, asked);
  return [isAlone, ...found.map(({ role, group }) => `${role.name} in ${group.name}`)];
};
const [list, update, create] = ['repo.list', 'repo.update', 'roles.create'];

test.each<[what: string, ...Parameters<typeof find>, found: readonly (boolean | string)[]]>([
  ['no grant', [], [list], [false]],
  [
    'a grant alone',
    [
      [[list, update], 0],
      [[list], 1],
    ],
    [list, update],
    [true, `${list}+${update} in g0`],
  ],
  [
    'the nearest of those alone',
    [
      [[list], 0],
      [[list], 2],
    ],
    [list],
    [true, `${list} in g2`, `${list} in g0`],
  ],
  [
    'the fewest',
    [
      [[list], 2],
      [[list], 1],
      [[update], 0],
    ],
    [list, update],
    [false, `${update} in g0`],
  ],
  [
    'one that changes access',
    [
      [[list], 2],
      [[create], 0],
    ],
    [list, create],
    [false, `${create} in g0`],
  ],
  [
    'the nearest of equals',
    [
      [[list], 0],
      [[update], 1],
    ],
    [list, update],
    [false, `${update} in g1`],
  ],
  [
    'the nearest of equals, asked first',
    [
      [[list], 1],
      [[update], 0],
    ],
    [list, update],
    [false, `${list} in g1`],
  ],
  ['a missing capability', [[[list], 0]], [list, update], [false]],
])('the decisive grants: %s', (_, held, asked, found) => {
  expect(find(held, asked)).toEqual(found);
  expect(find(held.toReversed(), asked)).toEqual(found);
  if (found[0] === false) expect(find(held, asked.toReversed())).toEqual(found);
});
