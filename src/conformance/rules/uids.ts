/** Uids: U1 to U4 of the contract. */
import { isUid, type Values } from '../../api';
import { requireSame, requireThat } from '../http/difference';
import type { Rule } from './rule';
import { uidOf } from './requirements';
import { all, part } from './sources';

export const uids: readonly Rule[] = [
  {
    id: 'U1',
    says: 'A uid is 40 lowercase hexadecimal digits, then any number of "/" and 16 more. Its parent is the uid without the last segment.',
    relies: ['client', 'provider', 'review'],
    ifDifferent: 'The client rejects the response: it cannot know where an object belongs.',
    cases: [
      {
        says: 'each object has such a uid, beneath its group',
        run: async (kit) => {
          for (const collection of ['identities', 'roles', 'groupInvites'] as const) {
            const answer = await kit.ok('GET', kit.path(collection, uidOf(await kit.make(collection))));
            const { uid } = answer.json;
            requireThat(isUid(uid), 'the uid has the form of a uid', answer);
            requireSame(uid.slice(0, -17), kit.group, 'the parent in the uid', answer);
          }
        },
      },
    ],
  },
  {
    id: 'U2',
    says: 'The slashes of a uid are not escaped in a path. A service also accepts %2F.',
    relies: ['client', 'provider'],
    published: part('The files state that a uid is several segments of a path. They do not state %2F.', 'groups'),
    ifDifferent: 'Every call on one object fails with the path.',
    cases: [
      {
        says: 'a uid with slashes names its object',
        run: async (kit) => {
          const answer = await kit.ok('GET', kit.path('groups', kit.group));
          requireSame(answer.json['uid'], kit.group, 'the uid', answer);
        },
      },
      {
        says: 'a uid with %2F names the same object',
        relies: [],
        run: async (kit) => {
          const answer = await kit.ok('GET', kit.path('groups', kit.group.replaceAll('/', '%2F')));
          requireSame(answer.json['uid'], kit.group, 'the uid', answer);
        },
      },
    ],
  },
  {
    id: 'U3',
    says: 'A built-in role and a person have a uid of a single segment, and belong to no group.',
    relies: ['provider', 'review'],
    published: part('The files state it of root groups and of people.', 'filter', 'identities'),
    ifDifferent: 'The provider does not find the built-in roles by name.',
    cases: [
      {
        says: 'a built-in role has a uid of one segment',
        run: async (kit) => {
          const answer = await kit.ok('GET', kit.path('roles'), { query: [['name', 'viewer']] });
          const roles = (answer.json['roles'] ?? []) as readonly Values[];
          requireThat(
            roles.some(({ uid }) => isUid(uid) && !uid.includes('/')),
            'viewer has a uid of one segment',
            answer,
          );
        },
      },
    ],
  },
  {
    id: 'U4',
    says: 'An account association has the uid of its group.',
    relies: ['client', 'provider'],
    published: all('associations'),
    ifDifferent: 'The client rejects the response.',
    cases: [
      {
        says: 'the uid of an account association is the uid of its group',
        run: async (kit) => {
          const group = await kit.subgroup('association');
          const { uid } = await kit.make('accountAssociations', {}, group).catch(async (error: unknown) => {
            // Another case may have created it.
            const answer = await kit.send('GET', kit.path('accountAssociations', group));
            if (answer.code !== 'OK') throw error;
            return answer.json;
          });
          const answer = await kit.ok('GET', kit.path('accountAssociations', group));
          requireSame([uid, answer.json['uid'] ?? answer.json['group']], [group, group], 'the uid', answer);
        },
      },
    ],
  },
];
