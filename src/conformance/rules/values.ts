/** Values: V1 to V3, V6, V7 and V10 of the contract. */
import type { Values } from '../../api';
import { requireSame, requireThat } from '../http/difference';
import type { Rule } from './rule';
import { ISSUER } from '../session/signed-token';
import { messageIn, requireCode, requireRejected, uidOf } from './requirements';
import { part } from './sources';

const trust = { issuer: ISSUER, subject: 'nobody' };

export const values: readonly Rule[] = [
  {
    id: 'V1',
    says: 'Names of fields are lowerCamelCase in JSON. Bodies may also use snake_case. Keys of maps are data.',
    relies: ['client', 'provider'],
    published: part(
      'The names follow from the JSON format of protocol buffers. The files state it only by an exception.',
      'identities',
      'repos',
    ),
    ifDifferent: 'The client reports a response without the required fields.',
    cases: [
      {
        says: 'a response has lowerCamelCase names',
        run: async (kit) => {
          const answer = await kit.ok('GET', kit.path('identities', uidOf(await kit.make('identities'))));
          requireThat(
            'createTime' in answer.json && 'claimMatch' in answer.json,
            'the names are createTime and claimMatch',
            answer,
          );
        },
      },
      {
        says: 'a body may use snake_case',
        relies: [],
        run: async (kit) => {
          const answer = await kit.ok('POST', kit.path('identities', kit.group), {
            body: { name: kit.name(), claim_match: trust },
          });
          requireSame(messageIn(answer, 'claimMatch')['subject'], 'nobody', 'the subject of claim_match', answer);
        },
      },
      {
        says: 'keys of maps come back unchanged',
        run: async (kit) => {
          const claims = { snake_case: 'a', camelCase: 'b', 'with.dot/and-dash': 'c' };
          const answer = await kit.ok('POST', kit.path('identities', kit.group), {
            body: { name: kit.name(), claimMatch: { ...trust, claims } },
          });
          const found = (messageIn(answer, 'claimMatch')['claims'] ?? {}) as Values;
          requireSame(Object.entries(found).sort(), Object.entries(claims).sort(), 'the map of claims', answer);
        },
      },
    ],
  },
  {
    id: 'V2',
    says: 'Absent, null, "", [], {} and false mean the same. An unset message, timestamp or enumeration is absent in a response.',
    relies: ['client', 'provider'],
    published: part('It follows from the JSON format of protocol buffers. The files do not state it.', 'identities'),
    ifDifferent: 'Terraform reports a value that is inconsistent with the plan.',
    cases: [
      {
        says: 'empty values in a body are the same as absent ones',
        run: async (kit) => {
          const body = {
            name: kit.name(),
            description: null,
            staticKeys: null,
            claimMatch: { ...trust, claims: {}, audience: '' },
          };
          const created = await kit.ok('POST', kit.path('identities', kit.group), { body });
          requireSame(created.json['description'] ?? '', '', 'the description', created);
          requireSame(created.json['staticKeys'] ?? null, null, 'the unset message staticKeys', created);
          requireSame(messageIn(created, 'claimMatch')['audience'] ?? '', '', 'the empty audience', created);
        },
      },
      {
        says: 'an empty text clears a description',
        run: async (kit) => {
          const path = kit.path('roles', uidOf(await kit.make('roles', { description: 'first' })));
          const before = await kit.ok('GET', path);
          requireSame(before.json['description'], 'first', 'the description', before);
          await kit.ok('PATCH', path, { query: [['updateMask', 'description']], body: { description: '' } });
          const after = await kit.ok('GET', path);
          requireSame(after.json['description'] ?? '', '', 'the cleared description', after);
        },
      },
      {
        says: 'unset messages are absent in a list',
        run: async (kit) => {
          const uid = uidOf(await kit.make('identities'));
          const answer = await kit.ok('GET', kit.path('identities'), { query: [['uidp.ids', uid]] });
          const [found] = (answer.json['identities'] ?? []) as readonly Values[];
          for (const name of ['staticKeys', 'awsIdentity', 'servicePrincipal'])
            requireSame(found?.[name] ?? null, null, `the unset ${name}`, answer);
        },
      },
    ],
  },
  {
    id: 'V3',
    says: 'Timestamps are RFC 3339 in UTC, written with milliseconds and read with 0, 3, 6 or 9 decimals.',
    relies: ['client', 'provider'],
    published: part('The files state the type. The number of decimals is not stated.', 'groups'),
    ifDifferent: 'The client reads any number of decimals. It reports another format as an invalid response.',
    cases: [
      {
        says: 'createTime is RFC 3339 in UTC, and the present time',
        run: async (kit) => {
          const { uid } = await kit.make('identities');
          const answer = await kit.ok('GET', kit.path('identities', String(uid)));
          const text = String(answer.json['createTime']);
          requireThat(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text), 'createTime is RFC 3339 in UTC', answer);
          requireThat(Math.abs(Date.parse(text) - Date.now()) < 3_600_000, 'createTime is the present time', answer);
        },
      },
      {
        says: 'createTime has milliseconds',
        relies: [],
        run: async (kit) => {
          const times = await Promise.all([1, 2, 3].map(() => kit.make('identities')));
          const texts = times.map(({ createTime }) => String(createTime));
          const answer = await kit.ok('GET', kit.path('identities', uidOf(times[0])));
          requireThat(
            texts.every((text) => /\.\d{3}Z$/.test(text)),
            'createTime has three decimals',
            answer,
          );
        },
      },
      {
        says: 'a time is read with 0, 3, 6 and 9 decimals',
        relies: ['provider'],
        run: async (kit) => {
          const { issuerKeys } = await kit.signer();
          const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
          for (const decimals of ['', '.123', '.123456', '.123456789']) {
            const staticKeys = { ...trust, issuerKeys, expirationTime: `${day}${decimals}Z` };
            const answer = await kit.ok('POST', kit.path('identities', kit.group), {
              body: { name: kit.name(), staticKeys },
            });
            const time = Date.parse(String(messageIn(answer, 'staticKeys')['expirationTime']));
            requireThat(Math.abs(time - Date.parse(`${day}Z`)) <= 1000, 'the time comes back', answer);
          }
        },
      },
    ],
  },
  {
    id: 'V6',
    says: 'A field that the kind does not have is INVALID_ARGUMENT.',
    relies: ['provider'],
    ifDifferent: 'The provider compares each response with its request, and fails if a field is missing.',
    cases: [
      {
        says: 'an unknown field is INVALID_ARGUMENT, in a create, in a change and in a message',
        mayDiffer: true,
        run: async (kit) => {
          await requireRejected(kit, 'identities', { name: kit.name(), claimMatch: trust, noSuchField: 'x' });
          await requireRejected(kit, 'identities', { name: kit.name(), claimMatch: { ...trust, noSuchField: 'x' } });
          const path = kit.path('roles', uidOf(await kit.make('roles')));
          requireCode(await kit.send('PATCH', path, { body: { noSuchField: 'x' } }), 'INVALID_ARGUMENT');
        },
      },
    ],
  },
  {
    id: 'V7',
    says: 'A field of the wrong JSON type is INVALID_ARGUMENT, and so is null in a list or map.',
    relies: [],
    ifDifferent: 'The client checks the types itself, and never sends such a value.',
    cases: [
      {
        says: 'a value of another JSON type is INVALID_ARGUMENT',
        mayDiffer: true,
        run: async (kit) => {
          await requireRejected(kit, 'identities', { name: 5, claimMatch: trust });
          await requireRejected(kit, 'identities', { name: kit.name(), description: [], claimMatch: trust });
          await requireRejected(kit, 'roles', { name: kit.name(), capabilities: 'CAP_IAM_GROUPS_LIST' });
          await requireRejected(kit, 'identities', { name: kit.name(), claimMatch: { ...trust, claims: { a: null } } });
          await requireRejected(kit, 'roles', { name: kit.name(), capabilities: [null] });
        },
      },
    ],
  },
  {
    id: 'V10',
    says: 'A service may normalize a name or a description. Any other field comes back with the value that was sent.',
    relies: ['provider'],
    ifDifferent: 'A changed name or description is a warning. Any other changed field fails the apply.',
    cases: [
      {
        says: 'a name and a description come back unchanged',
        mayDiffer: true,
        run: async (kit) => {
          const sent = { name: `${kit.name()}  two spaces.`, description: ' Space before, Upper Case. ' };
          const answer = await kit.ok('GET', kit.path('roles', uidOf(await kit.make('roles', sent))));
          requireSame(
            [answer.json['name'], answer.json['description']],
            [sent.name, sent.description],
            'the texts',
            answer,
          );
        },
      },
      {
        says: 'every field of a trust policy comes back unchanged',
        run: async (kit) => {
          const claimMatch = {
            issuerPattern: `^${ISSUER}/x$`,
            subject: 'a:b/c',
            audiencePattern: '^api$',
            claims: { ref: 'main' },
            claimPatterns: { job: '^deploy$' },
          };
          const created = await kit.ok('POST', kit.path('identities', kit.group), {
            body: { name: kit.name(), claimMatch },
          });
          for (const answer of [created, await kit.ok('GET', kit.path('identities', uidOf(created.json)))]) {
            const found = messageIn(answer, 'claimMatch');
            for (const [name, value] of Object.entries(claimMatch))
              requireSame(found[name], value, `claimMatch.${name}`, answer);
          }
        },
      },
      {
        says: 'the capabilities of a role come back unchanged',
        run: async (kit) => {
          const capabilities = ['CAP_IAM_GROUPS_LIST', 'CAP_IAM_ROLES_LIST'];
          const answer = await kit.ok('GET', kit.path('roles', uidOf(await kit.make('roles', { capabilities }))));
          requireSame([...(answer.json['capabilities'] as string[])].sort(), capabilities, 'the capabilities', answer);
        },
      },
    ],
  },
];
