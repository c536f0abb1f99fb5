import {
  BUILT_IN_ROLES,
  builtInRoleDescription,
  CAPABILITIES,
  capabilityEnumName,
  capabilityName,
  isCapability,
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
  ])('%s is %s on the wire (not-shown, "Capabilities and built-in roles")', (dotted, enumName) => {
    expect([capabilityEnumName(dotted), capabilityName(enumName)]).toEqual([enumName, dotted]);
  });

  it('have one name in each spelling, and are sorted', () => {
    expect(CAPABILITIES.map(capabilityEnumName).map(capabilityName)).toEqual(CAPABILITIES);
    expect(new Set(CAPABILITIES.map(capabilityEnumName)).size).toBe(CAPABILITIES.length);
    expect([...CAPABILITIES].sort()).toEqual(CAPABILITIES);
  });

  it('are known only by their dotted names, and pass through where the service knows more', () => {
    expect(
      ['groups.list', 'CAP_IAM_GROUPS_LIST', 'groups', 'group_invites.update', 'toString'].map(isCapability),
    ).toEqual([...[true, false, false, false, false]]);
    expect([capabilityEnumName('future.list'), capabilityName('CAP_FUTURE_LIST')]).toEqual([
      'future.list',
      'CAP_FUTURE_LIST',
    ]);
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
