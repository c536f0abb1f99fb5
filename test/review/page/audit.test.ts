/** Tests each list of the audit with a small organization. */
import { builtInRole, createAccessGraph, accessData } from '../../../src/access/graph';
import { createAudit } from '../../../src/review/page/audit';
import type { PageData, PageExternal, PageObject } from '../../../src/review/page/data';
import { createModel } from '../../../src/review/page/model';

const now = new Date('2026-11-22T12:00:00Z');
const owner = builtInRole('owner');
const graph = createAccessGraph({
  groups: [{ key: 'g', name: 'acme' }],
  identities: [
    { key: 'i1', name: 'ada', group: 'g' },
    { key: 'i2', name: 'old', group: 'g' },
    { key: 'i3', name: 'idle', group: 'g' },
    { key: 'i4', name: 'new', group: 'g' },
  ],
  roles: [owner, { key: 'r', name: 'owner', group: 'g', capabilities: ['groups.list'] }],
  grants: [
    { key: 'b1', identity: 'i1', role: owner.key, group: 'g' },
    { key: 'b2', identity: 'i2', role: 'r', group: 'g' },
    { key: 'b4', identity: 'i4', role: 'r', group: 'g' },
  ],
});

const object = (kind: string, node: PageObject['node'], key: string, more: Partial<PageObject> = {}): PageObject => ({
  kind,
  ...(node !== undefined && { node }),
  name: key,
  path: `acme/${key}`,
  status: 'kept',
  after: { key, group: 'g', fields: {} },
  ...more,
});
const seen = (key: string, times: { created?: string; lastSeen?: string }) =>
  object('identity', 'identity', key, { after: { key, group: 'g', fields: {}, ...times } });

const data: PageData = {
  title: [['']],
  lead: [''],
  sources: [],
  configuration: 'review.config.json',
  after: accessData(graph),
  unknownRoles: [],
  problems: [],
  objects: [
    seen('i1', { created: '2020-01-01T00:00:00Z', lastSeen: '2026-11-01T00:00:00Z' }),
    seen('i2', { created: '2020-01-01T00:00:00Z', lastSeen: '2026-01-01T00:00:00Z' }),
    seen('i3', {}),
    seen('i4', { created: '2026-11-20T00:00:00Z' }),
    object('role binding', 'grant', 'b1'),
    object('role binding', 'grant', 'b2', { isRead: true }),
    object('group invite', undefined, 'invite'),
  ],
};

test('identities of shared platforms are listed as unknown if no owners are declared', () => {
  const exposure = { to: 'unknown', text: 'It is unknown if outsiders can assume it' } as const;
  const open = object('identity', 'identity', 'i1', { after: { key: 'i1', group: 'g', fields: {}, exposure } });
  const objects = [open, ...data.objects.slice(1)];
  const audit = createAudit(createModel({ ...data, objects }), now);
  expect(audit.ownerless.map(({ path }) => path)).toEqual(['acme/i1']);
  const undeclaredOwners = { text: [], owners: [['"github:1" (acme)']], identities: [['acme/i1']], next: [] };
  const owned = createAudit(createModel({ ...data, objects, undeclaredOwners }), now);
  expect(owned.owned.map((all) => all.map(({ path }) => path))).toEqual([['acme/i1']]);
  expect(owned.ownerless).toEqual([]);
  expect(createAudit(createModel(data), now)).toMatchObject({ owned: [], ownerless: [] });
});

test('owners have the built-in role, not a custom role of the same name', () => {
  expect(createAudit(createModel(data), now).owners.map(({ grant }) => grant.identity.path)).toEqual(['acme/ada']);
});

test('the owners of the most groups come first', () => {
  const groups = [
    { key: 'g', name: 'acme' },
    ...['a', 'b'].map((name) => ({ key: name, name, parent: 'g' })),
    { key: 'c', name: 'c', parent: 'b' },
  ];
  const of = (group: string) => ({ key: group, identity: 'i', role: owner.key, group });
  const identities = [{ key: 'i', name: 'ada', group: 'g' }];
  const grants = ['a', 'c', 'b', 'g'].map(of);
  const after = accessData(createAccessGraph({ groups, identities, roles: [owner], grants }));
  const { owners } = createAudit(createModel({ ...data, after, objects: [] }), now);
  expect(owners.map(({ grant }) => grant.group.path)).toEqual(['acme', 'acme/b', 'acme/a', 'acme/b/c']);
});

const outsiders = [{ who: 'any workflow', token: 'sub=a' }];
const undeclared = [{ who: 'it is unknown who can obtain its tokens' }];

