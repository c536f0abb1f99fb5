/** Rules of single kinds: K1, K2, K6 and K8 of the contract. */
import { NotTried, requireOffered, requireSame, requireThat } from '../http/difference';
import type { Answer } from '../http/answer';
import type { Rule } from './rule';
import type { Collection, Kit } from '../session/kit';
import { requireCode, requireRejected } from './requirements';
import { all, part } from './sources';

async function requireReadable(
  kit: Kit,
  collection: Collection,
  query: readonly (readonly [string, string])[],
): Promise<Answer> {
  const answer = await kit.send('GET', kit.path(collection), { query: [['page_size', '1'], ...query] });
  requireOffered(answer, `the list of ${collection}`);
  requireThat(answer.code === 'OK', 'the list succeeds', answer);
  return answer;
}

export const kinds: readonly Rule[] = [
  {
    id: 'K1',
    says: 'verified is false for a new group, and only the staff of the service changes it. resourceLimits is empty without a limit.',
    relies: ['provider'],
    published: part('The files state verified and kind. They do not state resourceLimits of a new group.', 'groups'),
    ifDifferent: 'The provider shows both as the service returns them.',
    cases: [
      {
        says: 'a new group is not verified and has no limits',
        run: async (kit) => {
          const answer = await kit.ok('GET', kit.path('groups', await kit.subgroup('empty')));
          requireSame(
            [answer.json['verified'] ?? false, answer.json['resourceLimits'] ?? {}],
            [false, {}],
            'verified and resourceLimits',
            answer,
          );
        },
      },
      {
        says: 'a group has no description unless one is sent',
        run: async (kit) => {
          const answer = await kit.ok('GET', kit.path('groups', await kit.subgroup('empty')));
          requireSame(answer.json['description'] ?? '', '', 'the description', answer);
        },
      },
      {
        says: 'a name and a description of a group can be changed',
        run: async (kit) => {
          const path = kit.path('groups', await kit.subgroup('renamed'));
          const body = { name: kit.name(), description: 'changed' };
          await kit.ok('PATCH', path, { query: [['updateMask', 'name,description']], body });
          const answer = await kit.ok('GET', path);
          requireSame(
            [answer.json['name'], answer.json['description']],
            [body.name, body.description],
            'the changed fields',
            answer,
          );
        },
      },
    ],
  },
  {
    id: 'K2',
    says: 'A role has at least one capability.',
    relies: ['provider'],
    published: all('roles'),
    ifDifferent: 'The plan rejects a role without a capability.',
    cases: [
      {
        says: 'a role without a capability is INVALID_ARGUMENT, and the last one cannot be removed',
        run: async (kit) => {
          await requireRejected(kit, 'roles', { name: kit.name() }, { field: 'capabilities' });
          await requireRejected(kit, 'roles', { name: kit.name(), capabilities: [] }, { field: 'capabilities' });
          const { uid } = await kit.make('roles');
          const change = { query: [['updateMask', 'capabilities']], body: { capabilities: [] } } as const;
          requireCode(await kit.send('PATCH', kit.path('roles', String(uid)), change), 'INVALID_ARGUMENT');
        },
      },
    ],
  },
  {
    id: 'K6',
    says: 'An account association names any of Amazon, Google and Azure. A cloud that the mask names and the body omits is removed.',
    relies: ['provider'],
    published: part('The files state the clouds. They do not state the removal.', 'associations'),
    ifDifferent: 'Terraform reports that a removed cloud is still associated.',
    cases: [
      {
        says: 'each cloud comes back, and an omitted one is removed',
        run: async (kit) => {
          const group = await kit.subgroup('clouds');
          const clouds = {
            amazon: { account: '123456789012' },
            google: { projectId: 'project-1', projectNumber: 'any text' },
            azure: {
              tenantId: '00000000-0000-0000-0000-000000000000',
              clientIds: { api: '11111111-1111-1111-1111-111111111111' },
            },
          };
          const path = kit.path('accountAssociations', group);
          await kit.ok('POST', path, { body: { name: kit.name(), ...clouds } });
          const before = await kit.ok('GET', path);
          for (const [cloud, value] of Object.entries(clouds)) requireSame(before.json[cloud], value, cloud, before);
          await kit.ok('PATCH', path, { query: [['updateMask', 'google,description']], body: { description: 'x' } });
          const after = await kit.ok('GET', path);
          requireSame(
            [after.json['google'] ?? null, after.json['amazon']],
            [null, clouds.amazon],
            'google and amazon',
            after,
          );
        },
      },
    ],
  },
  {
    id: 'K8',
    says: 'Repos, tags and advisories are read-only here, with their own filters.',
    relies: ['provider'],
    published: all('repos', 'tags', 'advisories'),
    ifDifferent: 'A data source finds other objects.',
    cases: [
      {
        says: 'each has a list with its envelope',
        run: async (kit) => {
          for (const collection of ['repos', 'tags', 'advisories'] as const) {
            const answer = await requireReadable(kit, collection, []);
            const items = answer.json[collection];
            requireThat(items === undefined || Array.isArray(items), `the response has ${collection}`, answer);
          }
        },
      },
      {
        says: 'a filter that matches nothing gives an empty list',
        run: async (kit) => {
          const filters = [
            ['repos', 'name', 'no-such-repo'],
            ['tags', 'name', 'no-such-tag'],
            ['tags', 'digest', `sha256:${'0'.repeat(64)}`],
            ['advisories', 'advisory_ids', 'CGA-none'],
            ['advisories', 'aliases', 'CVE-0000-0000'],
            ['advisories', 'artifact_names', 'no-such-artifact'],
          ] as const;
          let seen = false;
          for (const [collection, name, value] of filters) {
            const some = await requireReadable(kit, collection, []);
            const none = await requireReadable(kit, collection, [[name, value]]);
            requireSame(none.json[collection] ?? [], [], `the list of ${collection} by ${name}`, none);
            seen ||= ((some.json[collection] ?? []) as unknown[]).length > 0;
          }
          if (!seen) throw new NotTried('the caller sees no repo, tag or advisory');
        },
      },
      {
        says: 'an unreadable updated_since is INVALID_ARGUMENT',
        relies: [],
        run: async (kit) =>
          requireCode(
            await kit.send('GET', kit.path('tags'), { query: [['updated_since', 'yesterday']] }),
            'INVALID_ARGUMENT',
          ),
      },
    ],
  },
];
