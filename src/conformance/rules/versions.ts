/** v1 and gRPC: G1 to G5 of the contract. */
import { isObject, type Values } from '../../api';
import { requireOffered, requireSame, requireThat } from '../http/difference';
import type { Answer } from '../http/answer';
import type { Rule } from './rule';
import type { Kit } from '../session/kit';
import { requireCode, uidOf } from './requirements';
import { all, part } from './sources';

const V1 = {
  groups: '/iam/v1/groups',
  identities: '/iam/v1/identities',
  roles: '/iam/v1/roles',
  bindings: '/iam/v1/rolebindings',
  repos: '/registry/v1/repos',
} as const;

async function listV1(
  kit: Kit,
  path: string,
  query: readonly (readonly [string, string])[],
): Promise<{ answer: Answer; items: readonly Values[] }> {
  const answer = await kit.send('GET', path, { query });
  requireOffered(answer, path);
  requireThat(answer.code === 'OK', 'the list succeeds', answer);
  const { items } = answer.json;
  requireThat(items === undefined || Array.isArray(items), 'the response has items', answer);
  return { answer, items: ((items ?? []) as readonly unknown[]).filter(isObject) };
}

export const versions: readonly Rule[] = [
  {
    id: 'G1',
    says: 'v1 stays available in addition to v2 and shows the same data. uid is called id.',
    relies: ['client', 'provider', 'review'],
    published: all('groups1', 'identities1', 'roles1', 'bindings1', 'registry1'),
    ifDifferent: 'A kind without a list in v2 is inconclusive.',
    cases: [
      {
        says: 'v1 lists the same objects, with id',
        run: async (kit) => {
          const [identity, role] = [await kit.make('identities'), await kit.make('roles')];
          const binding = await kit.make('roleBindings', { identityUid: identity['uid'], roleUid: role['uid'] });
          const group = await kit.ok('GET', kit.path('groups', kit.group));
          for (const [path, object] of [
            [V1.groups, group.json],
            [V1.identities, identity],
            [V1.roles, role],
            [V1.bindings, binding],
          ] as const) {
            const { answer, items } = await listV1(kit, path, [['id', uidOf(object)]]);
            requireSame(
              items.map(({ id }) => id),
              [object['uid']],
              'the ids',
              answer,
            );
            if ('name' in object) requireSame(items[0]?.['name'], object['name'], 'the name', answer);
          }
        },
      },
      {
        says: 'v1 lists repos',
        relies: [],
        run: async (kit) => void (await listV1(kit, V1.repos, [['uidp.children_of', kit.group]])),
      },
    ],
  },
  {
    id: 'G2',
    says: 'A v1 list is {items: […]}, without pages. Filters are id, uidp.* and name. No match is an empty list.',
    relies: ['client', 'provider'],
    published: part(
      'The files state items and the filters. They do not state that a list has no pages.',
      'groups1',
      'roles1',
      'identities1',
    ),
    ifDifferent: 'The client reads a list of v1 only for a kind without a list in v2.',
    cases: [
      {
        says: 'the list is whole',
        run: async (kit) => {
          const { group } = await kit.crowd();
          const { answer, items } = await listV1(kit, V1.identities, [['uidp.children_of', group]]);
          requireSame([items.length, answer.json['nextPageToken'] ?? ''], [201, ''], 'the number of items', answer);
        },
      },
      {
        says: 'name filters groups and roles, and no match is an empty list',
        run: async (kit) => {
          const role = await kit.make('roles');
          const found = await listV1(kit, V1.roles, [
            ['name', String(role['name'])],
            ['uidp.children_of', kit.group],
          ]);
          requireSame(
            found.items.map(({ id }) => id),
            [role['uid']],
            'the ids',
            found.answer,
          );
          const none = await listV1(kit, V1.groups, [['id', `${kit.group}/0123456789abcdef`]]);
          requireSame(none.items, [], 'the items without a match', none.answer);
        },
      },
      {
        says: 'identities and bindings have createdAt',
        relies: [],
        run: async (kit) => {
          const { uid } = await kit.make('identities');
          const binding = await kit.make('roleBindings', { identityUid: uid });
          for (const [path, id] of [
            [V1.identities, uid],
            [V1.bindings, binding['uid']],
          ] as const) {
            const { answer, items } = await listV1(kit, path, [['id', String(id)]]);
            requireThat(!Number.isNaN(Date.parse(String(items[0]?.['createdAt']))), 'the object has createdAt', answer);
          }
        },
      },
    ],
  },
  {
    id: 'G3',
    says: "v1 creates with POST on the parent's path and replaces whole objects with PUT.",
    relies: [],
    published: all('groups1', 'identities1', 'roles1'),
    ifDifferent: 'The client never writes in v1.',
    cases: [
      {
        says: 'POST creates, PUT clears absent fields, and DELETE deletes',
        run: async (kit) => {
          const created = await kit.send('POST', `${V1.identities}/${kit.group}`, {
            body: {
              name: kit.name(),
              description: 'before',
              claimMatch: { issuer: 'https://conformance.invalid', subject: 'x' },
            },
          });
          requireOffered(created, V1.identities);
          requireThat(created.code === 'OK', 'the create succeeds', created);
          const id = String(created.json['id']);
          const name = kit.name();
          await kit.ok('PUT', `${V1.identities}/${id}`, {
            body: { name, claimMatch: { issuer: 'https://conformance.invalid', subject: 'y' } },
          });
          const answer = await kit.ok('GET', kit.path('identities', id));
          requireSame(
            [answer.json['name'], answer.json['description'] ?? ''],
            [name, ''],
            'the replaced object',
            answer,
          );
          await kit.ok('DELETE', `${V1.identities}/${id}`);
          requireCode(await kit.send('GET', kit.path('identities', id)), 'NOT_FOUND');
        },
      },
    ],
  },
  {
    id: 'G4',
    says: 'v1 identities have static keys as static, and lastSeen. A binding is {identity, role}, and role is an object in a list.',
    relies: [],
    published: all('identities1', 'bindings1'),
    ifDifferent: 'The client reads only the ids of a list of v1.',
    cases: [
      {
        says: 'the names of v1',
        run: async (kit) => {
          const { issuerKeys } = await kit.signer();
          const { uid } = await kit.make('identities', {
            claimMatch: undefined,
            staticKeys: { issuer: 'https://conformance.invalid', subject: 'x', issuerKeys },
          });
          const { answer, items } = await listV1(kit, V1.identities, [['id', String(uid)]]);
          const [identity = {}] = items;
          requireThat(
            isObject(identity['static']) && Boolean(identity['static']['expiration']),
            'static has an expiration',
            answer,
          );
          requireThat(
            'lastSeen' in identity && !('email' in identity),
            'the identity has lastSeen and no email',
            answer,
          );
        },
      },
      {
        says: 'a binding names its identity by id, and its role as an object in a list',
        run: async (kit) => {
          const [identity, role] = [await kit.make('identities'), await kit.make('roles')];
          const created = await kit.send('POST', `${V1.bindings}/${kit.group}`, {
            body: { identity: identity['uid'], role: role['uid'] },
          });
          requireOffered(created, V1.bindings);
          requireSame(
            [created.json['identity'], created.json['role']],
            [identity['uid'], role['uid']],
            'the identity and the role',
            created,
          );
          const { answer, items } = await listV1(kit, V1.bindings, [['id', String(created.json['id'])]]);
          const item = items[0] ?? {};
          requireSame(
            [item['identity'], (item['role'] as Values | undefined)?.['id']],
            [identity['uid'], role['uid']],
            'the binding in a list',
            answer,
          );
        },
      },
    ],
  },
  {
    id: 'G5',
    says: 'gRPC is served at the same address, with the methods that REST has.',
    relies: [],
    published: all('groups', 'identities', 'roles', 'bindings'),
    ifDifferent: 'Nothing: client and provider use REST.',
    cases: [
      {
        says: 'GetGroup returns the group of REST',
        needs: 'grpc',
        run: async (kit) => {
          const own = await kit.ok('GET', kit.path('groups', kit.group));
          const { uid, name } = await kit.getGroupByRpc(kit.group);
          requireSame([uid, name], [kit.group, own.json['name']], 'the uid and the name by gRPC', own);
        },
      },
    ],
  },
];
