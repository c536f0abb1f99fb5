import { CAPABILITIES, INTERNAL_CAPABILITIES, isReadCapability } from '../../../src/model/api';
import { BUILT_IN_ROLES, builtInRoleDescription } from '../../../src/model/api/built-in-roles';

const findCapabilities = (name: string): readonly string[] =>
  BUILT_IN_ROLES.find((role) => role.name === name)!.capabilities;
const isWrite = (capability: string) => !isReadCapability(capability);

test('capabilities are known, sorted, and each once', () => {
  for (const { capabilities } of BUILT_IN_ROLES) {
    expect(capabilities).toEqual([...new Set(capabilities)].sort());
    expect(capabilities.filter((capability) => !CAPABILITIES.includes(capability))).toEqual([]);
  }
});

test('the roles have the size that the service publishes', () => {
  const sizes = Object.fromEntries(BUILT_IN_ROLES.map(({ name, capabilities }) => [name, capabilities.length]));
  expect(sizes).toEqual({
    ...{ console_viewer: 45, viewer: 51, editor: 62, limited_owner: 53, owner: 138, 'registry.pull': 10 },
    ...{ 'registry.push': 20, 'registry.pull_token_creator': 15, 'apk.pull': 3 },
    ...{ 'libraries.java.pull': 2, 'libraries.javascript.pull': 2, 'libraries.python.pull': 2 },
  });
});

/** Kinds of the specification, whose table is a part of each role. */
const iam = [
  'groups',
  'group_invites',
  'roles',
  'role_bindings',
  'account_associations',
  'identity',
  'identity_providers',
];
const specified = (kinds: readonly string[], verbs: readonly string[]) =>
  kinds.flatMap((kind) => verbs.map((verb) => `${kind}.${verb}`)).filter((name) => name !== 'group_invites.update');
const lists = specified([...iam, 'repo', 'tag', 'manifest', 'advisories'], ['list']);
const writes = ['create', 'update', 'delete'];

test('the roles hold what the specification says (contract A4)', () => {
  const holds = (name: string, capabilities: readonly string[]) =>
    expect(findCapabilities(name)).toEqual(expect.arrayContaining([...capabilities]));
  holds('console_viewer', lists);
  holds('viewer', [...findCapabilities('console_viewer'), 'repo.blobs.get']);
  holds('editor', [...findCapabilities('viewer'), ...specified(['repo'], writes)]);
  holds('owner', [...findCapabilities('editor'), ...specified([...iam, 'tag', 'manifest'], writes)]);
  holds('registry.pull', ['groups.list', 'manifest.list', 'repo.blobs.get', 'repo.list', 'tag.list']);
  expect(findCapabilities('limited_owner')).toEqual(
    [...findCapabilities('viewer'), 'identity.create', 'role_bindings.create'].sort(),
  );
  for (const name of ['advisories.create', 'advisories.update', 'advisories.delete'])
    expect(findCapabilities('owner')).not.toContain(name);
});

test('viewers start sessions and migrations, and write nothing else', () => {
  for (const name of ['console_viewer', 'registry.pull']) expect(findCapabilities(name).filter(isWrite)).toEqual([]);
  expect(findCapabilities('viewer').filter(isWrite)).toEqual(['guardener.actions.migrate', 'guardener.dfc.convert']);
});

test('further roles hold what their names say, and owners hold all of it', () => {
  const pulls = findCapabilities('registry.pull');
  expect(findCapabilities('registry.push')).toEqual(
    [...pulls, 'groups.create', ...specified(['repo', 'tag', 'manifest'], writes)].sort(),
  );
  expect(findCapabilities('registry.pull_token_creator')).toEqual(
    [...pulls, 'apk.blobs.get', 'apk.list', 'identity.create', 'role_bindings.create', 'roles.list'].sort(),
  );
  expect(findCapabilities('apk.pull')).toEqual(['apk.blobs.get', 'apk.list', 'groups.list']);
  for (const library of ['java', 'javascript', 'python'])
    expect(findCapabilities(`libraries.${library}.pull`)).toEqual(
      ['libraries.entitlements.list', `libraries.${library}.list`].sort(),
    );
  const owned = findCapabilities('owner');
  for (const { name, capabilities } of BUILT_IN_ROLES)
    expect([name, capabilities.filter((capability) => !owned.includes(capability))]).toEqual([name, []]);
});

test('editors give nobody access', () => {
  expect(findCapabilities('editor').filter((name) => isWrite(name) && iam.includes(name.split('.')[0]!))).toEqual([]);
});

test('no role holds an internal capability', () => {
  const held = BUILT_IN_ROLES.flatMap(({ capabilities }): readonly string[] => capabilities);
  expect(INTERNAL_CAPABILITIES.filter((name) => held.includes(name))).toEqual([]);
});

test('only an owner holds capabilities that have no name here', () => {
  expect(BUILT_IN_ROLES.filter(({ holdsUnknown }) => holdsUnknown === true).map(({ name }) => name)).toEqual(['owner']);
});

test('the description marks a role as built in', () => {
  expect(builtInRoleDescription('viewer')).toBe('Viewer Role (built-in)');
});
