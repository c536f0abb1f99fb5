/** Values: V1 to V3, V6, V7 and V10 of the contract. */
import { requireCode, requireSame, requireThat } from '../http/difference';
import { ISSUER } from '../session/signed-token';
import { mayDiffer, relied, type RulesById, unused } from './rule';
import { changed, patch, READ, requireFields, requireRejected, trust, valueAt } from './requirements';
import { part } from './sources';

export const values: RulesById = {
  V1: {
    says: 'Names of fields are lowerCamelCase in JSON. Bodies may also use snake_case. Keys of maps are data.',
    relies: ['client', 'provider'],
    published: part('The files state it by an exception: sync_config of a repo.', 'repos'),
    ifDifferent: 'The client reports a response without the required fields.',
    cases: {
      'a response has lowerCamelCase names': async (kit) => {
        const answer = await kit.makeAndGet('identities');
        const isCamelCase = 'createTime' in answer.json && 'claimMatch' in answer.json;
        requireThat(isCamelCase, 'the names are createTime and claimMatch', answer);
      },
      'a body may use snake_case': unused(async (kit) =>
        requireFields(await kit.create('identities', { claim_match: trust }), { 'claimMatch.subject': 'nobody' }),
      ),
      'keys of maps come back unchanged': async (kit) => {
        const claims = { snake_case: 'a', camelCase: 'b', 'with.dot/and-dash': 'c' };
        const answer = await kit.create('identities', { claimMatch: { ...trust, claims } });
        const found = Object.entries(valueAt(answer.json, 'claimMatch.claims') ?? {});
        requireSame(found.sort(), Object.entries(claims).sort(), 'the map of claims', answer);
      },
    },
  },
  V2: {
    says: 'Absent, null, "", [], {} and false mean the same. An unset message, timestamp or enumeration is absent in a response.',
    relies: ['client', 'provider'],
    published: part(
      'The files state it of single fields, such as audiences and client_secret.',
      'identities',
      'providers',
    ),
    ifDifferent: 'Terraform reports a value that is inconsistent with the plan.',
    cases: {
      'empty values in a body are the same as absent ones': async (kit) => {
        const claimMatch = { ...trust, claims: {}, audience: '' };
        const answer = await kit.create('identities', { description: null, staticKeys: null, claimMatch });
        requireFields(answer, { description: '', staticKeys: null, 'claimMatch.audience': '' });
      },
      'an empty text clears a description': async (kit) => {
        const before = await kit.makeAndGet('roles', { description: 'first' });
        requireFields(before, { description: 'first' });
        const after = await changed(kit, `roles/${String(before.json['uid'])}`, { description: '' }, 'description');
        requireFields(after, { description: '' });
      },
      'unset messages are absent in a list': async (kit) => {
        const { answer, items } = await kit.page('identities', { 'uidp.ids': await kit.makeUid('identities') });
        requireFields(answer, { staticKeys: null, awsIdentity: null, servicePrincipal: null }, items[0]);
      },
    },
  },
  V3: {
    says: 'Timestamps are RFC 3339 in UTC, written with milliseconds and read with 0, 3, 6 or 9 decimals.',
    relies: ['client', 'provider'],
    published: part('The files state the type. The number of decimals is not stated.', 'groups'),
    ifDifferent: 'The client reads any number of decimals. It reports another format as an invalid response.',
    cases: {
      'createTime is RFC 3339 in UTC, and the present time': async (kit) => {
        const answer = await kit.makeAndGet('identities');
        const text = String(answer.json['createTime']);
        requireThat(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text), 'createTime is RFC 3339 in UTC', answer);
        requireThat(Math.abs(Date.parse(text) - Date.now()) < 3_600_000, 'createTime is the present time', answer);
      },
      'createTime has milliseconds': unused(async (kit) => {
        for (const answer of await Promise.all([1, 2, 3].map(() => kit.create('identities'))))
          requireThat(/\.\d{3}Z$/.test(String(answer.json['createTime'])), 'createTime has three decimals', answer);
      }),
      'a time is read with 0, 3, 6 and 9 decimals': relied(['provider'], async (kit) => {
        const { issuerKeys } = await kit.signer();
        const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
        for (const decimals of ['', '.123', '.123456', '.123456789']) {
          const staticKeys = { ...trust, issuerKeys, expirationTime: `${day}${decimals}Z` };
          const answer = await kit.create('identities', { staticKeys });
          const time = Date.parse(String(valueAt(answer.json, 'staticKeys.expirationTime')));
          requireThat(Math.abs(time - Date.parse(`${day}Z`)) <= 1000, 'the time comes back', answer);
        }
      }),
    },
  },
  V6: {
    says: 'A field that the kind does not have is INVALID_ARGUMENT.',
    relies: ['provider'],
    ifDifferent: 'The provider compares each response with its request, and fails if a field is missing.',
    cases: {
      'an unknown field is INVALID_ARGUMENT, in a create, in a change and in a message': mayDiffer(async (kit) => {
        await requireRejected(kit, 'identities', { noSuchField: 'x' });
        await requireRejected(kit, 'identities', { claimMatch: { ...trust, noSuchField: 'x' } });
        const target = `roles/${await kit.makeUid('roles')}`;
        requireCode(await patch(kit, target, { noSuchField: 'x' }), 'INVALID_ARGUMENT');
      }),
    },
  },
  V7: {
    says: 'A field of the wrong JSON type is INVALID_ARGUMENT, and so is null in a list or map.',
    relies: [],
    ifDifferent: 'The client checks the types itself, and never sends such a value.',
    cases: {
      'a value of another JSON type is INVALID_ARGUMENT': mayDiffer(async (kit) => {
        await requireRejected(kit, 'identities', { name: 5 });
        await requireRejected(kit, 'identities', { description: [] });
        await requireRejected(kit, 'roles', { capabilities: READ });
        await requireRejected(kit, 'identities', { claimMatch: { ...trust, claims: { a: null } } });
        await requireRejected(kit, 'roles', { capabilities: [null] });
      }),
    },
  },
  V10: {
    says: 'A service may normalize a name or a description. Any other field comes back with the value that was sent.',
    relies: ['provider'],
    ifDifferent: 'A changed name or description is a warning. Any other changed field fails the apply.',
    cases: {
      'a name and a description come back unchanged': mayDiffer(async (kit) => {
        const sent = { name: `${kit.name()}  two spaces.`, description: ' Space before, Upper Case. ' };
        requireFields(await kit.makeAndGet('roles', sent), sent);
      }),
      'every field of a trust policy comes back unchanged': async (kit) => {
        const maps = { claims: { ref: 'main' }, claimPatterns: { job: '^deploy$' } };
        const texts = { issuerPattern: `^${ISSUER}/x$`, subject: 'a:b/c', audiencePattern: '^api$' };
        const claimMatch = { ...texts, ...maps };
        const created = await kit.create('identities', { claimMatch });
        for (const answer of [created, await kit.ok('GET', `identities/${String(created.json['uid'])}`)])
          requireFields(answer, claimMatch, answer.json['claimMatch']);
      },
      'the capabilities of a role come back unchanged': async (kit) => {
        const capabilities = ['CAP_IAM_GROUPS_LIST', 'CAP_IAM_ROLES_LIST'];
        const answer = await kit.makeAndGet('roles', { capabilities });
        requireSame([...(answer.json['capabilities'] as string[])].sort(), capabilities, 'the capabilities', answer);
      },
    },
  },
};
