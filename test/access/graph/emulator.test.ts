// @slow
/** The graph says what the emulator does. The two share no code: each is asked as a stranger would ask it. */
import fc from 'fast-check';
import { createAccessGraph, diffAccess, holds, type AccessGraph } from '../../../src/access/graph';
import { canonicalCapability } from '../../../src/model/api';
import { createEmulator, type Emulator, type SeedObject } from '../../../src/emulator';
import { search } from '../../support/search';

jest.setTimeout(120_000 * search);

type Json = Readonly<Record<string, unknown>>;

/**
 * Requests that need a capability in a group: any response but PERMISSION_DENIED is a yes. The bodies are invalid, so
 * nothing changes.
 */
const questions: Readonly<Record<string, (group: string) => readonly [method: string, path: string, body?: Json]>> = {
  'groups.list': (group) => ['GET', `groups/${group}`],
  'groups.update': (group) => ['PATCH', `groups/${group}`, { name: '?' }],
  'groups.create': (group) => ['POST', `groups/${group}`, { name: '?' }],
  'roles.create': (group) => ['POST', `roles/${group}`, { name: '?' }],
  'identity.create': (group) => ['POST', `identities/${group}`, { name: '?' }],
  'role_bindings.create': (group) => ['POST', `roleBindings/${group}`, {}],
  'group_invites.create': (group) => ['POST', `groupInvites/${group}`, {}],
};

const capabilities = fc.subarray([...Object.keys(questions), 'figs.create'], { minLength: 1 });

/** Every identity is in the root group, so that it can be bound anywhere. */
const seeds: fc.Arbitrary<SeedObject> = fc
  .record({
    parents: fc.array(fc.nat({ max: 9 }), { minLength: 2, maxLength: 6, size: 'max' }),
    roles: fc.array(capabilities, { minLength: 2, maxLength: 2 }),
    bindings: fc.uniqueArray(
      fc.tuple(
        fc.nat({ max: 2 }),
        fc.nat({ max: 6 }),
        fc.constantFrom('r0', 'r1', 'viewer', 'editor', 'limited_owner', 'owner'),
      ),
      { maxLength: 7, size: 'max', selector: ([identity, group, role]) => `${identity} ${group} ${role}` },
    ),
  })
  .map(({ parents, roles, bindings }) => {
    const bindingsIn = (index: number) =>
      bindings
        .filter(([, group]) => group % (parents.length + 1) === index)
        .map(([identity, , role]) => ({ identity: `i${identity}`, role }));
    const group = (index: number): SeedObject => ({
      name: `g${index}`,
      roleBindings: bindingsIn(index),
      groups: parents.flatMap((parent, child) => (parent % (child + 1) === index ? [group(child + 1)] : [])),
    });
    return {
      ...group(0),
      roles: roles.map((list, index) => ({ name: `r${index}`, capabilities: list })),
      identities: [0, 1, 2].map((n) => ({
        name: `i${n}`,
        claimMatch: { issuer: 'https://issuer.example', subject: 's' },
      })),
    };
  });

async function withEmulator<T>(root: SeedObject, use: (emulator: Emulator) => Promise<T>): Promise<T> {
  const emulator = createEmulator({ seed: { groups: [root] } });
  try {
    return await use(emulator);
  } finally {
    emulator.close();
  }
}

async function ask(emulator: Emulator, token: string, method: string, path: string, body?: Json): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return emulator.handle(new Request(`http://localhost${path.startsWith('/') ? '' : '/iam/v2beta1/'}${path}`, init));
}

interface Listed {
  readonly groups: readonly { readonly uid: string; readonly name: string }[];
  readonly identities: readonly { readonly uid: string; readonly name?: string }[];
  readonly roles: readonly { readonly uid: string; readonly name: string; readonly capabilities: string[] }[];
  readonly roleBindings: readonly {
    readonly uid: string;
    readonly identity: { uid: string };
    readonly role: { uid: string };
  }[];
}

