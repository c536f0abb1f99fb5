import { createAccessGraph, accessData, diffAccess, whoCan, type ConditionalGrant } from '../../../src/access/graph';

const root = 'c0ffee00'.repeat(5);
const role = (key: string, ...capabilities: string[]) => ({ key, name: key, group: root, capabilities });
const roles = [role('look', 'groups.list'), role('write', 'groups.update'), role('grant', 'role_bindings.create')];
const staff: ConditionalGrant = {
  ...{ key: 'staff', source: 'identity_provider', name: 'staff', role: 'look', group: root },
};
const mapping = (key: string, of: string, name = 'admins', provider = 'staff'): ConditionalGrant => ({
  ...{ key, source: 'external_group_role_mapping', name, provider, role: of, group: root },
});
const graph = (...grants: ConditionalGrant[]) =>
  createAccessGraph({ groups: [{ key: root, name: 'acme' }], roles, grants });
const admins = 'acme/(anyone in the external group admins)';

test('mappings of one external group of one identity provider have one identity', () => {
  const all = graph(staff, mapping('a', 'write'), mapping('b', 'grant'), mapping('c', 'grant', 'other'));
  expect(all.identities.map(({ path, grants }) => [path, grants.map(({ key }) => key)])).toEqual([
    [admins, ['a', 'b', 'staff']],
    ['acme/(anyone in the external group other)', ['c', 'staff']],
    ['acme/(anyone who signs in through staff)', ['staff']],
  ]);
  const [first] = whoCan(all, 'groups.list', root);
  expect(first?.identity.path).toBe('acme/(anyone who signs in through staff)');
});

test('external groups of two identity providers are two, also with one name', () => {
  const all = graph(mapping('a', 'write', 'admins', 'one'), mapping('b', 'grant', 'admins', 'two'));
  expect(all.identities.map(({ path }) => path)).toEqual([`${admins}#a`, `${admins}#b`]);
});

test('the identity of existing mappings stays when another one is added', () => {
  const added = `${root}/0000000012345678`;
  const existing = `${root}/1234567812345678`;
  const keys = graph(mapping(added, 'write'), mapping(existing, 'grant')).identities.map(({ key }) => key);
  expect(keys).toEqual([existing]);
});

test('a graph that is created again from its data is equal', () => {
  const accessGraph = graph({ ...staff, people: 'x' }, { ...mapping('a', 'write'), people: 'y' });
  expect(diffAccess(accessGraph, createAccessGraph(accessData(accessGraph)))).toEqual({ gained: [], lost: [] });
  expect(diffAccess(accessGraph, graph(staff, { ...mapping('a', 'write'), people: 'y' })).gained).not.toEqual([]);
});
