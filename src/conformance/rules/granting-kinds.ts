/** Rules of the kinds that grant roles: K4, K5, K7, K9 and O10 of the contract. */
import { type Values } from '../../api';
import { requireOffered, requireSame, requireThat } from '../http/difference';
import type { Answer } from '../http/answer';
import type { Rule } from './rule';
import type { Kit } from '../session/kit';
import { ISSUER } from '../session/signed-token';
import { requireList, listedUids, messageIn, requireCode, requireRejected, uidOf } from './requirements';
import { all, part } from './sources';

const SECRET = 'conformance-secret';

export const grantingKinds: readonly Rule[] = [
  {
    id: 'K4',
    says: 'A role binding connects an identity and a role, both patchable. Responses contain the complete identity, group and role.',
    relies: ['client', 'provider', 'review'],
    published: all('bindings'),
    ifDifferent: 'The client reports an invalid response.',
    cases: [
      {
        says: 'a response contains the identity, the group and the role',
        run: async (kit) => {
          const [identity, role] = [
            await kit.make('identities', { description: 'who' }),
            await kit.make('roles', { description: 'what' }),
          ];
          const created = await kit.ok('POST', kit.path('roleBindings', kit.group), {
            body: { identityUid: identity['uid'], roleUid: role['uid'] },
          });
          for (const answer of [created, await kit.ok('GET', kit.path('roleBindings', uidOf(created.json)))]) {
            const [who, what] = [messageIn(answer, 'identity'), messageIn(answer, 'role')];
            requireSame(
              [who['uid'], who['name'], who['description'], who['issuer'], who['subject']],
              [identity['uid'], identity['name'], 'who', ISSUER, 'nobody'],
              'the identity',
              answer,
            );
            requireSame(
              [what['uid'], what['name'], what['description']],
              [role['uid'], role['name'], 'what'],
              'the role',
              answer,
            );
            requireSame(messageIn(answer, 'group')['uid'], kit.group, 'the group', answer);
          }
        },
      },
      {
        says: 'the role and the identity can be changed',
        run: async (kit) => {
          const [first, second, role] = [
            await kit.make('identities'),
            await kit.make('identities'),
            await kit.make('roles'),
          ];
          const { uid } = await kit.make('roleBindings', { identityUid: first['uid'] });
          const path = kit.path('roleBindings', String(uid));
          await kit.ok('PATCH', path, { query: [['updateMask', 'role_uid']], body: { roleUid: role['uid'] } });
          const changed = await kit.ok('GET', path);
          requireSame(
            [messageIn(changed, 'role')['uid'], messageIn(changed, 'identity')['uid']],
            [role['uid'], first['uid']],
            'the role and the identity',
            changed,
          );
          await kit.ok('PATCH', path, {
            query: [['updateMask', 'identity_uid']],
            body: { identityUid: second['uid'] },
          });
          const moved = await kit.ok('GET', path);
          requireSame(messageIn(moved, 'identity')['uid'], second['uid'], 'the identity', moved);
        },
      },
      {
        says: 'lists filter by identity, group and role',
        run: async (kit) => {
          const group = await kit.subgroup('c');
          const [identity, role] = [await kit.make('identities'), await kit.make('roles')];
          const [here, there] = [
            await kit.make('roleBindings', { identityUid: identity['uid'], roleUid: role['uid'] }),
            await kit.make('roleBindings', { identityUid: identity['uid'] }, group),
          ];
          await requireList(kit, 'roleBindings', [['identity', uidOf(identity)]], [here['uid'], there['uid']]);
          await requireList(
            kit,
            'roleBindings',
            [
              ['identity', uidOf(identity)],
              ['group', group],
            ],
            [there['uid']],
          );
          await requireList(kit, 'roleBindings', [['role', uidOf(role)]], [here['uid']]);
        },
      },
    ],
  },
  {
    id: 'K5',
    says: 'Identity providers are in root groups only. No response contains the client secret.',
    relies: ['provider', 'review'],
    published: part('The files state that the secret is not returned.', 'providers'),
    ifDifferent: 'The provider never reads the secret from a response.',
    cases: [
      {
        says: 'no response contains the client secret',
        needs: 'throwawayRoot',
        run: async (kit) =>
          kit.withProvider(async (created) => {
            const path = kit.path('identityProviders', uidOf(created));
            const change = { query: [['updateMask', 'description']], body: { description: 'x' } } as const;
            const query = [['uidp.children_of', kit.throwawayRoot]] as const;
            const read = await kit.ok('GET', path);
            const list = await kit.send('GET', kit.path('identityProviders'), { query });
            requireThat(!JSON.stringify(created).includes(SECRET), 'the response to the creation has no secret', read);
            for (const answer of [read, list, await kit.ok('PATCH', path, change)])
              requireThat(!answer.text.includes(SECRET), 'the response has no secret', answer);
            const { clientId, issuer, groupsClaim } = messageIn(read, 'oidc');
            const found = [read.json['defaultRole'], clientId, issuer, groupsClaim];
            const viewer = (await kit.builtIn('viewer'))['uid'];
            requireSame(found, [viewer, 'conformance', ISSUER, 'groups'], 'the other fields', read);
          }),
      },
      {
        says: 'an identity provider beneath a root group is INVALID_ARGUMENT',
        needs: 'throwawayRoot',
        relies: [],
        run: async (kit) => {
          const body = {
            name: kit.name(),
            defaultRole: (await kit.builtIn('viewer'))['uid'],
            oidc: { issuer: ISSUER, clientId: 'x', clientSecret: SECRET },
          };
          await requireRejected(kit, 'identityProviders', body);
        },
      },
    ],
  },
  {
    id: 'K7',
    says: 'An invite is created and deleted, never changed. Lists filter by key_id.',
    relies: ['provider'],
    published: all('invites'),
    ifDifferent: 'The provider plans a replacement for each change of an invite.',
    cases: [
      {
        says: 'an invite has a role, an expiry and no ttl',
        run: async (kit) => {
          const viewer = await kit.builtIn('viewer');
          const { uid } = await kit.make('groupInvites', {
            ttl: '3600s',
            email: 'person@conformance.invalid',
            singleUse: true,
          });
          const answer = await kit.ok('GET', kit.path('groupInvites', String(uid)));
          requireSame(
            [messageIn(answer, 'role')['uid'], answer.json['email'], answer.json['singleUse']],
            [viewer['uid'], 'person@conformance.invalid', true],
            'the role, the address and singleUse',
            answer,
          );
          const end = Date.parse(String(answer.json['expirationTime']));
          requireThat(Math.abs(end - Date.now() - 3_600_000) < 600_000, 'the invite expires after its ttl', answer);
          requireSame(answer.json['ttl'] ?? null, null, 'the ttl', answer);
        },
      },
      {
        says: 'lists filter by key_id',
        relies: [],
        run: async (kit) => {
          const [invite] = [await kit.make('groupInvites'), await kit.make('groupInvites')];
          const { keyId } = invite;
          const answer = await kit.ok('GET', kit.path('groupInvites'), { query: [['key_id', String(keyId)]] });
          const found = (answer.json['groupInvites'] ?? []) as readonly Values[];
          requireThat(
            Boolean(keyId) &&
              found.some(({ uid }) => uid === invite['uid']) &&
              found.every((item) => item['keyId'] === keyId),
            'the list has the invites with the key',
            answer,
          );
        },
      },
      {
        says: 'an invite cannot be changed',
        relies: [],
        run: async (kit) => {
          const { uid } = await kit.make('groupInvites');
          const answer = await kit.send('PATCH', kit.path('groupInvites', String(uid)), {
            query: [['updateMask', 'email']],
            body: { email: 'x@conformance.invalid' },
          });
          requireThat(answer.code !== 'OK', 'a change of an invite fails', answer);
        },
      },
      {
        says: 'a ttl of more than ten digits of seconds is INVALID_ARGUMENT',
        mayDiffer: true,
        run: async (kit) => {
          const roleUid = (await kit.builtIn('viewer'))['uid'];
          await requireRejected(kit, 'groupInvites', { roleUid, ttl: '12345678901s' }, { field: 'ttl' });
        },
      },
    ],
  },
  {
    id: 'K9',
    says: 'A mapping of an external group is beneath its identity provider, grants a role in scope, and never changes.',
    relies: ['provider', 'review'],
    published: all('mappings'),
    ifDifferent: 'The review cannot see who gains a role by a mapping, and is inconclusive.',
    cases: [
      {
        says: 'a mapping can be created, read, listed by identity provider and deleted',
        needs: 'throwawayRoot',
        run: async (kit) =>
          kit.withProvider(async (owner) => {
            const provider = uidOf(owner);
            const body = await mappingBody(kit);
            const created = await createMapping(kit, provider, body);
            const uid = uidOf(created.json);
            const path = kit.path('externalGroupRoleMappings', uid);
            requireThat(uid.startsWith(`${provider}/`), 'the uid is beneath that of the identity provider', created);
            const read = await kit.ok('GET', path);
            for (const [name, value] of Object.entries({ ...body, identityProviderUid: provider }))
              requireSame(read.json[name], value, name, read);
            const uids = await listedUids(kit, 'externalGroupRoleMappings', [['identity_provider_uid', provider]]);
            requireSame(uids, [uid], 'the list by identity provider', read);
            await kit.ok('DELETE', path);
            requireCode(await kit.send('GET', path), 'NOT_FOUND');
          }),
      },
      {
        says: 'deleting an identity provider deletes its mappings',
        needs: 'throwawayRoot',
        run: async (kit) =>
          kit.withProvider(async (owner) => {
            const created = await createMapping(kit, uidOf(owner), await mappingBody(kit));
            await kit.ok('DELETE', kit.path('identityProviders', uidOf(owner)));
            const answer = await kit.send('GET', kit.path('externalGroupRoleMappings', uidOf(created.json)));
            requireThat(answer.code !== 'OK', 'the mapping no longer exists', answer);
          }),
      },
    ],
  },
];

