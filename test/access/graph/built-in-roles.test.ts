import { builtInRole, createAccessGraph, EVERY_OTHER_CAPABILITY, type RoleInput } from '../../../src/access/graph';
import { builtInCapabilities, createOwnerLevel, isBuiltInRole } from '../../../src/access/graph/built-in-roles';
import { BUILT_IN_ROLES, CAPABILITIES } from '../../../src/model/api';

const root = '0'.repeat(40);
const [ownerUid, editorUid] = ['1'.repeat(40), '2'.repeat(40)];
const graphOf = (...roles: readonly RoleInput[]) => createAccessGraph({ groups: [{ key: root, name: 'acme' }], roles });
const custom = (name: string, ...capabilities: readonly string[]): RoleInput => ({
  ...{ key: `${root}/${name.length.toString(16).padStart(16, '0')}`, name, group: root, capabilities },
});
const tableOf = (name: string): readonly string[] => BUILT_IN_ROLES.find((role) => role.name === name)!.capabilities;

test('a role is built in if its uid has one segment', () => {
  const roles = graphOf({ ...builtInRole('owner'), key: ownerUid }, custom('editor', 'groups.list')).roles;
  expect(roles.filter(isBuiltInRole).map(({ name }) => name)).toEqual(['owner']);
  expect(isBuiltInRole({ key: `${root}/${'a'.repeat(16)}`, group: undefined })).toBe(false);
  expect(isBuiltInRole({ key: 'platform_role.owner', group: undefined })).toBe(false);
});

test('without the roles of the service, owner-level is what the table gives owners and not editors', () => {
  const isOwnerLevel = createOwnerLevel(graphOf());
  const expected = tableOf('owner').filter((name) => !tableOf('editor').includes(name));
  expect(CAPABILITIES.filter(isOwnerLevel)).toEqual(expected);
  expect(['role_bindings.create', 'libraries.policy.create', EVERY_OTHER_CAPABILITY].every(isOwnerLevel)).toBe(true);
  expect(['groups.list', 'repo.update', 'advisories.create', 'internal', 'figs.eat'].some(isOwnerLevel)).toBe(false);
});

test('the roles of the service decide, also if one of them is missing', () => {
  const owner = { key: ownerUid, name: 'owner', capabilities: ['figs.eat', 'repo.create', 'roles.list', 'tag.list'] };
  const editor = { key: editorUid, name: 'editor', capabilities: ['CAP_TAG_LIST'] };
  const levels = (...roles: readonly RoleInput[]) =>
    ['figs.eat', 'repo.create', 'role_bindings.create', 'tag.list'].filter(createOwnerLevel(graphOf(...roles)));
  expect(levels(owner, editor)).toEqual(['figs.eat', 'repo.create']);
  expect(levels(owner)).toEqual(['figs.eat']);
  expect(levels(editor)).toEqual(['repo.create', 'role_bindings.create']);
});

test('a custom role with the name of a built-in one decides nothing, and neither does a role that nobody read', () => {
  const graph = graphOf(custom('owner', 'groups.list'), custom('editor', 'role_bindings.create'));
  expect(createOwnerLevel(graph)('role_bindings.create')).toBe(true);
  const empty = graphOf({ key: ownerUid, name: 'owner', capabilities: [] });
  expect(builtInCapabilities('owner', empty)).toEqual(tableOf('owner'));
  expect(builtInCapabilities('king', graph)).toBeUndefined();
});

test('the first graph that contains a role decides', () => {
  const of = (...capabilities: readonly string[]) => graphOf({ key: ownerUid, name: 'owner', capabilities });
  expect(builtInCapabilities('owner', of(), of('groups.list'), of('roles.list'))).toEqual(['groups.list']);
});
