/** Rules of identities: K3 of the contract. */
import { parseTimestamp } from '../../api';
import { requireSame, requireThat } from '../http/difference';
import type { Rule } from './rule';
import { createTokenSigner, ISSUER } from '../session/signed-token';
import { requireList, messageIn, requireCode, requireRejected, uidOf } from './requirements';
import { part } from './sources';

const DAY_MS = 86_400_000;
const trust = { issuer: ISSUER, subject: 'nobody' };

export const identities: readonly Rule[] = [
  {
    id: 'K3',
    says: 'Static keys without an expiry get 365 days. lastSeenTime is set at creation. Lists filter by name and relationship_type.',
    relies: ['provider', 'review'],
    published: part('The files state the expiry and the filters. They do not state the checks of keys.', 'identities'),
    ifDifferent: 'Terraform plans a change of the expiry, or a look-up finds another identity.',
    cases: [
      {
        says: 'static keys without an expiry get 365 days',
        run: async (kit) => {
          const { issuerKeys } = await kit.signer();
          const answer = await kit.ok('POST', kit.path('identities', kit.group), {
            body: { name: kit.name(), staticKeys: { ...trust, issuerKeys } },
          });
          const end = parseTimestamp(String(messageIn(answer, 'staticKeys')['expirationTime']))?.getTime() ?? 0;
          requireThat(Math.abs(end - Date.now() - 365 * DAY_MS) < DAY_MS, 'the keys expire in 365 days', answer);
        },
      },
      {
        says: 'lastSeenTime is set at creation',
        relies: [],
        run: async (kit) => {
          const answer = await kit.ok('GET', kit.path('identities', uidOf(await kit.make('identities'))));
          requireThat(Boolean(answer.json['lastSeenTime']), 'the identity has a lastSeenTime', answer);
        },
      },
      {
        says: 'keys come back with the same meaning',
        run: async (kit) => {
          const { issuerKeys } = await kit.signer();
          const { uid } = await kit.make('identities', { claimMatch: undefined, staticKeys: { ...trust, issuerKeys } });
          const answer = await kit.ok('GET', kit.path('identities', String(uid)));
          const found = JSON.parse(String(messageIn(answer, 'staticKeys')['issuerKeys'])) as { keys: { n: string }[] };
          const sent = JSON.parse(issuerKeys) as { keys: { n: string }[] };
          requireSame(
            found.keys.map(({ n }) => n),
            sent.keys.map(({ n }) => n),
            'the keys',
            answer,
          );
        },
      },
      {
        says: 'lists filter by name and relationship_type',
        run: async (kit) => {
          const { issuerKeys } = await kit.signer();
          const name = kit.name();
          const [match, keys] = [
            await kit.make('identities', { name }),
            await kit.make('identities', { name, claimMatch: undefined, staticKeys: { ...trust, issuerKeys } }),
          ];
          await requireList(kit, 'identities', [['name', name]], [match['uid'], keys['uid']]);
          await requireList(
            kit,
            'identities',
            [
              ['name', name],
              ['relationship_type', 'RELATIONSHIP_TYPE_STATIC'],
            ],
            [keys['uid']],
          );
          await requireList(
            kit,
            'identities',
            [
              ['name', name],
              ['relationship_type', 'RELATIONSHIP_TYPE_CLAIM_MATCH'],
            ],
            [match['uid']],
          );
        },
      },
      {
        says: 'a past expiry, short RSA keys, an unknown service and an unknown relationship_type are INVALID_ARGUMENT',
        mayDiffer: true,
        run: async (kit) => {
          const { issuerKeys } = await kit.signer();
          const past = { ...trust, issuerKeys, expirationTime: '2020-01-01T00:00:00Z' };
          await requireRejected(kit, 'identities', { name: kit.name(), staticKeys: past }, { field: 'staticKeys' });
          const short = { ...trust, issuerKeys: (await createTokenSigner(1024)).issuerKeys };
          await requireRejected(kit, 'identities', { name: kit.name(), staticKeys: short }, { field: 'staticKeys' });
          await requireRejected(kit, 'identities', { name: kit.name(), servicePrincipal: 'something' });
          requireCode(
            await kit.send('GET', kit.path('identities'), { query: [['relationship_type', 'SOMETHING']] }),
            'INVALID_ARGUMENT',
          );
        },
      },
      {
        says: 'an expiry of more than 365 days is INVALID_ARGUMENT',
        run: async (kit) => {
          const { issuerKeys } = await kit.signer();
          const expirationTime = new Date(Date.now() + 400 * DAY_MS).toISOString();
          await requireRejected(kit, 'identities', {
            name: kit.name(),
            staticKeys: { ...trust, issuerKeys, expirationTime },
          });
        },
      },
    ],
  },
];