test('an owner that outsiders can assume comes first, also before owners of more groups', () => {
  const groups = [
    { key: 'g', name: 'acme' },
    { key: 'a', name: 'a', parent: 'g' },
  ];
  const identities = ['ada', 'ci', 'later'].map((name) => ({ key: name, name, group: 'g' }));
  const grants = [
    { key: '1', identity: 'ada', role: owner.key, group: 'g' },
    { key: '2', identity: 'ci', role: owner.key, group: 'a' },
    { key: '3', identity: 'later', role: owner.key, group: 'a' },
  ];
  const after = accessData(createAccessGraph({ groups, identities, roles: [owner], grants }));
  const external: PageExternal[] = [
    { identity: 'acme/later', outsiders: undeclared, unknown: [] },
    { identity: 'acme/ci', outsiders, unknown: [] },
  ];
  const exposed = (key: string, to: 'outsiders' | 'unreviewed code') => {
    const exposure = { to, text: `Who can assume it: ${to}` };
    return object('identity', 'identity', key, {
      path: `acme/${key}`,
      after: { key, group: 'g', fields: {}, exposure },
    });
  };
  const objects = [exposed('later', 'unreviewed code'), exposed('ci', 'outsiders')];
  const audit = createAudit(createModel({ ...data, after, external, objects }), now);
  expect(audit.owners.map(({ grant, exposure }) => [grant.identity.path, exposure?.to])).toEqual([
    ['acme/ci', 'outsiders'],
    ['acme/later', 'unreviewed code'],
    ['acme/ada', undefined],
  ]);
  // Known outsiders come before unknown ones.
  expect(audit.external?.map(({ identities: all }) => all.map(({ path }) => path))).toEqual([
    ['acme/ci'],
    ['acme/later'],
  ]);
});

test('an owner of an unusual owner precedes those whose owner is only unknown, and unreviewed code is listed by power', () => {
  const exposure = { to: 'unknown', text: 'It is unknown if outsiders can assume it' } as const;
  const unreviewed = 'Unreviewed code can assume it: anyone who can push';
  const identities = ['ada', 'eve', 'pull'].map((name) => ({ key: name, name, group: 'g' }));
  const grants = identities.map(({ key }) => ({
    key: `b-${key}`,
    identity: key,
    role: key === 'pull' ? 'e' : owner.key,
    group: 'g',
  }));
  const roles = [owner, { key: 'e', name: 'edits', group: 'g', capabilities: ['groups.create'] }];
  const after = accessData(createAccessGraph({ groups: [{ key: 'g', name: 'acme' }], identities, roles, grants }));
  const objects = identities.map(({ key }) =>
    object('identity', 'identity', key, {
      after: { key, group: 'g', fields: {}, exposure: key === 'ada' ? exposure : { ...exposure, unreviewed } },
    }),
  );
  const unusual = { 'acme/eve': 'Workloads of "github:666" (evil) can assume it' };
  const undeclaredOwners = { text: [], owners: [], identities: [], unusual, next: [] };
  const audit = createAudit(createModel({ ...data, after, objects, undeclaredOwners }), now);
  expect(audit.owners.map(({ grant, unusual: text }) => [grant.identity.path, text])).toEqual([
    ['acme/eve', unusual['acme/eve']],
    ['acme/ada', undefined],
  ]);
  expect(audit.unreviewed.map(({ identity, text }) => [identity.path, text])).toEqual([
    ['acme/eve', unreviewed],
    ['acme/pull', unreviewed],
  ]);
});

test('external identities are in the order of their power: owners, other grants, none', () => {
  const external = ['acme/idle', 'acme/old', 'acme/ada'].map((identity) => ({ identity, outsiders, unknown: [] }));
  const [group] = createAudit(createModel({ ...data, external }), now).external ?? [];
  const shown = group?.identities.map(({ path, grants }) => [path, ...grants.map(({ role }) => role.name)]);
  expect(shown).toEqual([['acme/ada', 'owner'], ['acme/old', 'owner'], ['acme/idle']]);
});

test('an identity is unused without a role binding, or without a use for 90 days', () => {
  expect(createAudit(createModel(data), now).unused.map(({ node, reason }) => [node.path, reason])).toEqual([
    ['acme/i2', 'last used 2026-01-01'],
    ['acme/i3', 'no role binding'],
  ]);
});

test('open invites, and grants that no plan manages', () => {
  const { invites, unmanaged, external } = createAudit(createModel(data), now);
  expect(invites.map(({ path }) => path)).toEqual(['acme/invite']);
  expect(unmanaged?.map(({ path }) => path)).toEqual(['acme/b2']);
  expect(external).toBeUndefined();
});

test('without a plan or state it is unknown which grants are managed', () => {
  const objects = data.objects.map((pageObject) => ({ ...pageObject, isRead: true }));
  expect(createAudit(createModel({ ...data, objects }), now).unmanaged).toBeUndefined();
});

test('identities that the same outsiders can assume are one entry', () => {
  const external = ['a', 'b', 'c'].map((identity) => ({
    identity,
    outsiders: [{ who: identity === 'b' ? 'nobody known' : 'anyone' }],
    unknown: [],
  }));
  const found = createAudit(createModel({ ...data, external }), now).external;
  expect(found?.map(({ identities }) => identities.map(({ path }) => path))).toEqual([['a', 'c'], ['b']]);
});
