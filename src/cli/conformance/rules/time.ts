/** Time and failure: F1 to F5 of the contract. */
import { requireThat } from '../http/difference';
import type { RulesById } from './rule';

const LAG_MS = 10_000;
const POLL_MS = 250;

export const timeRules: RulesById = {
  F1: {
    says: 'Right after a group is created, calls in it may be denied for up to 30 seconds.',
    relies: ['provider'],
    ifDifferent: 'Set propagation_timeout_seconds. The provider waits for that long.',
    cases: {
      'a new group accepts calls within 40 seconds': async (kit) => {
        const group = await kit.subgroup('propagated');
        const answer = await kit.send('GET', `groups/${group}`);
        requireThat(answer.code === 'OK', 'a call in the group succeeds', answer);
        await kit.make('roles', {}, group);
      },
    },
  },
  F2: {
    says: 'Reads occasionally return a 500 or a page of HTML.',
    relies: ['client'],
    ifDifferent: 'Nothing: the client retries these, and needs none of them.',
    invisible: 'failures occur by chance',
  },
  F3: {
    says: 'Rate limits come when the API leaves beta.',
    relies: ['client'],
    ifDifferent: 'The client learns a rate from the first refusal.',
    invisible: 'it is a statement about the future',
  },
  F4: {
    says: 'Expired keys and invites stay listed.',
    relies: ['provider'],
    ifDifferent: 'Terraform plans to create an expired invite again.',
    cases: {
      'an expired invite can be read and stays listed': async (kit) => {
        const uid = await kit.makeUid('groupInvites', { ttl: '1s' });
        await kit.sleep(1200);
        await kit.ok('GET', `groupInvites/${uid}`);
        const { answer, uids } = await kit.page('groupInvites', { 'uidp.ids': uid });
        requireThat(uids.includes(uid), 'the list contains the expired invite', answer);
      },
    },
  },
  F5: {
    says: 'Get and list may lag behind a write by seconds.',
    relies: ['client', 'provider'],
    ifDifferent: 'After propagation_timeout_seconds, a missing object counts as deleted.',
    cases: {
      'get and list show a new object within ten seconds, and its deletion, too': async (kit) => {
        const uid = await kit.makeUid('roles');
        for (const isExpected of [true, false]) {
          if (!isExpected) await kit.ok('DELETE', `roles/${uid}`);
          for (let waitedMs = 0; ; waitedMs += POLL_MS) {
            const answer = await kit.send('GET', `roles/${uid}`);
            const { uids } = await kit.page('roles', { 'uidp.ids': uid });
            if ((answer.code === 'OK') === isExpected && uids.includes(uid) === isExpected) break;
            const what = isExpected ? 'show the object' : 'lack the deleted object';
            requireThat(waitedMs < LAG_MS, `get and list ${what} within ten seconds`, answer);
            await kit.sleep(POLL_MS);
          }
        }
      },
    },
  },
};