export const mappingDeletion: readonly Rule[] = [
  {
    id: 'O10',
    says: 'batchDelete of mappings takes a parent and the uids of its children, and returns the parent and the deleted objects.',
    relies: [],
    published: part('The files do not state what happens to absent uids and to uids with another parent.', 'mappings'),
    ifDifferent: 'Client and provider delete mappings one by one.',
    cases: [
      {
        says: 'the mappings are deleted, and absent ones are skipped',
        needs: 'throwawayRoot',
        mayDiffer: true,
        run: async (kit) =>
          kit.withProvider(async (owner) => {
            const provider = uidOf(owner);
            const uid = uidOf((await createMapping(kit, provider, await mappingBody(kit))).json);
            const path = `${kit.path('externalGroupRoleMappings')}:batchDelete`;
            const answer = await kit.send('POST', path, {
              body: { parent: provider, names: [uid, `${provider}/0123456789abcdef`] },
            });
            requireOffered(answer, 'externalGroupRoleMappings:batchDelete');
            requireThat(answer.code === 'OK', 'the mapping is deleted', answer);
            requireCode(await kit.send('GET', kit.path('externalGroupRoleMappings', uid)), 'NOT_FOUND');
          }),
      },
    ],
  },
];

async function mappingBody(kit: Kit): Promise<Values> {
  return { externalGroupId: 'conformance', roleUid: (await kit.builtIn('viewer'))['uid'], scope: kit.throwawayRoot };
}

async function createMapping(kit: Kit, provider: string, body: Values): Promise<Answer> {
  const answer = await kit.send('POST', kit.path('externalGroupRoleMappings', provider), { body });
  requireOffered(answer, 'mappings of external groups');
  requireThat(answer.code === 'OK', 'the mapping is created', answer);
  return answer;
}
