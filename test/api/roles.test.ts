import {
  BUILT_IN_ROLES,
  builtInRoleDescription,
  CAPABILITIES,
  canonicalCapability,
  capabilityEnumName,
  capabilityName,
  CAPABILITY_ENUM_NAMES,
  isCapability,
  isKnownCapability,
  type Capability,
  type KnownCapability,
} from '../../src/api';

const held = Object.fromEntries(BUILT_IN_ROLES.map(({ name, capabilities }) => [name, capabilities]));

describe('capabilities', () => {
  it.each([
    ['groups.list', 'CAP_IAM_GROUPS_LIST'],
    ['role_bindings.create', 'CAP_IAM_ROLE_BINDINGS_CREATE'],
    ['identity.delete', 'CAP_IAM_IDENTITY_DELETE'],
    ['repo.update', 'CAP_REPO_UPDATE'],
    ['repo.blobs.get', 'CAP_REPO_BLOBS_GET'],
    ['advisories.list', 'CAP_ADVISORIES_LIST'],
  ])('%s is %s on the wire (Contract A1)', (dotted, enumName) => {
    expect([capabilityEnumName(dotted), capabilityName(enumName)]).toEqual([enumName, dotted]);
  });

  it('have one name in each representation, and are sorted', () => {
    expect(CAPABILITIES.map(capabilityEnumName).map(capabilityName)).toEqual(CAPABILITIES);
    expect(new Set(CAPABILITIES.map(capabilityEnumName)).size).toBe(CAPABILITIES.length);
    expect([...CAPABILITIES].sort()).toEqual(CAPABILITIES);
  });

  it('of the table are known in both representations, and others in none', () => {
    expect(CAPABILITY_ENUM_NAMES).toEqual(CAPABILITIES.map(capabilityEnumName));
    expect([...CAPABILITIES, ...CAPABILITY_ENUM_NAMES].filter((name) => !isKnownCapability(name))).toEqual([]);
    expect(['groups', 'group_invites.update', 'toString', 'apk.list'].filter(isKnownCapability)).toEqual([]);
  });

  it.each([
    ['apk.list', 'CAP_APK_LIST', 'apk.list'],
    ['CAP_APK_LIST', 'CAP_APK_LIST', 'apk.list'],
    ['libraries.java.list', 'CAP_LIBRARIES_JAVA_LIST', 'CAP_LIBRARIES_JAVA_LIST'],
    ['future-thing.list', 'CAP_FUTURE_THING_LIST', 'CAP_FUTURE_THING_LIST'],
    ['CAP_TENANT_LIST', 'CAP_TENANT_LIST', 'CAP_TENANT_LIST'],
    ['CAP_IAM_POLICY_LIST', 'CAP_IAM_POLICY_LIST', 'CAP_IAM_POLICY_LIST'],
    ['groups.list', 'CAP_IAM_GROUPS_LIST', 'groups.list'],
    ['CAP_IAM_GROUPS_LIST', 'CAP_IAM_GROUPS_LIST', 'groups.list'],
  ])('%s is %s on the wire and compared as %s (contract A1)', (name, enumName, canonical) => {
    expect([isCapability(name), capabilityEnumName(name), canonicalCapability(name)]).toEqual([
      true,
      enumName,
      canonical,
    ]);
    expect(canonicalCapability(enumName)).toBe(canonical);
    expect(capabilityEnumName(canonical)).toBe(enumName);
  });

  it('that are none are sent unchanged', () => {
    expect(['groups', 'Groups.List', 'a.b\n'].map(capabilityEnumName)).toEqual(['groups', 'Groups.List', 'a.b\n']);
  });

  it.each([
    '',
    'groups',
    'groups list',
    'Groups.List',
    'groups.',
    '.list',
    'CAP_',
    'cap_groups',
    'https://a.example',
    '*',
  ])('are never called %j', (name) => {
    expect(isCapability(name)).toBe(false);
  });

  it('complete in an editor by their names, and may have any other', () => {
    const known: KnownCapability[] = ['groups.list', 'repo.blobs.get', 'tag.delete'];
    const any: Capability[] = [...known, 'apk.list'];
    // @ts-expect-error -- invites are made and withdrawn, never changed
    const none: KnownCapability = 'group_invites.update';
    expect([any.length, isKnownCapability(none)]).toEqual([4, false]);
  });
});

describe('built-in roles', () => {
  it('describe themselves as built in', () => {
    expect(builtInRoleDescription('viewer')).toBe('Viewer Role (built-in)');
  });

  it('let viewers list everything and read blobs, and console viewers only list', () => {
    const lists = CAPABILITIES.filter((name) => name.endsWith('.list'));
    expect(held['console_viewer']).toEqual(lists);
    expect(held['viewer']).toEqual([...lists, 'repo.blobs.get'].sort());
  });

  it('hold what the one below holds, and more', () => {
    expect(held['editor']).toEqual([...held['viewer']!, 'repo.create', 'repo.update', 'repo.delete'].sort());
    expect(held['limited_owner']).toEqual([...held['viewer']!, 'identity.create', 'role_bindings.create'].sort());
    expect(held['owner']).toEqual(expect.arrayContaining([...held['editor']!]));
  });

  it('let owners write everything but advisories', () => {
    const missing = CAPABILITIES.filter((name) => !held['owner']?.includes(name));
    expect(missing).toEqual(['advisories.create', 'advisories.delete', 'advisories.update']);
  });

  it('let registries be pulled from, and nothing else', () => {
    expect(held['registry.pull']).toEqual(['groups.list', 'manifest.list', 'repo.blobs.get', 'repo.list', 'tag.list']);
  });
});
