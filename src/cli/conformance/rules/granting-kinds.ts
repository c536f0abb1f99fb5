/** Rules of the kinds that grant roles: K4, K5, K7, K9 and O10 of the contract. */
import type { Values } from '../../../model/api';
import { requireCode, requireOffered, requireSame, requireThat } from '../http/difference';
import { type HttpAnswer, itemsIn } from '../http/answer';
import type { Kit } from '../session/kit';
import { ISSUER } from '../session/signed-token';
import { type Case, mayDiffer, needing, type RulesById, unused } from './rule';
import { changed, makeBinding, MISSING, patch, requireFields, requireList, requireRejected } from './requirements';
import { all, part } from './sources';

const SECRET = 'conformance-secret';
const MAPPINGS = 'externalGroupRoleMappings';

export const grantingKinds: RulesById = {
  K4: {
    says: 'A role binding connects an identity and a role, both patchable. Responses contain the complete identity, group and role.',
    relies: ['client', 'provider', 'review'],
    published: all('bindings'),
    ifDifferent: 'The client reports an invalid response.',
    cases: {
      'a response contains the identity, the group and the role': async (kit) => {
        const identity = await kit.make('identities', { description: 'who' });
        const role = await kit.make('roles', { description: 'what' });
        const [identityUid, roleUid] = [identity['uid'], role['uid']];
        const created = await kit.create('roleBindings', { identityUid, roleUid });
        for (const answer of [created, await kit.ok('GET', `roleBindings/${String(created.json['uid'])}`)]) {
          const trusted = { 'identity.issuer': ISSUER, 'identity.subject': 'nobody' };
          const { name } = identity;
          requireFields(answer, { 'identity.uid': identityUid, 'identity.name': name, ...trusted });
          requireFields(answer, { 'identity.description': 'who', 'role.description': 'what' });
          requireFields(answer, { 'role.uid': roleUid, 'role.name': role['name'], 'group.uid': kit.group });
        }
      },
      'the role and the identity can be changed': async (kit) => {
        const [{ uid, identityUid }, other] = [await makeBinding(kit), await makeBinding(kit)];
        const target = `roleBindings/${uid}`;
        const answer = await changed(kit, target, { roleUid: other.roleUid }, 'role_uid');
        requireFields(answer, { 'role.uid': other.roleUid, 'identity.uid': identityUid });
        const second = await kit.makeUid('identities');
        requireFields(await changed(kit, target, { identityUid: second }, 'identity_uid'), { 'identity.uid': second });
      },
      'lists filter by identity, group and role': async (kit) => {
        const group = await kit.subgroup('c');
        const { uid: here, identityUid: identity, roleUid: role } = await makeBinding(kit);
        const there = await kit.makeUid('roleBindings', { identityUid: identity }, group);
        await requireList(kit, 'roleBindings', { identity }, [here, there]);
        await requireList(kit, 'roleBindings', { identity, group }, [there]);
        await requireList(kit, 'roleBindings', { role }, [here]);
      },
    },
  },
  K5: {
    says: 'Identity providers are in root groups only. No response contains the client secret.',
    relies: ['provider', 'review'],
    published: part('The files state that the secret is not returned.', 'providers'),
    ifDifferent: 'The provider never reads the secret from a response.',
    cases: {
      'no response contains the client secret': withProvider(async (kit, provider, created) => {
        const target = `identityProviders/${provider}`;
        const query = { 'uidp.children_of': kit.throwawayRoot };
        const read = await kit.ok('GET', target);
        requireThat(!JSON.stringify(created).includes(SECRET), 'the response to the creation has no secret', read);
        const list = await kit.send('GET', 'identityProviders', { query });
        const change = { query: { updateMask: 'description' }, body: { description: 'x' } };
        for (const answer of [read, list, await kit.ok('PATCH', target, change)])
          requireThat(!answer.text.includes(SECRET), 'the response has no secret', answer);
        const oidc = { 'oidc.clientId': 'conformance', 'oidc.issuer': ISSUER, 'oidc.groupsClaim': 'groups' };
        requireFields(read, { defaultRole: await kit.builtInUid('viewer'), ...oidc });
      }),
      'an identity provider beneath a root group is INVALID_ARGUMENT': needing(
        'throwawayRoot',
        unused(async (kit) => requireRejected(kit, 'identityProviders', {})),
      ),
    },
  },
  K7: {
    says: 'An invite is created and deleted, never changed. Lists filter by key_id.',
    relies: ['provider'],
    published: all('invites'),
    ifDifferent: 'The provider plans a replacement for each change of an invite.',
    cases: {
      'an invite has a role, an expiry and no ttl': async (kit) => {
        const sent = { email: 'person@conformance.invalid', singleUse: true };
        const answer = await kit.makeAndGet('groupInvites', { ttl: '3600s', ...sent });
        requireFields(answer, { ...sent, 'role.uid': await kit.builtInUid('viewer'), ttl: null });
        const end = Date.parse(String(answer.json['expirationTime']));
        requireThat(Math.abs(end - Date.now() - 3_600_000) < 600_000, 'the invite expires after its ttl', answer);
      },
      'lists filter by key_id': unused(async (kit) => {
        const [{ uid, keyId }] = [await kit.make('groupInvites'), await kit.make('groupInvites')];
        const { answer, items, uids } = await kit.page('groupInvites', { key_id: String(keyId) });
        const areOfKey = Boolean(keyId) && uids.includes(String(uid)) && items.every((item) => item['keyId'] === keyId);
        requireThat(areOfKey, 'the list has the invites with the key', answer);
      }),
      'an invite cannot be changed': unused(async (kit) => {
        const target = `groupInvites/${await kit.makeUid('groupInvites')}`;
        const answer = await patch(kit, target, { email: 'x@conformance.invalid' }, 'email');
        requireThat(answer.code !== 'OK', 'a change of an invite fails', answer);
      }),
      'a ttl of more than ten digits of seconds is INVALID_ARGUMENT': mayDiffer(async (kit) =>
        requireRejected(kit, 'groupInvites', { ttl: '12345678901s' }, { field: 'ttl' }),
      ),
    },
  },
  K9: {
    says: 'A mapping of an external group is beneath its identity provider, grants a role in scope, and never changes.',
    relies: ['provider', 'review'],
    published: all('mappings'),
    ifDifferent: 'The review cannot see who gains a role by a mapping, and is inconclusive.',
    cases: {
      'a mapping can be created, read, listed by identity provider and deleted': withProvider(async (kit, provider) => {
        const [uid, body] = await createMapping(kit, provider);
        const target = `${MAPPINGS}/${uid}`;
        requireFields(await kit.ok('GET', target), { ...body, identityProviderUid: provider });
        const { answer, uids } = await kit.page(MAPPINGS, { identity_provider_uid: provider });
        requireSame(uids, [uid], 'the list by identity provider', answer);
        await kit.ok('DELETE', target);
        await kit.fails('NOT_FOUND', 'GET', target);
      }),
      'deleting an identity provider deletes its mappings': withProvider(async (kit, provider) => {
        const [uid] = await createMapping(kit, provider);
        await kit.ok('DELETE', `identityProviders/${provider}`);
        const answer = await kit.send('GET', `${MAPPINGS}/${uid}`);
        requireThat(answer.code !== 'OK', 'the mapping no longer exists', answer);
      }),
    },
  },
  O10: {
    says: 'batchDelete of mappings takes a parent and the uids of its children, and returns the parent and the deleted objects.',
    relies: [],
    published: all('mappings'),
    ifDifferent: 'Client and provider delete mappings one by one.',
    cases: {
      'the mappings are deleted and returned, and absent ones are skipped': withProvider(async (kit, parent) => {
        const [uid] = await createMapping(kit, parent);
        const answer = await deleteBatch(kit, parent, [uid, `${parent}/${MISSING}`]);
        requireThat(answer.code === 'OK', 'the mapping is deleted', answer);
        const deleted = itemsIn(answer, MAPPINGS).map((mapping) => mapping['uid']);
        requireSame([answer.json['parent'], deleted], [parent, [uid]], 'the parent and the mappings', answer);
        await kit.fails('NOT_FOUND', 'GET', `${MAPPINGS}/${uid}`);
      }),
      'a uid with another parent is INVALID_ARGUMENT': withProvider(async (kit, parent) =>
        requireCode(await deleteBatch(kit, parent, [`${kit.throwawayRoot}/${MISSING}`]), 'INVALID_ARGUMENT'),
      ),
      'after a uid with another parent, nothing is deleted': mayDiffer(
        withProvider(async (kit, parent) => {
          const [uid] = await createMapping(kit, parent);
          await deleteBatch(kit, parent, [uid, `${kit.throwawayRoot}/${MISSING}`]);
          await kit.ok('GET', `${MAPPINGS}/${uid}`);
        }),
      ),
    },
  },
};

