/** Capabilities and scopes: A1 to A4 of the contract. */
import { BUILT_IN_ROLES, capabilityEnumName, type Values } from '../../api';
import { requireSame, requireThat } from '../http/difference';
import type { Rule } from './rule';
import { requireCode, requireRejected, uidOf } from './requirements';
import { all } from './sources';

const MISSING = '0123456789abcdef';
const READ = 'CAP_IAM_GROUPS_LIST';

const capabilitiesOf = (role: Values): readonly string[] => (role['capabilities'] ?? []) as readonly string[];

export const access: readonly Rule[] = [
  {
    id: 'A1',
    says: 'A role is a set of capabilities: enum names on the wire, dotted names for people. The set is open.',
    relies: ['client', 'provider', 'review'],
    published: all('capabilities', 'roles'),
    ifDifferent: 'The client treats both representations as equal, and keeps names that it does not know.',
    cases: [
      {
        says: 'a response has enum names',
        run: async (kit) => {
          const answer = await kit.ok(
            'GET',
            kit.path('roles', uidOf(await kit.make('roles', { capabilities: [READ] }))),
          );
          requireSame(answer.json['capabilities'], [READ], 'the capabilities', answer);
        },
      },
      {
        says: 'a dotted name is accepted, and comes back as an enum name',
        mayDiffer: true,
        run: async (kit) => {
          const answer = await kit.ok('POST', kit.path('roles', kit.group), {
            body: { name: kit.name(), capabilities: ['groups.list'] },
          });
          requireSame(answer.json['capabilities'], [READ], 'the capabilities', answer);
        },
      },
      {
        says: 'a name in neither form is INVALID_ARGUMENT',
        mayDiffer: true,
        run: async (kit) =>
          void (await requireRejected(kit, 'roles', { name: kit.name(), capabilities: ['not a capability'] })),
      },
    ],
  },
  {
    id: 'A2',
    says: 'A binding in a group applies to the group and everything beneath it.',
    relies: ['provider', 'review'],
    published: all('exchange'),
    ifDifferent: 'The review reports wrong access.',
    cases: [
      {
        says: 'a binding applies in its group and beneath, and nowhere else',
        run: async (kit) => {
          const [group, beneath, other] = [await kit.subgroup('a'), await kit.subgroup('a/b'), await kit.subgroup('c')];
          const caller = await kit.assume(['groups.list', 'roles.list'], group);
          for (const uid of [group, beneath]) await kit.ok('GET', kit.path('groups', uid), { caller });
          for (const uid of [other, kit.group])
            requireCode(await kit.send('GET', kit.path('groups', uid), { caller }), 'PERMISSION_DENIED');
        },
      },
    ],
  },
  {
    id: 'A3',
    says: 'Each operation checks its capability at the uid that it names. Out of scope is PERMISSION_DENIED, whether the object exists or not.',
    relies: ['provider', 'review'],
    published: all('permissions', 'groups', 'identities', 'roles'),
    ifDifferent: 'The provider treats NOT_FOUND as "gone" only if the group above answers.',
    cases: [
      {
        says: 'each operation needs its own capability',
        run: async (kit) => {
          const group = await kit.subgroup('a');
          const caller = await kit.assume(['groups.list', 'roles.list'], group);
          const { uid } = await kit.make('identities', {}, group);
          const role = uidOf(await kit.make('roles', {}, group));
          const denied = [
            kit.send('GET', kit.path('identities', String(uid)), { caller }),
            kit.send('POST', kit.path('roles', group), {
              caller,
              body: { name: 'iac conformance', capabilities: [READ] },
            }),
            kit.send('PATCH', kit.path('roles', role), {
              caller,
              query: [['updateMask', 'description']],
              body: { description: 'x' },
            }),
            kit.send('DELETE', kit.path('roles', role), { caller }),
            kit.send('DELETE', kit.path('identities', String(uid)), { caller }),
          ];
          for (const answer of await Promise.all(denied)) requireCode(answer, 'PERMISSION_DENIED');
          await kit.ok('GET', kit.path('roles', role), { caller });
        },
      },
      {
        says: 'out of scope, an existing and a missing object are PERMISSION_DENIED alike',
        run: async (kit) => {
          const [group, other] = [await kit.subgroup('a'), await kit.subgroup('c')];
          const caller = await kit.assume(['groups.list', 'roles.list'], group);
          const existing = uidOf(await kit.make('roles', {}, other));
          for (const uid of [existing, `${other}/${MISSING}`])
            requireCode(await kit.send('GET', kit.path('roles', uid), { caller }), 'PERMISSION_DENIED');
        },
      },
      {
        says: 'NOT_FOUND is for callers who could have seen the object',
        run: async (kit) => {
          const group = await kit.subgroup('a');
          const caller = await kit.assume(['groups.list', 'roles.list'], group);
          requireCode(await kit.send('GET', kit.path('roles', `${group}/${MISSING}`), { caller }), 'NOT_FOUND');
        },
      },
    ],
  },
  {
    id: 'A4',
    says: 'The built-in roles are the public ones, with the public capabilities. Their uids have one segment.',
    relies: ['provider', 'review'],
    published: all('builtInRoles'),
    ifDifferent:
      'A role that is looked up by name does not exist. The review reads what a role holds from the service.',
    cases: [
      {
        says: 'viewer, editor and owner exist, with uids of one segment',
        run: async (kit) => {
          for (const name of ['viewer', 'editor', 'owner']) await kit.builtIn(name);
        },
      },
      {
        says: 'each built-in role has its public capabilities',
        mayDiffer: true,
        run: async (kit) => {
          for (const { name, capabilities } of BUILT_IN_ROLES) {
            const answer = await kit.ok('GET', kit.path('roles'), { query: [['name', name]] });
            const roles = (answer.json['roles'] ?? []) as readonly Values[];
            const role = roles.find(({ uid }) => !String(uid).includes('/'));
            requireThat(role !== undefined, `the list by name has the built-in role ${name}`, answer);
            const [found, expected] = [capabilitiesOf(role), capabilities.map((each) => capabilityEnumName(each))];
            const missing = expected.filter((each) => !found.includes(each));
            const further = found.filter((each) => !expected.includes(each));
            requireThat(
              missing.length === 0 && further.length === 0,
              `${name} has the public capabilities (missing: ${missing.join(', ') || 'none'}; further: ${further.join(', ') || 'none'})`,
              answer,
            );
          }
        },
      },
      {
        says: 'an owner can change access, an editor cannot, and a viewer only reads',
        relies: ['review'],
        run: async (kit) => {
          const answer = await kit.ok('GET', kit.path('roles'), { query: [['name', 'owner']] });
          const roles = ['viewer', 'editor', 'owner', 'registry.pull'].map((name) => kit.builtIn(name));
          const [viewer = [], editor = [], owner = [], pull = []] = (await Promise.all(roles)).map(capabilitiesOf);
          const writes = [
            'CAP_IAM_ROLE_BINDINGS_CREATE',
            'CAP_IAM_IDENTITY_UPDATE',
            'CAP_IAM_GROUPS_DELETE',
            'CAP_IAM_ROLES_CREATE',
          ];
          requireThat(
            writes.every((name) => owner.includes(name)),
            `owner holds ${writes.join(', ')}`,
            answer,
          );
          requireThat(
            !writes.some((name) => editor.includes(name) || viewer.includes(name)),
            'editor and viewer hold none of them',
            answer,
          );
          const reads = ['CAP_IAM_GROUPS_LIST', 'CAP_IAM_ROLES_LIST', 'CAP_IAM_IDENTITY_LIST', 'CAP_REPO_LIST'];
          requireThat(
            reads.every((name) => viewer.includes(name)),
            `viewer holds ${reads.join(', ')}`,
            answer,
          );
          requireThat(
            ['CAP_REPO_LIST', 'CAP_MANIFEST_LIST', 'CAP_TAG_LIST', READ].every((name) => pull.includes(name)),
            'registry.pull reads repos, manifests, tags and groups',
            answer,
          );
        },
      },
    ],
  },
];
