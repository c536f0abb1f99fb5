import { BUILT_IN_ROLES } from '../../../src/model/api';
import { EVERY_OTHER_CAPABILITY } from '../../../src/access/graph';
import { capabilitiesText, countedCapabilities } from '../../../src/review/access/capability-text';

test.each([
  [['groups.list'], 'groups.list'],
  [
    ['role_bindings.create', 'roles.create', 'role_bindings.delete', 'roles.delete'],
    'role_bindings, roles (create, delete)',
  ],
  [['role_bindings.create'], 'role_bindings.create'],
  [['CAP_IAM_FIGS_EAT', 'role_bindings.create'], 'role_bindings.create, CAP_IAM_FIGS_EAT'],
  [['groups.list', 'identity.list', 'roles.list', 'repo.list'], 'groups.list, identity.list, repo.list, roles.list'],
  [[EVERY_OTHER_CAPABILITY], 'all unknown capabilities'],
  [['roles.create', EVERY_OTHER_CAPABILITY], 'roles.create and all unknown capabilities'],
])('a row shows %j', (names, text) => {
  expect(capabilitiesText(names)).toBe(text);
});

test('a row counts what it does not name, but names every capability that changes access', () => {
  const reads = ['groups.list', 'identity.list', 'roles.list', 'repo.list', 'tag.list', 'role_bindings.list'];
  expect(capabilitiesText(reads)).toMatch(/ and 3 more$/);
  const dangerous = ['role_bindings.create', 'identity.update', 'group_invites.create', 'identity_providers.delete'];
  const text = capabilitiesText([...reads, ...dangerous]);
  for (const kind of dangerous.map((name) => name.split('.')[0])) expect(text).toContain(kind);
  expect(text).toMatch(/ and 6 more$/);
});

const owner = BUILT_IN_ROLES.find(({ name }) => name === 'owner')!.capabilities;

test.each([
  [['groups.list'], 'groups.list'],
  [['groups.list', 'groups.list'], 'groups.list'],
  [['groups.list', 'roles.create', 'figs.eat'], 'roles.create, figs.eat and groups.list'],
  [['roles.create', EVERY_OTHER_CAPABILITY], 'roles.create and all unknown capabilities'],
  [
    ['groups.list', 'roles.list', 'tag.list', 'roles.create'],
    '4 capabilities, including roles.create, groups.list and roles.list',
  ],
  [owner, '138 capabilities, including role_bindings.create, identity.create and identity_providers.create'],
  [
    [...owner, EVERY_OTHER_CAPABILITY],
    '138 capabilities and all unknown capabilities, including role_bindings.create, identity.create and identity_providers.create',
  ],
])('a sentence counts %j, and names the three most dangerous', (names, text) => {
  expect(countedCapabilities(names)).toBe(text);
});
