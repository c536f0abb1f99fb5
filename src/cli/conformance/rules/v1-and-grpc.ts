/** v1 and gRPC: G1 to G5 of the contract. */
import { isObject, type Values } from '../../../model/api';
import { requireOffered, requireSame, requireThat } from '../http/difference';
import type { HttpAnswer } from '../http/answer';
import type { Kit, QueryParameters } from '../session/kit';
import { needing, type RulesById, unused } from './rule';
import { makeBinding, MISSING, requireFields, trust } from './requirements';
import { all, part } from './sources';

const V1 = {
  groups: '/iam/v1/groups',
  identities: '/iam/v1/identities',
  roles: '/iam/v1/roles',
  bindings: '/iam/v1/rolebindings',
  repos: '/registry/v1/repos',
} as const;

interface ListV1 {
  readonly answer: HttpAnswer;
  readonly items: readonly Values[];
  readonly ids: readonly unknown[];
}

async function listV1(kit: Kit, path: string, query: QueryParameters): Promise<ListV1> {
  const answer = await kit.send('GET', path, { query });
  requireOffered(answer, path);
  requireThat(answer.code === 'OK', 'the list succeeds', answer);
  const { items: found = [] } = answer.json;
  requireThat(Array.isArray(found), 'the response has items', answer);
  const items = found.filter(isObject);
  return { answer, items, ids: items.map(({ id }) => id) };
}

/** Creates an object in v1, and returns its id. */
async function createV1(kit: Kit, path: string, body: Values): Promise<[string, HttpAnswer]> {
  const created = await kit.send('POST', `${path}/${kit.group}`, { body });
  requireOffered(created, path);
  requireThat(created.code === 'OK', 'the create succeeds', created);
  return [String(created.json['id']), created];
}

export const versions: RulesById = {
  G1: {
    says: 'v1 stays available in addition to v2 and shows the same data. uid is called id.',
    relies: ['client', 'provider', 'review'],
    published: all('groups1', 'identities1', 'roles1', 'bindings1', 'registry1'),
    ifDifferent: 'A kind without a list in v2 is inconclusive.',
    cases: {
      'v1 lists the same objects, with id': async (kit) => {
        const { uid, identityUid, roleUid } = await makeBinding(kit);
        const objects = { groups: kit.group, identities: identityUid, roles: roleUid };
        for (const [kind, id] of Object.entries(objects) as [keyof typeof objects, string][]) {
          const { json } = await kit.ok('GET', `${kind}/${id}`);
          const { answer, items, ids } = await listV1(kit, V1[kind], { id });
          requireSame(ids, [id], 'the ids', answer);
          requireFields(answer, { name: json['name'] }, items[0]);
        }
        const { answer, ids } = await listV1(kit, V1.bindings, { id: uid });
        requireSame(ids, [uid], 'the ids', answer);
      },
      'v1 lists repos': unused(async (kit) => listV1(kit, V1.repos, { 'uidp.children_of': kit.group })),
    },
  },
  G2: {
    says: 'A v1 list is {items: […]}, without pages. Filters are id, uidp.* and name. No match is an empty list.',
    relies: ['client', 'provider'],
    published: part('The files do not state that a list has no pages.', 'groups1', 'roles1', 'identities1'),
    ifDifferent: 'The client reads a list of v1 only for a kind without a list in v2.',
    cases: {
      'the list is whole': async (kit) => {
        const { group } = await kit.crowd();
        const { answer, items } = await listV1(kit, V1.identities, { 'uidp.children_of': group });
        requireSame([items.length, answer.json['nextPageToken'] ?? ''], [201, ''], 'the number of items', answer);
      },
      'name filters groups and roles, and no match is an empty list': async (kit) => {
        const { uid, name } = await kit.make('roles');
        const found = await listV1(kit, V1.roles, { name: String(name), 'uidp.children_of': kit.group });
        requireSame(found.ids, [uid], 'the ids', found.answer);
        const none = await listV1(kit, V1.groups, { id: `${kit.group}/${MISSING}` });
        requireSame(none.items, [], 'the items without a match', none.answer);
      },
      'identities and bindings have createdAt': unused(async (kit) => {
        const { uid, identityUid } = await makeBinding(kit);
        for (const [path, id] of Object.entries({ [V1.identities]: identityUid, [V1.bindings]: uid })) {
          const { answer, items } = await listV1(kit, path, { id });
          requireThat(!Number.isNaN(Date.parse(String(items[0]?.['createdAt']))), 'the object has createdAt', answer);
        }
      }),
    },
  },
  G3: {
    says: "v1 creates with POST on the parent's path and replaces whole objects with PUT.",
    relies: [],
    published: all('groups1', 'identities1', 'roles1'),
    ifDifferent: 'The client never writes in v1.',
    cases: {
      'POST creates, PUT clears absent fields, and DELETE deletes': async (kit) => {
        const sent = { name: kit.name(), description: 'before', claimMatch: trust };
        const [id] = await createV1(kit, V1.identities, sent);
        const name = kit.name();
        await kit.ok('PUT', `${V1.identities}/${id}`, { body: { name, claimMatch: { ...trust, subject: 'y' } } });
        requireFields(await kit.ok('GET', `identities/${id}`), { name, description: '' });
        await kit.ok('DELETE', `${V1.identities}/${id}`);
        await kit.fails('NOT_FOUND', 'GET', `identities/${id}`);
      },
    },
  },
  G4: {
    says: 'v1 identities have static keys as static, and lastSeen. A binding is {identity, role}, and role is an object in a list.',
    relies: [],
    published: all('identities1', 'bindings1'),
    ifDifferent: 'The client reads only the ids of a list of v1.',
    cases: {
      'the names of v1': async (kit) => {
        const { issuerKeys } = await kit.signer();
        const id = await kit.makeUid('identities', { staticKeys: { ...trust, issuerKeys } });
        const { answer, items } = await listV1(kit, V1.identities, { id });
        const { static: keys, ...identity } = items[0] ?? {};
        requireThat(isObject(keys) && Boolean(keys['expiration']), 'static has an expiration', answer);
        const hasNames = 'lastSeen' in identity && !('email' in identity);
        requireThat(hasNames, 'the identity has lastSeen and no email', answer);
      },
      'a binding names its identity by id, and its role as an object in a list': async (kit) => {
        const [identity, role] = [await kit.makeUid('identities'), await kit.makeUid('roles')];
        const [id, created] = await createV1(kit, V1.bindings, { identity, role });
        requireFields(created, { identity, role });
        const { answer, items } = await listV1(kit, V1.bindings, { id });
        requireFields(answer, { identity, 'role.id': role }, items[0]);
      },
    },
  },
  G5: {
    says: 'gRPC is served at the same address, with the methods that REST has.',
    relies: [],
    published: all('groups', 'identities', 'roles', 'bindings'),
    ifDifferent: 'Nothing: client and provider use REST.',
    cases: {
      'GetGroup returns the group of REST': needing('grpc', async (kit) => {
        const own = await kit.ok('GET', `groups/${kit.group}`);
        const { uid, name } = await kit.getGroupByRpc(kit.group);
        requireSame([uid, name], [kit.group, own.json['name']], 'the uid and the name by gRPC', own);
      }),
    },
  },
};
