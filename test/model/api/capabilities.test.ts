import fc from 'fast-check';
import { CAPABILITY_DESCRIPTIONS } from '../../../src/model/api/capability-descriptions';
import { CAPABILITY_TABLE } from '../../../src/model/api/capability-table';
import {
  CAPABILITIES,
  canonicalCapability,
  capabilityEnumName,
  capabilityName,
  CAPABILITY_ENUM_NAMES,
  INTERNAL_CAPABILITIES,
  isCapability,
  isIamWrite,
  isKnownCapability,
  isReadCapability,
  isUnknownWrite,
  type Capability,
  type KnownCapability,
} from '../../../src/model/api';

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
    expect(['groups', 'group_invites.update', 'toString', 'figs.list'].filter(isKnownCapability)).toEqual([]);
  });

  it.each([
    ['figs.list', 'CAP_FIGS_LIST', 'figs.list'],
    ['CAP_FIGS_LIST', 'CAP_FIGS_LIST', 'figs.list'],
    ['figs.dried.list', 'CAP_FIGS_DRIED_LIST', 'CAP_FIGS_DRIED_LIST'],
    ['future-thing.list', 'CAP_FUTURE_THING_LIST', 'CAP_FUTURE_THING_LIST'],
    ['libraries.java.list', 'CAP_LIBRARIES_JAVA_LIST', 'libraries.java.list'],
    ['registry.entitlements.list', 'CAP_REGISTRY_ENTITLEMENTS_LIST', 'registry.entitlements.list'],
    ['CAP_REGISTRY_ENTITLEMENTS_LIST', 'CAP_REGISTRY_ENTITLEMENTS_LIST', 'registry.entitlements.list'],
    ['subscriptions.list', 'CAP_EVENTS_SUBSCRIPTION_LIST', 'subscriptions.list'],
    ['CAP_SUBSCRIPTIONS_LIST', 'CAP_SUBSCRIPTIONS_LIST', 'CAP_SUBSCRIPTIONS_LIST'],
    ['CAP_GROUPS_LIST', 'CAP_GROUPS_LIST', 'CAP_GROUPS_LIST'],
    ['iam.groups.list', 'CAP_IAM_GROUPS_LIST', 'groups.list'],
    [
      'libraries.request.groups.items_update',
      'CAP_LIBRARIES_REQUEST_GROUPS_ITEMS_UPDATE',
      'libraries.request_groups.items.update',
    ],
    ['internal', 'CAP_INTERNAL', 'internal'],
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
    const any: Capability[] = [...known, 'figs.list'];
    // @ts-expect-error -- invites are made and withdrawn, never changed
    const none: KnownCapability = 'group_invites.update';
    expect([any.length, isKnownCapability(none)]).toEqual([4, false]);
  });
});

describe('the table', () => {
  it('contains 216 capabilities, each number and name once', () => {
    expect(CAPABILITY_TABLE).toHaveLength(216);
    for (const column of [0, 1, 2] as const) expect(new Set(CAPABILITY_TABLE.map((row) => row[column])).size).toBe(216);
  });

  it('has 25 names that follow neither rule', () => {
    const irregular = CAPABILITY_TABLE.filter(([, enumName, name]) => {
      const upper = name.replaceAll('.', '_').toUpperCase();
      return enumName !== `CAP_${upper}` && enumName !== `CAP_IAM_${upper}`;
    }).map(([, , name]) => name);
    const iam = ['policy.create', 'policy.update', 'policy.list', 'policy.delete'];
    expect([...irregular, ...iam].sort()).toHaveLength(25);
    expect(irregular).toEqual(
      expect.arrayContaining(['subscriptions.list', 'identity_providers.scim.manage', 'risks.list']),
    );
  });

  it('describes each capability in one line', () => {
    expect(Object.keys(CAPABILITY_DESCRIPTIONS).sort()).toEqual(CAPABILITIES);
    for (const text of Object.values(CAPABILITY_DESCRIPTIONS)) expect(text).toMatch(/^[A-Z][^\n]{5,90}\.$/);
  });

  it('decides which capabilities read, not the last word of their names', () => {
    const reads = CAPABILITIES.filter(isReadCapability);
    expect(reads.filter((name) => !/\.(list|get|read)$/.test(name))).toEqual(['argos.osv.dump']);
    expect(CAPABILITIES.filter((name) => /\.(list|get)$/.test(name) && !isReadCapability(name))).toEqual([]);
    expect(['guardener.actions.migrate', 'CAP_GUARDENER_DFC_CONVERT', 'terms.accept'].some(isReadCapability)).toBe(
      false,
    );
  });

  it('names the internal capabilities', () => {
    expect(INTERNAL_CAPABILITIES).toEqual(expect.arrayContaining(['internal', 'repo.internal.admin', 'skills.write']));
    expect(INTERNAL_CAPABILITIES).not.toContain('guardener.entitlement.list');
  });

  it('knows which capabilities change access', () => {
    const writes = CAPABILITIES.filter(isIamWrite);
    expect(writes).toEqual(expect.arrayContaining(['role_bindings.create', 'identity_providers.scim.manage']));
    expect(writes.filter((name) => name.endsWith('.list'))).toEqual([]);
    expect(['role_bindings.list', 'repo.create', 'my_role_bindings.create', 'iam.figs.list'].some(isIamWrite)).toBe(
      false,
    );
    expect(['CAP_IAM_FIGS_CREATE', 'iam.figs.create'].every(isIamWrite)).toBe(true);
  });
});

describe('a name outside of the table', () => {
  it.each([
    ['figs.list', true],
    ['figs.dried.get', true],
    ['CAP_FIGS_LIST', true],
    ['figs.blacklist', false],
    ['figs.target', false],
    ['figs.list.create', false],
    ['figs.read', false],
    ['CAP_FIGS_EAT', false],
    ['*', false],
  ])('%s reads: %s', (name, reads) => {
    expect([isReadCapability(name), isUnknownWrite(name)]).toEqual([reads, !reads]);
  });
});

const segment = fc.stringMatching(/^[a-z][a-z0-9_]{0,6}$/);
const anyName = fc.oneof(
  fc.constantFrom(...CAPABILITIES, ...CAPABILITY_ENUM_NAMES),
  fc.array(segment, { minLength: 2, maxLength: 4 }).map((words) => words.join('.')),
  fc
    .array(segment, { minLength: 1, maxLength: 4 })
    .map((words) => `CAP_${words.join('_').toUpperCase().replace(/_+/g, '_').replace(/_$/, '')}`),
);

test('names are equal exactly if they are equal on the wire', () => {
  fc.assert(
    fc.property(anyName, anyName, (one, other) => {
      expect(capabilityEnumName(canonicalCapability(one))).toBe(capabilityEnumName(one));
      expect(canonicalCapability(one) === canonicalCapability(other)).toBe(
        capabilityEnumName(one) === capabilityEnumName(other),
      );
      expect(isReadCapability(canonicalCapability(one))).toBe(isReadCapability(one));
    }),
    { numRuns: 1000 },
  );
});
