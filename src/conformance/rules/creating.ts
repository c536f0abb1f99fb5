/** Creating: C1 to C4 of the contract. */
import { requireSame, requireThat } from '../http/difference';
import type { Rule } from './rule';
import type { Collection } from '../session/kit';
import { listedUids, requireCode, uidOf } from './requirements';
import { all } from './sources';

const KINDS: readonly Collection[] = [
  'groups',
  'identities',
  'roles',
  'roleBindings',
  'accountAssociations',
  'groupInvites',
];

export const creating: readonly Rule[] = [
  {
    id: 'C1',
    says: 'POST is not idempotent. The same name twice is allowed. The same binding and a second account association are ALREADY_EXISTS.',
    relies: ['provider'],
    ifDifferent:
      'The provider looks up the name before each create, and never repeats a create whose outcome is unknown.',
    cases: [
      {
        says: 'a second POST with the same name creates another object',
        mayDiffer: true,
        run: async (kit) => {
          const name = kit.name();
          const [first, second] = [await kit.make('identities', { name }), await kit.make('identities', { name })];
          const answer = await kit.ok('GET', kit.path('identities'), {
            query: [
              ['name', name],
              ['uidp.children_of', kit.group],
            ],
          });
          requireThat(first['uid'] !== second['uid'], 'the second object has its own uid', answer);
          requireSame(
            (answer.json['identities'] as unknown[]).length,
            2,
            'the number of objects with the name',
            answer,
          );
        },
      },
      {
        says: 'the same role binding and a second account association are ALREADY_EXISTS',
        mayDiffer: true,
        run: async (kit) => {
          const { uid: identityUid } = await kit.make('identities');
          const roleUid = (await kit.builtIn('viewer'))['uid'];
          const path = kit.path('roleBindings', kit.group);
          await kit.ok('POST', path, { body: { identityUid, roleUid } });
          requireCode(await kit.send('POST', path, { body: { identityUid, roleUid } }), 'ALREADY_EXISTS');
          const group = await kit.subgroup('second association');
          const body = { name: kit.name(), amazon: { account: '123456789012' } };
          await kit.ok('POST', kit.path('accountAssociations', group), { body });
          requireCode(await kit.send('POST', kit.path('accountAssociations', group), { body }), 'ALREADY_EXISTS');
        },
      },
    ],
  },
  {
    id: 'C2',
    says: 'The response to a create is the complete object.',
    relies: ['client', 'provider'],
    published: all('groups', 'identities', 'roles', 'bindings'),
    ifDifferent: 'The client reports an invalid response. The provider reads the object.',
    cases: [
      {
        says: 'a get returns what the create returned',
        run: async (kit) => {
          for (const collection of ['identities', 'roles', 'groupInvites'] as const) {
            const { code, ...created } = await kit.make(
              collection,
              collection === 'groupInvites' ? {} : { description: 'complete' },
            );
            void code;
            const answer = await kit.ok('GET', kit.path(collection, uidOf(created)));
            const { code: hidden, ...read } = answer.json;
            void hidden;
            requireSame(Object.entries(created).sort(), Object.entries(read).sort(), 'the created object', answer);
          }
        },
      },
    ],
  },
  {
    id: 'C3',
    says: "An invite's code is only in the response to its creation.",
    relies: ['client', 'provider'],
    published: all('invites'),
    ifDifferent: 'The provider reports that the code is missing. A code in a read would be in the state of others.',
    cases: [
      {
        says: 'only the response to the creation has the code',
        run: async (kit) => {
          const created = await kit.ok('POST', kit.path('groupInvites', kit.group), {
            body: { roleUid: (await kit.builtIn('viewer'))['uid'], ttl: '600s' },
          });
          requireThat(Boolean(created.json['code']), 'the response to the creation has a code', created);
          const uid = uidOf(created.json);
          const read = await kit.ok('GET', kit.path('groupInvites', uid));
          requireThat(!read.json['code'], 'a get has no code', read);
          const list = await kit.ok('GET', kit.path('groupInvites'), { query: [['uidp.ids', uid]] });
          const items = (list.json['groupInvites'] ?? []) as readonly { code?: unknown }[];
          requireThat(items.length === 1 && items.every(({ code }) => !code), 'a list has no code', list);
        },
      },
    ],
  },
  {
    id: 'C4',
    says: 'A new group is empty.',
    relies: ['provider'],
    ifDifferent: 'The deletion of a group fails, and the error lists what is in it.',
    cases: [
      {
        says: 'nothing is in a new group',
        run: async (kit) => {
          const group = await kit.subgroup('empty');
          const answer = await kit.ok('GET', kit.path('groups', group));
          for (const collection of KINDS)
            requireSame(
              await listedUids(kit, collection, [['uidp.descendants_of', group]]),
              [],
              `the list of ${collection} in a new group`,
              answer,
            );
        },
      },
    ],
  },
];