/** Returns a case with an identity provider in the throwaway root group. */
function withProvider(use: (kit: Kit, uid: string, provider: Values) => Promise<unknown>): Case {
  return needing('throwawayRoot', async (kit) =>
    kit.withProvider(async (provider) => use(kit, String(provider['uid']), provider)),
  );
}

/** Creates a mapping, and returns its uid and the fields that were sent. */
async function createMapping(kit: Kit, provider: string): Promise<[string, Values]> {
  const body = { externalGroupId: 'conformance', roleUid: await kit.builtInUid('viewer'), scope: kit.throwawayRoot };
  const answer = await kit.send('POST', `${MAPPINGS}/${provider}`, { body });
  requireOffered(answer, 'mappings of external groups');
  const uid = String(answer.json['uid']);
  requireThat(answer.code === 'OK', 'the mapping is created', answer);
  requireThat(uid.startsWith(`${provider}/`), 'the uid is beneath that of the identity provider', answer);
  return [uid, body];
}

async function deleteBatch(kit: Kit, parent: string, names: readonly string[]): Promise<HttpAnswer> {
  const answer = await kit.send('POST', `${MAPPINGS}:batchDelete`, { body: { parent, names } });
  requireOffered(answer, `${MAPPINGS}:batchDelete`);
  return answer;
}
