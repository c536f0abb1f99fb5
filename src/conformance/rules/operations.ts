/** Operations: O1 to O5 and O7 of the contract. */
import { API_VERSIONS, isUid, type Values } from '../../api';
import { NotTried, requireOffered, requireSame, requireThat } from '../http/difference';
import type { Rule } from './rule';
import { requireCode } from './requirements';
import { all, part } from './sources';

const BATCH = 'roleBindings';

export const operations: readonly Rule[] = [
  {
    id: 'O1',
    says: 'Everything is JSON below one base URL, in three domains. The version is the second segment of the path.',
    relies: ['client', 'provider'],
    published: all('groups', 'repos', 'advisories'),
    ifDifferent: 'Every call fails with the path and the status. Set the API version or the base URL.',
    cases: [
      {
        says: 'each domain answers JSON in the selected version',
        run: async (kit) => {
          for (const collection of ['groups', 'repos', 'advisories'] as const) {
            const answer = await kit.send('GET', kit.path(collection), { query: [['page_size', '1']] });
            requireOffered(answer, kit.path(collection));
            const type = answer.header('content-type') ?? '';
            requireThat(type.includes('json'), 'a response has the content type application/json', answer);
            requireThat(answer.code === 'OK', 'a list succeeds', answer);
          }
        },
      },
      {
        says: 'the other version serves the same objects',
        relies: [],
        run: async (kit) => {
          const other = API_VERSIONS.find((version) => version !== kit.version);
          const own = await kit.ok('GET', kit.path('groups', kit.group));
          const answer = await kit.send('GET', kit.path('groups', kit.group, other));
          requireOffered(answer, `the version ${other}`);
          requireSame(answer.json['name'], own.json['name'], `the name in ${other}`, answer);
        },
      },
    ],
  },
  {
    id: 'O2',
    says: 'Each kind has a collection: GET lists, POST with the parent in the path creates, and GET, PATCH and DELETE use the uid.',
    relies: ['client', 'provider'],
    published: all('groups', 'identities', 'roles', 'bindings'),
    ifDifferent: 'The call fails, and the error names the path. Terraform changes nothing in its state.',
    cases: [
      {
        says: 'an object can be created, read, listed, changed and deleted',
        run: async (kit) => {
          for (const collection of ['identities', 'roles'] as const) {
            const { uid, name } = await kit.make(collection);
            const path = kit.path(collection, String(uid));
            const read = await kit.ok('GET', path);
            requireSame(read.json['name'], name, 'the name', read);
            const listed = await kit.list(collection, [['uidp.children_of', kit.group]]);
            requireThat(
              listed.some((item) => item['uid'] === uid),
              'the list contains the new object',
              read,
            );
            const changed = await kit.ok('PATCH', path, {
              query: [['updateMask', 'description']],
              body: { description: 'changed' },
            });
            requireSame(changed.json['description'], 'changed', 'the changed description', changed);
            await kit.ok('DELETE', path);
            const gone = await kit.send('GET', path);
            requireCode(gone, 'NOT_FOUND');
          }
        },
      },
      {
        says: 'the parent is in the path: the object is directly beneath it',
        run: async (kit) => {
          const group = await kit.subgroup('a');
          const { uid } = await kit.make('identities', {}, group);
          const answer = await kit.ok('GET', kit.path('identities', String(uid)));
          requireThat(String(uid).startsWith(`${group}/`), `the uid begins with ${group}/`, answer);
        },
      },
    ],
  },
  {
    id: 'O3',
    says: 'POST on the collection of groups without a parent creates a root group, and binds its creator to owner.',
    relies: ['client', 'provider'],
    published: part('The files allow an empty parent. They do not state the binding of the creator.', 'groups'),
    ifDifferent: 'The apply of a root group fails, or later calls in it are denied.',
    cases: [
      {
        says: 'a root group exists with a binding of its creator',
        needs: 'throwawayRoot',
        run: async (kit) => {
          if (kit.refusesNewGroups())
            throw new NotTried('the service refuses calls in new groups: a root group could not be deleted');
          const answer = await kit.ok('POST', kit.path('groups'), { body: kit.mark });
          const uid = String(answer.json['uid']);
          requireThat(isUid(uid) && !uid.includes('/'), 'the uid of a root group has one segment', answer);
          const bindings = await kit.list('roleBindings', [['uidp.children_of', uid]]);
          const roles = bindings.map((binding) => (binding['role'] as Values | undefined)?.['name']);
          requireThat(roles.includes('owner'), 'the creator is bound to owner in the root group', answer);
        },
      },
    ],
  },
  {
    id: 'O4',
    says: 'batchCreate creates 1 to 25 role bindings in one group: all of them, or none.',
    relies: ['client'],
    published: all('bindings'),
    ifDifferent: 'A batch fails as a whole. The provider creates role bindings one at a time.',
    cases: [
      {
        says: 'the bindings come back in the order of the requests',
        run: async (kit) => {
          const identities = await Promise.all([kit.make('identities'), kit.make('identities')]);
          const uids = identities.map(({ uid }) => uid);
          const viewer = (await kit.builtIn('viewer'))['uid'];
          const requests = uids.map((identityUid) => ({
            parent: kit.group,
            roleBinding: { identityUid, roleUid: viewer },
          }));
          const answer = await kit.send('POST', `${kit.path(BATCH)}:batchCreate`, {
            body: { parent: kit.group, requests },
          });
          requireOffered(answer, 'roleBindings:batchCreate');
          const bindings = (answer.json['roleBindings'] ?? []) as readonly Values[];
          requireSame(
            bindings.map((binding) => (binding['identity'] as Values)['uid']),
            uids,
            'the order of the bindings',
            answer,
          );
        },
      },
      {
        says: 'a batch with a wrong request creates nothing',
        run: async (kit) => {
          const { uid: identityUid } = await kit.make('identities');
          const viewer = (await kit.builtIn('viewer'))['uid'];
          const bodies = [
            { identityUid, roleUid: viewer },
            { identityUid: kit.group.split('/')[0], roleUid: viewer },
          ];
          const requests = bodies.map((roleBinding) => ({ parent: kit.group, roleBinding }));
          const answer = await kit.send('POST', `${kit.path(BATCH)}:batchCreate`, {
            body: { parent: kit.group, requests },
          });
          requireOffered(answer, 'roleBindings:batchCreate');
          requireThat(answer.code !== 'OK', 'a batch with a binding of a group instead of an identity fails', answer);
          const found = await kit.list('roleBindings', [
            ['identity', String(identityUid)],
            ['uidp.children_of', kit.group],
          ]);
          requireSame(found.length, 0, 'the number of bindings after the failed batch', answer);
        },
      },
      {
        says: 'roleUid next to parent is the default of every binding, and contradicts another role',
        run: async (kit) => {
          const [first, second] = await Promise.all([kit.make('identities'), kit.make('identities')]);
          const [viewer, other] = await Promise.all([kit.builtIn('viewer'), kit.builtIn('registry.pull')]);
          const send = (roleBinding: Values) =>
            kit.send('POST', `${kit.path(BATCH)}:batchCreate`, {
              body: { parent: kit.group, roleUid: viewer['uid'], requests: [{ parent: kit.group, roleBinding }] },
            });
          const answer = await send({ identityUid: first['uid'] });
          requireOffered(answer, 'roleBindings:batchCreate');
          const [binding] = (answer.json['roleBindings'] ?? []) as readonly Values[];
          requireSame(
            (binding?.['role'] as Values | undefined)?.['uid'],
            viewer['uid'],
            'the role of the binding',
            answer,
          );
          requireCode(await send({ identityUid: second['uid'], roleUid: other['uid'] }), 'INVALID_ARGUMENT');
        },
      },
      {
        says: 'an empty batch and one of 26 requests are INVALID_ARGUMENT',
        run: async (kit) => {
          const { uid: identityUid } = await kit.make('identities');
          const one = {
            parent: kit.group,
            roleBinding: { identityUid, roleUid: (await kit.builtIn('viewer'))['uid'] },
          };
          for (const requests of [[], Array.from({ length: 26 }, () => one)]) {
            const answer = await kit.send('POST', `${kit.path(BATCH)}:batchCreate`, {
              body: { parent: kit.group, requests },
            });
            requireOffered(answer, 'roleBindings:batchCreate');
            requireCode(answer, 'INVALID_ARGUMENT');
          }
        },
      },
    ],
  },
  {
    id: 'O5',
    says: 'lookupIdentity returns the uid that a person has, or will have after the first sign-in.',
    relies: ['client', 'provider', 'review'],
    published: all('identities'),
    ifDifferent: 'A person can only be named by uid.',
    cases: [
      {
        says: 'an account has one uid of one segment, and another account has another',
        run: async (kit) => {
          const lookUp = (subject: string) =>
            kit.send('GET', `${kit.path('identities')}:lookupIdentity`, {
              query: [
                ['issuer', 'https://accounts.google.com'],
                ['subject', subject],
              ],
            });
          const answer = await lookUp('conformance-1');
          requireOffered(answer, 'identities:lookupIdentity');
          const { uid } = answer.json;
          requireThat(isUid(uid) && !uid.includes('/'), 'the uid of a person has one segment', answer);
          const again = await lookUp('conformance-1');
          requireSame(again.json['uid'], uid, 'the uid of a second look-up', again);
          const other = await lookUp('conformance-2');
          requireThat(other.json['uid'] !== uid, 'another account has another uid', other);
        },
      },
    ],
  },
  {
    id: 'O7',
    says: 'ping needs no token. /auth/v1/ok returns the caller.',
    relies: ['client', 'provider'],
    published: all('ping', 'whoami'),
    ifDifferent:
      'The provider cannot see its own capabilities, and reports this. It then treats a missing object as hidden.',
    cases: [
      {
        says: 'ping succeeds without a token',
        relies: ['client'],
        run: async (kit) => {
          const answer = await kit.send('GET', '/ping/v2beta1/ping', { caller: { name: 'nobody' } });
          requireOffered(answer, 'ping');
          requireThat(answer.code === 'OK', 'ping succeeds without a token', answer);
        },
      },
      {
        says: '/auth/v1/ok returns the subject of the token',
        run: async (kit) => {
          const answer = await kit.ok('GET', '/auth/v1/ok');
          requireThat(typeof answer.json['subject'] === 'string', 'the response has the subject of the token', answer);
        },
      },
    ],
  },
];
