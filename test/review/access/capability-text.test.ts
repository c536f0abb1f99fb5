import { EVERY_OTHER_CAPABILITY } from '../../../src/access';
import { capabilitiesText, isDangerous } from '../../../src/review/access/capability-text';

test('capabilities that change access are dangerous, and so are unknown ones', () => {
  expect(['role_bindings.create', 'identity.update', 'subscriptions.create'].map(isDangerous)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['role_bindings.list', 'repo.create'].map(isDangerous)).toEqual([false, false]);
});

test.each([
  [['groups.list'], 'groups.list'],
  [
    ['role_bindings.create', 'roles.create', 'role_bindings.delete', 'roles.delete'],
    'role_bindings, roles (create, delete)',
  ],
  [['role_bindings.create'], 'role_bindings.create'],
  [['groups.list', 'identity.list', 'roles.list', 'repo.list'], 'groups.list, identity.list, repo.list, roles.list'],
  [[EVERY_OTHER_CAPABILITY], 'all unknown capabilities'],
  [['roles.create', EVERY_OTHER_CAPABILITY], 'roles.create and all unknown capabilities'],
])('%j', (names, text) => {
  expect(capabilitiesText(names)).toBe(text);
});

test('counts what it does not name, but names every dangerous capability', () => {
  const reads = ['groups.list', 'identity.list', 'roles.list', 'repo.list', 'tags.list', 'role_bindings.list'];
  expect(capabilitiesText(reads)).toMatch(/ and 3 more$/);
  const dangerous = ['role_bindings.create', 'identity.update', 'group_invites.create', 'identity_providers.delete'];
  const text = capabilitiesText([...reads, ...dangerous]);
  for (const kind of dangerous.map((name) => name.split('.')[0])) expect(text).toContain(kind);
  expect(text).toMatch(/ and 5 more$/);
});
