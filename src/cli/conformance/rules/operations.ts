/** Operations: O1 to O5 and O7 of the contract. */
import { API_VERSIONS, isUid, type Values } from '../../../model/api';
import { NotTried, requireCode, requireOffered, requireSame, requireThat } from '../http/difference';
import type { HttpAnswer } from '../http/answer';
import type { Kit } from '../session/kit';
import { needing, relied, type RulesById, unused } from './rule';
import { NOBODY, requireFields, valueAt } from './requirements';
import { all, part } from './sources';

async function sendBatch(kit: Kit, bindings: readonly Values[], more: Values = {}): Promise<HttpAnswer> {
  const requests = bindings.map((roleBinding) => ({ parent: kit.group, roleBinding }));
  const answer = await kit.send('POST', 'roleBindings:batchCreate', { body: { parent: kit.group, ...more, requests } });
  requireOffered(answer, 'roleBindings:batchCreate');
  return answer;
}

const bindingsIn = ({ json }: HttpAnswer): readonly unknown[] => (json['roleBindings'] ?? []) as readonly unknown[];

export const operations: RulesById = {
  O1: {
    says: 'Everything is JSON below one base URL, in three domains. The version is the second segment of the path.',
    relies: ['client', 'provider'],
    published: all('groups', 'repos', 'advisories'),
    ifDifferent: 'Every call fails with the path and the status. Set the API version or the base URL.',
    cases: {
      'each domain answers JSON in the selected version': async (kit) => {
        for (const collection of ['groups', 'repos', 'advisories']) {
          const answer = await kit.send('GET', collection, { query: { page_size: 1 } });
          requireOffered(answer, answer.sent.url);
          const type = answer.header('content-type') ?? '';
          requireThat(type.includes('json'), 'a response has the content type application/json', answer);
          requireThat(answer.code === 'OK', 'a list succeeds', answer);
        }
      },
      'the other version serves the same objects': unused(async (kit) => {
        const other = API_VERSIONS.find((version) => version !== kit.version);
        const own = await kit.ok('GET', `groups/${kit.group}`);
        const answer = await kit.send('GET', `/iam/${other}/groups/${kit.group}`);
        requireOffered(answer, `the version ${other}`);
        requireFields(answer, { name: own.json['name'] });
      }),
    },
  },
  O2: {
    says: 'Each kind has a collection: GET lists, POST with the parent in the path creates, and GET, PATCH and DELETE use the uid.',
    relies: ['client', 'provider'],
    published: all('groups', 'identities', 'roles', 'bindings'),
    ifDifferent: 'The call fails, and the error names the path. Terraform changes nothing in its state.',
    cases: {
      'an object can be created, read, listed, changed and deleted': async (kit) => {
        for (const collection of ['identities', 'roles'] as const) {
          const { uid, name } = await kit.make(collection);
          const target = `${collection}/${String(uid)}`;
          const read = await kit.ok('GET', target);
          requireFields(read, { name });
          const listed = await kit.list(collection, { 'uidp.children_of': kit.group });
          const isListed = listed.some((item) => item['uid'] === uid);
          requireThat(isListed, 'the list contains the new object', read);
          const query = { updateMask: 'description' };
          const answer = await kit.ok('PATCH', target, { query, body: { description: 'changed' } });
          requireFields(answer, { description: 'changed' });
          await kit.ok('DELETE', target);
          await kit.fails('NOT_FOUND', 'GET', target);
        }
      },
      'the parent is in the path: the object is directly beneath it': async (kit) => {
        const group = await kit.subgroup('a');
        const answer = await kit.makeAndGet('identities', {}, group);
        requireThat(String(answer.json['uid']).startsWith(`${group}/`), `the uid begins with ${group}/`, answer);
      },
    },
  },
  O3: {
    says: 'POST on the collection of groups without a parent creates a root group, and binds its creator to owner.',
    relies: ['client', 'provider'],
    published: part('The files allow an empty parent. They do not state the binding of the creator.', 'groups'),
    ifDifferent: 'The apply of a root group fails, or later calls in it are denied.',
    cases: {
      'a root group exists with a binding of its creator': needing('throwawayRoot', async (kit) => {
        if (kit.refusesNewGroups())
          throw new NotTried('the service refuses calls in new groups: a root group could not be deleted');
        const answer = await kit.ok('POST', 'groups', { body: kit.mark });
        const { uid } = answer.json;
        requireThat(isUid(uid) && !uid.includes('/'), 'the uid of a root group has one segment', answer);
        const bindings = await kit.list('roleBindings', { 'uidp.children_of': uid });
        const roles = bindings.map((binding) => valueAt(binding, 'role.name'));
        requireThat(roles.includes('owner'), 'the creator is bound to owner in the root group', answer);
      }),
    },
  },
  O4: {
    says: 'batchCreate creates 1 to 25 role bindings in one group: all of them, or none.',
    relies: ['client'],
    published: all('bindings'),
    ifDifferent: 'A batch fails as a whole. The provider creates role bindings one at a time.',
    cases: {
      'the bindings come back in the order of the requests': async (kit) => {
        const uids = await Promise.all([kit.makeUid('identities'), kit.makeUid('identities')]);
        const roleUid = await kit.builtInUid('viewer');
        const bindings = uids.map((identityUid) => ({ identityUid, roleUid }));
        const answer = await sendBatch(kit, bindings);
        const found = bindingsIn(answer).map((binding) => valueAt(binding, 'identity.uid'));
        requireSame(found, uids, 'the order of the bindings', answer);
      },
      'a batch with a wrong request creates nothing': async (kit) => {
        const identity = await kit.makeUid('identities');
        const roleUid = await kit.builtInUid('viewer');
        const answer = await sendBatch(kit, [
          { identityUid: identity, roleUid },
          { identityUid: kit.group.split('/')[0], roleUid },
        ]);
        requireThat(answer.code !== 'OK', 'a batch with a binding of a group instead of an identity fails', answer);
        const found = await kit.list('roleBindings', { identity, 'uidp.children_of': kit.group });
        requireSame(found.length, 0, 'the number of bindings after the failed batch', answer);
      },
      'roleUid next to parent is the default of every binding, and contradicts another role': async (kit) => {
        const [first, second] = await Promise.all([kit.makeUid('identities'), kit.makeUid('identities')]);
        const [roleUid, other] = await Promise.all([kit.builtInUid('viewer'), kit.builtInUid('registry.pull')]);
        const answer = await sendBatch(kit, [{ identityUid: first }], { roleUid });
        requireFields(answer, { 'role.uid': roleUid }, bindingsIn(answer)[0]);
        const contradiction = await sendBatch(kit, [{ identityUid: second, roleUid: other }], { roleUid });
        requireCode(contradiction, 'INVALID_ARGUMENT');
      },
      'an empty batch and one of 26 requests are INVALID_ARGUMENT': async (kit) => {
        const binding = { identityUid: await kit.makeUid('identities'), roleUid: await kit.builtInUid('viewer') };
        for (const count of [0, 26]) {
          requireCode(await sendBatch(kit, Array<Values>(count).fill(binding)), 'INVALID_ARGUMENT');
        }
      },
    },
  },
  O5: {
    says: 'lookupIdentity returns the uid that a person has, or will have after the first sign-in.',
    relies: ['client', 'provider', 'review'],
    published: all('identities'),
    ifDifferent: 'A person can only be named by uid.',
    cases: {
      'an account has one uid of one segment, and another account has another': async (kit) => {
        const lookUp = (subject: string) =>
          kit.send('GET', 'identities:lookupIdentity', { query: { issuer: 'https://accounts.google.com', subject } });
        const answer = await lookUp('conformance-1');
        requireOffered(answer, 'identities:lookupIdentity');
        const { uid } = answer.json;
        requireThat(isUid(uid) && !uid.includes('/'), 'the uid of a person has one segment', answer);
        requireFields(await lookUp('conformance-1'), { uid });
        const other = await lookUp('conformance-2');
        requireThat(other.json['uid'] !== uid, 'another account has another uid', other);
      },
    },
  },
  O7: {
    says: 'ping needs no token. /auth/v1/ok returns the caller.',
    relies: ['client', 'provider'],
    published: all('ping', 'whoami'),
    ifDifferent: 'The provider reports that it cannot see its own access, and treats a missing object as hidden.',
    cases: {
      'ping succeeds without a token': relied(['client'], async (kit) => {
        const answer = await kit.send('GET', '/ping/v2beta1/ping', { caller: NOBODY });
        requireOffered(answer, 'ping');
        requireThat(answer.code === 'OK', 'ping succeeds without a token', answer);
      }),
      '/auth/v1/ok returns the subject of the token': async (kit) => {
        const answer = await kit.ok('GET', '/auth/v1/ok');
        requireThat(typeof answer.json['subject'] === 'string', 'the response has the subject of the token', answer);
      },
    },
  },
};
