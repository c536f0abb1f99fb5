/** Capabilities and scopes: A1 to A4 of the contract. */
import { BUILT_IN_ROLES, capabilityEnumName, type Values } from '../../../model/api';
import { requireSame, requireThat } from '../http/difference';
import { mayDiffer, relied, type RulesById } from './rule';
import { assumeReader, MISSING, READ, requireFields, requireRejected } from './requirements';
import { all } from './sources';

const WRITES = ['ROLE_BINDINGS_CREATE', 'IDENTITY_UPDATE', 'GROUPS_DELETE', 'ROLES_CREATE'].map(
  (name) => `CAP_IAM_${name}`,
);
const READS = [READ, 'CAP_IAM_ROLES_LIST', 'CAP_IAM_IDENTITY_LIST', 'CAP_REPO_LIST'];
const PULLS = ['CAP_REPO_LIST', 'CAP_MANIFEST_LIST', 'CAP_TAG_LIST', READ];

const getCapabilities = (role: Values = {}): readonly string[] => (role['capabilities'] ?? []) as readonly string[];

export const access: RulesById = {
  A1: {
    says: 'A role is a set of capabilities: enum names on the wire, dotted names for people. The set is open.',
    relies: ['client', 'provider', 'review'],
    published: all('capabilities', 'roles'),
    ifDifferent: 'The client treats both representations as equal, and keeps names that it does not know.',
    cases: {
      'a response has enum names': async (kit) =>
        requireFields(await kit.makeAndGet('roles', { capabilities: [READ] }), { capabilities: [READ] }),
      'a dotted name is accepted, and comes back as an enum name': mayDiffer(async (kit) =>
        requireFields(await kit.create('roles', { capabilities: ['groups.list'] }), { capabilities: [READ] }),
      ),
      'a name in neither form is INVALID_ARGUMENT': mayDiffer(async (kit) =>
        requireRejected(kit, 'roles', { capabilities: ['not a capability'] }),
      ),
    },
  },
  A2: {
    says: 'A binding in a group applies to the group and everything beneath it.',
    relies: ['provider', 'review'],
    published: all('exchange'),
    ifDifferent: 'The review reports wrong access.',
    cases: {
      'a binding applies in its group and beneath, and nowhere else': async (kit) => {
        const [caller, group] = await assumeReader(kit);
        const [beneath, other] = [await kit.subgroup('a/b'), await kit.subgroup('c')];
        for (const uid of [group, beneath]) await kit.ok('GET', `groups/${uid}`, { caller });
        for (const uid of [other, kit.group]) await kit.fails('PERMISSION_DENIED', 'GET', `groups/${uid}`, { caller });
      },
    },
  },
  A3: {
    says: 'Each operation checks its capability at the uid that it names. Out of scope is PERMISSION_DENIED, whether the object exists or not.',
    relies: ['provider', 'review'],
    published: all('permissions', 'groups', 'identities', 'roles'),
    ifDifferent: 'The provider treats NOT_FOUND as "gone" only if the group above answers.',
    cases: {
      'each operation needs its own capability': async (kit) => {
        const [caller, group] = await assumeReader(kit);
        const identity = `identities/${await kit.makeUid('identities', {}, group)}`;
        const role = `roles/${await kit.makeUid('roles', {}, group)}`;
        const change = { query: { updateMask: 'description' }, body: { description: 'x' } };
        const requests = [
          ['GET', identity],
          ['POST', `roles/${group}`, { body: { name: 'iac conformance', capabilities: [READ] } }],
          ['PATCH', role, change],
          ['DELETE', role],
          ['DELETE', identity],
        ] as const;
        for (const [method, target, options] of requests)
          await kit.fails('PERMISSION_DENIED', method, target, { ...options, caller });
        await kit.ok('GET', role, { caller });
      },
      'out of scope, an existing and a missing object are PERMISSION_DENIED alike': async (kit) => {
        const [[caller], other] = [await assumeReader(kit), await kit.subgroup('c')];
        for (const uid of [await kit.makeUid('roles', {}, other), `${other}/${MISSING}`])
          await kit.fails('PERMISSION_DENIED', 'GET', `roles/${uid}`, { caller });
      },
      'NOT_FOUND is for callers who could have seen the object': async (kit) => {
        const [caller, group] = await assumeReader(kit);
        await kit.fails('NOT_FOUND', 'GET', `roles/${group}/${MISSING}`, { caller });
      },
    },
  },
  A4: {
    says: 'The built-in roles are the public ones, with the public capabilities. Their uids have one segment.',
    relies: ['provider', 'review'],
    published: all('builtInRoles'),
    ifDifferent: 'A look-up of a role by name fails. The review reads what a role holds from the service.',
    cases: {
      'viewer, editor and owner exist, with uids of one segment': async (kit) => {
        for (const name of ['viewer', 'editor', 'owner']) await kit.builtIn(name);
      },
      'each built-in role has its public capabilities': mayDiffer(async (kit) => {
        for (const { name, capabilities } of BUILT_IN_ROLES) {
          const { answer, items } = await kit.page('roles', { name });
          const found = getCapabilities(items.find(({ uid }) => !String(uid).includes('/')));
          const expected = capabilities.map((each) => capabilityEnumName(each));
          requireSame(found.toSorted(), expected.toSorted(), `the set of capabilities of ${name}`, answer);
        }
      }),
      'an owner can change access, an editor cannot, and a viewer only reads': relied(['review'], async (kit) => {
        const { answer } = await kit.page('roles', { name: 'owner' });
        const roles = ['viewer', 'editor', 'owner', 'registry.pull'].map((name) => kit.builtIn(name));
        const [viewer = [], editor = [], owner = [], pull = []] = (await Promise.all(roles)).map(getCapabilities);
        const holds = (role: readonly string[], names: readonly string[]) => names.every((name) => role.includes(name));
        const mayWrite = WRITES.some((name) => editor.includes(name) || viewer.includes(name));
        requireThat(holds(owner, WRITES), `owner holds ${WRITES.join(', ')}`, answer);
        requireThat(!mayWrite, 'editor and viewer hold none of them', answer);
        requireThat(holds(viewer, READS), `viewer holds ${READS.join(', ')}`, answer);
        requireThat(holds(pull, PULLS), 'registry.pull reads repos, manifests, tags and groups', answer);
      }),
    },
  },
};