/** The graph of the organization as its lists show it. */
async function readGraph(emulator: Emulator): Promise<AccessGraph> {
  const token = await emulator.administratorToken();
  const list = async <C extends keyof Listed>(collection: C): Promise<Listed[C]> => {
    const response = await ask(emulator, token, 'GET', `${collection}?page_size=200`);
    return ((await response.json()) as Listed)[collection];
  };
  const parent = (uid: string) => (uid.includes('/') ? uid.slice(0, uid.lastIndexOf('/')) : undefined);
  return createAccessGraph({
    groups: (await list('groups')).map(({ uid, name }) => ({ key: uid, name, parent: parent(uid) })),
    identities: (await list('identities')).map(({ uid, name = uid }) => ({ key: uid, name, group: parent(uid) })),
    roles: (await list('roles')).map((role) => {
      const group = parent(role.uid);
      return { ...role, key: role.uid, group, holdsUnknown: role.name === 'owner' && group === undefined };
    }),
    grants: (await list('roleBindings')).map(({ uid, identity, role }) => ({
      key: uid,
      identity: identity.uid,
      role: role.uid,
      group: parent(uid) ?? '',
    })),
  });
}

/** Every `identity capability group` that a request with the identity's token is not denied. */
async function allowed(emulator: Emulator, graph: AccessGraph): Promise<Set<string>> {
  const found = new Set<string>();
  for (const identity of graph.identities) {
    const token = await emulator.tokenFor(identity.key);
    for (const group of graph.groups)
      for (const [capability, question] of Object.entries(questions)) {
        const response = await ask(emulator, token, ...question(group.key));
        if (response.status !== 403) found.add(`${identity.path} ${capability} ${group.path}`);
      }
  }
  return found;
}

test('holds is what the emulator allows', async () => {
  let [yes, no] = [0, 0];
  await fc.assert(
    fc.asyncProperty(seeds, (root) =>
      withEmulator(root, async (emulator) => {
        const graph = await readGraph(emulator);
        const answers = await allowed(emulator, graph);
        for (const identity of graph.identities)
          for (const group of graph.groups)
            for (const capability of Object.keys(questions)) {
              const expected = answers.has(`${identity.path} ${capability} ${group.path}`);
              expect(holds(graph, identity.key, capability, group.key)).toBe(expected);
              if (expected) yes++;
              else no++;
            }
      }),
    ),
    { numRuns: 5 * search },
  );
  expect(Math.min(yes, no)).toBeGreaterThan(100);
});

test('identities hold the capabilities that the API reports to them', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, (root) =>
      withEmulator(root, async (emulator) => {
        const graph = await readGraph(emulator);
        for (const identity of graph.identities) {
          const response = await ask(emulator, await emulator.tokenFor(identity.key), 'GET', '/auth/v1/ok');
          const told = (await response.json()) as {
            capabilities: { group: { id: string }; role: { id: string; capabilities: string[] } }[];
          };
          const byGrant = told.capabilities.map(
            ({ group, role }) => `${group.id} ${role.id} ${role.capabilities.map(canonicalCapability).sort().join()}`,
          );
          const expected = identity.grants.map(
            ({ group, role }) => `${group.key} ${role.key} ${role.capabilities.join()}`,
          );
          expect(byGrant.sort()).toEqual(expected.sort());
        }
      }),
    ),
    { numRuns: 5 * search },
  );
});

test('the diff is what the emulator allows after and not before', async () => {
  let rows = 0;
  await fc.assert(
    fc.asyncProperty(seeds, seeds, async (one, other) => {
      const read = (root: SeedObject) =>
        withEmulator(root, async (emulator) => {
          const graph = await readGraph(emulator);
          return { graph, answers: await allowed(emulator, graph) };
        });
      const [before, after] = [await read(one), await read(other)];
      const diff = diffAccess(before.graph, after.graph);
      rows += diff.gained.length + diff.lost.length;
      for (const [found, graph, there, elsewhere] of [
        [diff.gained, after.graph, after.answers, before.answers],
        [diff.lost, before.graph, before.answers, after.answers],
      ] as const) {
        const expanded = found.flatMap(({ identity, group, except, capabilities: names }) =>
          graph.groups
            .map(({ path }) => `${path}/`)
            .filter((path) => path.startsWith(`${group}/`) && !except.some((end) => path.startsWith(`${end}/`)))
            .flatMap((path) =>
              names.filter((name) => name in questions).map((name) => `${identity} ${name} ${path.slice(0, -1)}`),
            ),
        );
        expect(expanded.sort()).toEqual([...there].filter((triple) => !elsewhere.has(triple)).sort());
      }
    }),
    { numRuns: 4 * search },
  );
  // Proves that something was compared. In 150 trials, four random pairs had at least 18 differences.
  expect(rows).toBeGreaterThan(5);
});
