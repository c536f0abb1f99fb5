/** Uids: U1 to U4 of the contract. */
import { isUid } from '../../../model/api';
import { requireSame, requireThat } from '../http/difference';
import { type RulesById, unused } from './rule';
import { requireFields } from './requirements';
import { all, part } from './sources';

export const uids: RulesById = {
  U1: {
    says: 'A uid is 40 lowercase hexadecimal digits, then any number of "/" and 16 more. Its parent is the uid without the last segment.',
    relies: ['client', 'provider', 'review'],
    ifDifferent: 'The client rejects the response: it cannot know where an object belongs.',
    cases: {
      'each object has such a uid, beneath its group': async (kit) => {
        for (const collection of ['identities', 'roles', 'groupInvites'] as const) {
          const answer = await kit.makeAndGet(collection);
          const { uid } = answer.json;
          requireThat(isUid(uid), 'the uid has the form of a uid', answer);
          requireSame(uid.slice(0, -17), kit.group, 'the parent in the uid', answer);
        }
      },
    },
  },
  U2: {
    says: 'The slashes of a uid are not escaped in a path. A service also accepts %2F.',
    relies: ['client', 'provider'],
    published: part('The files state that a uid is several segments of a path. They do not state %2F.', 'groups'),
    ifDifferent: 'Every call on one object fails with the path.',
    cases: {
      'a uid with slashes names its object': async (kit) =>
        requireFields(await kit.ok('GET', `groups/${kit.group}`), { uid: kit.group }),
      'a uid with %2F names the same object': unused(async (kit) =>
        requireFields(await kit.ok('GET', `groups/${kit.group.replaceAll('/', '%2F')}`), { uid: kit.group }),
      ),
    },
  },
  U3: {
    says: 'A built-in role and a person have a uid of a single segment, and belong to no group.',
    relies: ['provider', 'review'],
    published: part('The files state it of root groups and of people.', 'filter', 'identities'),
    ifDifferent: 'The provider does not find the built-in roles by name.',
    cases: {
      'a built-in role has a uid of one segment': async (kit) => {
        const { answer, uids: found } = await kit.page('roles', { name: 'viewer' });
        const isSingle = found.some((uid) => isUid(uid) && !uid.includes('/'));
        requireThat(isSingle, 'viewer has a uid of one segment', answer);
      },
    },
  },
  U4: {
    says: 'An account association has the uid of its group.',
    relies: ['client', 'provider'],
    published: all('associations'),
    ifDifferent: 'The client rejects the response.',
    cases: {
      'the uid of an account association is the uid of its group': async (kit) => {
        const group = await kit.subgroup('association');
        const created = await kit.create('accountAssociations', {}, group);
        for (const answer of [created, await kit.ok('GET', `accountAssociations/${group}`)])
          requireSame(answer.json['uid'] ?? answer.json['group'], group, 'the uid', answer);
      },
    },
  },
};
