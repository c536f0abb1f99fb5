import { builtInRole, createAccessGraph, EVERY_OTHER_CAPABILITY, type RoleInput } from '../../../src/access/graph';
import { canWrite } from '../../../src/access/graph/built-in-roles';
import { byWeight } from '../../../src/review/access/capability-weight';

test('capabilities are sorted by danger: writes of access, unknown writes, other writes, unknown reads, reads', () => {
  const sorted = [
    'role_bindings.create',
    'identity.create',
    'identity.update',
    'identity_providers.scim.manage',
    'groups.delete',
    EVERY_OTHER_CAPABILITY,
    'newer.act',
    'repo.create',
    'newer.list',
    'groups.list',
  ];
  expect(byWeight([...sorted].reverse())).toEqual(sorted);
  expect(byWeight(['roles.list', 'groups.list'])).toEqual(['groups.list', 'roles.list']);
});

const root = '0'.repeat(40);
const builtInUid = '1'.repeat(40);

function nodeOf(role: RoleInput) {
  return createAccessGraph({ groups: [{ key: root, name: 'acme' }], roles: [role] }).roles[0]!;
}

const custom = (...capabilities: readonly string[]) =>
  nodeOf({ key: `${root}/${'2'.repeat(16)}`, name: 'viewer', group: root, capabilities });

test('a role can write if it has anything that does not only read', () => {
  expect(canWrite(custom('groups.list', 'skills.harden.read', 'newer.list', 'CAP_NEWER_THING_GET'))).toBe(false);
  for (const name of ['repo.create', 'newer.act', 'CAP_NEWER_THING_READ', 'terms.accept', 'registry.overlays.edit'])
    expect([name, canWrite(custom('groups.list', name))]).toEqual([name, true]);
  expect(canWrite(nodeOf({ key: builtInUid, name: 'newer', capabilities: [], holdsUnknown: true }))).toBe(true);
});

test('the viewer of the service counts as reading, and a custom role with the same capabilities does not', () => {
  const viewer = builtInRole('viewer', builtInUid);
  expect(canWrite(nodeOf(viewer))).toBe(false);
  expect(canWrite(custom(...viewer.capabilities))).toBe(true);
  expect(canWrite(nodeOf({ ...viewer, capabilities: [...viewer.capabilities, 'newer.act'] }))).toBe(true);
  for (const name of ['editor', 'limited_owner', 'owner'])
    expect(canWrite(nodeOf(builtInRole(name, builtInUid)))).toBe(true);
});
