/** Tests each list of the audit with a small organization. */
import { builtInRole, createAccessGraph, accessData } from '../../../src/access/graph';
import { createAudit } from '../../../src/review/page/audit';
import type { PageData, PageObject } from '../../../src/review/page/data';
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

test('owners have the built-in role, not a custom role of the same name', () => {
  expect(createAudit(createModel(data), now).owners.map(({ identity }) => identity.path)).toEqual(['acme/ada']);
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
  expect(owners.map(({ group }) => group.path)).toEqual(['acme', 'acme/b', 'acme/a', 'acme/b/c']);
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
  expect(found?.map(({ identities }) => identities)).toEqual([['a', 'c'], ['b']]);
});
