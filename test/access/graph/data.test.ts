/** A graph as data: JSON holds it, and the graph that is made of it answers the same. */
import fc from 'fast-check';
import { accessData, createAccessGraph, type AccessGraph } from '../../../src/access/graph';
import { twoOrganizations } from './arbitrary-organization';

const root = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';

/** Every node, and what it is linked with by path. */
function told({ groups, identities, roles, grants, refusedGrants }: AccessGraph) {
  return {
    refused: new Set(refusedGrants.map(({ key }) => key)),
    groups: groups.map(({ key, name, path, parent, implied }) => ({ key, name, path, parent: parent?.path, implied })),
    identities: identities.map(({ key, path, group, assumption, grantedBy, implied }) => {
      return { key, path, group: group?.path, assumption, grantedBy, implied };
    }),
    roles: roles.map((role) => ({ ...role, group: role.group?.path })),
    grants: grants.map(({ key, source, name, identity, role, group }) => {
      return { key, source, name, identity: identity.path, role: role.path, group: group.path };
    }),
  };
}

const again = (graph: AccessGraph) =>
  createAccessGraph(JSON.parse(JSON.stringify(accessData(graph))) as ReturnType<typeof accessData>);

test('the same graph is made of it again', () => {
  fc.assert(
    fc.property(twoOrganizations(true), ([organization]) => {
      const graph = createAccessGraph(organization);
      expect(told(again(graph))).toEqual(told(graph));
    }),
  );
});

test('also for nodes that are known only by reference, and for anyone who signs in', () => {
  const graph = createAccessGraph({
    roles: [{ key: 'r', name: 'r', capabilities: ['repo.list'] }],
    identities: [{ key: 'ada', name: 'ada@example.com' }],
    grants: [
      { key: 'g', identity: `${root}/0123456789abcdef/00000000deadbeef`, role: 'r', group: root },
      { key: 'p', source: 'identity_provider', name: 'okta', role: 'r', group: root },
      { key: 'i', source: 'group_invite', role: 'r', group: `${root}/0123456789abcdef` },
    ],
  });
  expect(told(graph).identities.map(({ path }) => path)).toContain(`${root}/(anyone who signs in through okta)`);
  expect(told(again(graph))).toEqual(told(graph));
});
