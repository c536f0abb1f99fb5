import fc from 'fast-check';
import { createAccessGraph, type GrantNode, type RoleInput } from '../../../src/access/graph';
import { findDecisiveGrants } from '../../../src/access/graph/decisive-grants';

/** Grants of an identity: the role with these capabilities, in the group of this depth. */
type Held = readonly (readonly [capabilities: readonly string[], depth: number])[];

const createGraph = (held: Held) => {
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
  return createAccessGraph({ groups, identities: [{ key: 'i', name: 'i', group: 'g0' }], roles, grants });
};
const find = (held: Held, asked: readonly string[]) => {
  const { grants: found, isAlone } = findDecisiveGrants(createGraph(held).grants, asked);
  return [isAlone, ...found.map(({ role, group }) => `${role.name} in ${group.name}`)];
};
const [list, update, create] = ['repo.list', 'repo.update', 'roles.create'] as const;

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
  [
    'equals with the same nearest grant',
    [
      [[list, update], 2],
      [[list, 'repo.create'], 1],
      [[update, 'repo.create'], 0],
    ],
    [list, update, 'repo.create'],
    [false, `${list}+${update} in g2`, `${list}+repo.create in g1`],
  ],
  ['a missing capability', [[[list], 0]], [list, update], [false]],
])('the decisive grants: %s', (_, held, asked, found) => {
  expect(find(held, asked)).toEqual(found);
  expect(find(held.toReversed(), asked)).toEqual(found);
  if (found[0] === false) expect(find(held, asked.toReversed())).toEqual(found);
});

const nameGrant = ({ role, group, source, name }: GrantNode) => [role.path, group.path, source, name];

test('the decisive grants in one group: by role, source and name, an unnamed one first', () => {
  const sorted = [
    { role: 'a', source: 'group_invite' as const, name: 'z' },
    { role: 'a', source: 'identity_provider' as const },
    { role: 'a', source: 'identity_provider' as const, name: 'corp' },
    { role: 'a', source: 'identity_provider' as const, name: 'dev' },
    { role: 'a', identity: 'i' },
    { role: 'b', source: 'group_invite' as const },
  ].map((grant, index) => ({ key: `k${index}`, group: 'g', ...grant }));
  const graph = createAccessGraph({
    groups: [{ key: 'g', name: 'g' }],
    identities: [{ key: 'i', name: 'i', group: 'g' }],
    roles: ['a', 'b'].map((name) => ({ key: name, name, capabilities: [list] })),
    grants: sorted,
  });
  const permutations = fc.shuffledSubarray([...graph.grants], { minLength: sorted.length });
  fc.assert(
    fc.property(permutations, (grants) => {
      expect(findDecisiveGrants(grants, [list]).grants.map(({ key }) => key)).toEqual(sorted.map(({ key }) => key));
    }),
  );
});

test('the decisive grants do not depend on the order of the grants, nor of the capabilities', () => {
  const asked = [list, update, create, 'roles.update'];
  const held = fc.array(fc.tuple(fc.subarray(asked), fc.nat({ max: 2 })), { minLength: 2, maxLength: 6, size: 'max' });
  const inputs = held.chain((grants) => {
    const all = createGraph(grants).grants;
    return fc.tuple(
      fc.constant(all),
      fc.shuffledSubarray([...all], { minLength: all.length }),
      fc.shuffledSubarray(asked, { minLength: asked.length }),
    );
  });
  fc.assert(
    fc.property(inputs, ([grants, shuffled, shuffledAsked]) => {
      const { grants: found, isAlone } = findDecisiveGrants(grants, asked);
      const other = findDecisiveGrants(shuffled, shuffledAsked);
      expect([other.isAlone, ...other.grants.map(nameGrant)]).toEqual([isAlone, ...found.map(nameGrant)]);
    }),
    { numRuns: 300 },
  );
});
