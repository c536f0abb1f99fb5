/** Creating: C1 to C4 of the contract. */
import { requireSame, requireThat } from '../http/difference';
import { mayDiffer, type RulesById } from './rule';
import { makeBinding } from './requirements';
import { all } from './sources';

const KINDS = ['groups', 'identities', 'roles', 'roleBindings', 'accountAssociations', 'groupInvites'] as const;

export const creating: RulesById = {
  C1: {
    says: 'POST is not idempotent. The same name twice is allowed. The same binding and a second account association are ALREADY_EXISTS.',
    relies: ['provider'],
    ifDifferent: 'The provider looks up the name before a create, and repeats none whose outcome is unknown.',
    cases: {
      'a second POST with the same name creates another object': mayDiffer(async (kit) => {
        const name = kit.name();
        const [first, second] = [await kit.makeUid('identities', { name }), await kit.makeUid('identities', { name })];
        const { answer, items } = await kit.page('identities', { name, 'uidp.children_of': kit.group });
        requireThat(first !== second, 'the second object has its own uid', answer);
        requireSame(items.length, 2, 'the number of objects with the name', answer);
      }),
      'the same role binding and a second account association are ALREADY_EXISTS': mayDiffer(async (kit) => {
        const { identityUid, roleUid } = await makeBinding(kit);
        await kit.fails('ALREADY_EXISTS', 'POST', `roleBindings/${kit.group}`, { body: { identityUid, roleUid } });
        const group = await kit.subgroup('second association');
        const body = { name: kit.name(), amazon: { account: '123456789012' } };
        await kit.create('accountAssociations', body, group);
        await kit.fails('ALREADY_EXISTS', 'POST', `accountAssociations/${group}`, { body });
      }),
    },
  },
  C2: {
    says: 'The response to a create is the complete object.',
    relies: ['client', 'provider'],
    published: all('groups', 'identities', 'roles', 'bindings'),
    ifDifferent: 'The client reports an invalid response. The provider reads the object.',
    cases: {
      'a get returns what the create returned': async (kit) => {
        for (const collection of ['identities', 'roles', 'groupInvites'] as const) {
          const created = await kit.make(collection, collection === 'groupInvites' ? {} : { description: 'complete' });
          const answer = await kit.ok('GET', `${collection}/${String(created['uid'])}`);
          // The code of an invite is only in the response to its creation.
          const [sent, read] = [created, answer.json].map((object) =>
            Object.entries({ ...object, code: undefined }).sort(),
          );
          requireSame(sent, read, 'the created object', answer);
        }
      },
    },
  },
  C3: {
    says: "An invite's code is only in the response to its creation.",
    relies: ['client', 'provider'],
    published: all('invites'),
    ifDifferent: 'The provider reports that the code is missing. A code in a read would be in the state of others.',
    cases: {
      'only the response to the creation has the code': async (kit) => {
        const created = await kit.create('groupInvites');
        requireThat(Boolean(created.json['code']), 'the response to the creation has a code', created);
        const uid = String(created.json['uid']);
        const read = await kit.ok('GET', `groupInvites/${uid}`);
        requireThat(!read.json['code'], 'a get has no code', read);
        const { answer, items } = await kit.page('groupInvites', { 'uidp.ids': uid });
        const hasNone = items.length === 1 && items.every(({ code }) => !code);
        requireThat(hasNone, 'a list has no code', answer);
      },
    },
  },
  C4: {
    says: 'A new group is empty.',
    relies: ['provider'],
    ifDifferent: 'The deletion of a group fails, and the error lists what is in it.',
    cases: {
      'nothing is in a new group': async (kit) => {
        const group = await kit.subgroup('empty');
        for (const collection of KINDS) {
          const { answer, uids } = await kit.page(collection, { 'uidp.descendants_of': group });
          requireSame(uids, [], `the list of ${collection} in a new group`, answer);
        }
      },
    },
  },
};
