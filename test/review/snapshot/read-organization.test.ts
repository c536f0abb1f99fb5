/** An organization as a tree, and an emulator that starts with it: the same lists, and no secret. */
import { createClient, type Client } from '../../../src/client';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { builtInRole, everyKind, filledObject, SECRET } from './every-kind';
import { declarations, role } from '../../../src/model/kinds';
import { readSnapshotContents, type OrganizationContents } from '../../../src/review/snapshot';
import { plainFields } from '../../../src/review/snapshot/plain-fields';

let running: RunningEmulator;
let contents: OrganizationContents;

beforeAll(async () => {
  running = await startEmulator({ seed: everyKind });
  contents = await readFrom(running);
});
afterAll(() => running.close());

async function withClient<T>(
  { baseUrl, token }: { baseUrl: string; token: string },
  use: (client: Client) => Promise<T>,
) {
  const client = createClient({ baseUrl, token });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}
const readFrom = (from: { baseUrl: string; token: string }, roots?: readonly string[]) =>
  withClient(from, (client) => readSnapshotContents(client, { roots }));

const manageable = declarations.filter(({ terraform }) => terraform !== undefined);

/** Returns every object that the token can list, by kind. */
const listsOf = (from: { baseUrl: string; token: string }, root: string) =>
  withClient(from, async (client) => {
    const lists: Record<string, unknown[]> = {};
    for (const kind of manageable)
      for await (const object of client.list(kind, { descendantsOf: root }))
        (lists[kind.collection] ??= []).push(object);
    return lists;
  });

test('it contains no secret of the organization', () => {
  expect(JSON.stringify(contents)).not.toContain(SECRET);
});

test('it contains every object of every kind, nested by group, with uids and times', async () => {
  const [root] = contents.tree['groups'] ?? [];
  expect(contents.roots).toEqual([{ uid: running.rootGroupUid, name: 'acme' }]);
  const collections = new Set<string>();
  const collect = (node: object): void => {
    for (const [name, value] of Object.entries(node))
      if (manageable.some(({ collection }) => collection === name)) {
        collections.add(name);
        for (const one of value as object[]) collect(one);
      }
  };
  collect(contents.tree);
  expect([...collections].sort()).toEqual(manageable.map(({ collection }) => collection).sort());
  expect(root).toMatchObject({ uid: running.rootGroupUid, createTime: expect.any(String) as string });
  expect(contents.tree['roles']?.map(({ name }) => name)).toContain('viewer');
});

test('an emulator that starts with it shows the same objects to its reader, with the same built-in roles', async () => {
  const foreign = { ...contents, tree: withForeignRole(contents.tree) };
  const replica = await startEmulator({ replica: foreign });
  const { roles: foundRoles = [], ...found } = await listsOf(replica, running.rootGroupUid);
  const { roles = [], ...expected } = await listsOf(running, running.rootGroupUid);
  expect(found).toEqual(withForeignRole(expected));
  // Sorted by uid, and one uid is another.
  expect(foundRoles).toHaveLength(roles.length);
  expect(foundRoles).toEqual(expect.arrayContaining(withForeignRole(roles)));
  const again = await readFrom(replica);
  expect(again.tree['groups']).toEqual(foreign.tree['groups']);
  expect(again.roots).toEqual(foreign.roots);
  await replica.close();
});

/** The built-in role viewer with another uid, as another service has it. */
function withForeignRole<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll(builtInRole('viewer'), 'f'.repeat(40))) as T;
}

test('the reader of the replica cannot write, and lists only what the token of the snapshot could', async () => {
  const [ci] = everyKindIdentity(contents);
  const token = await running.tokenFor(String(ci));
  const narrow = await readFrom({ baseUrl: running.baseUrl, token });
  expect(narrow.mayList).toEqual([{ group: running.rootGroupUid, capabilities: ['groups.list', 'roles.list'] }]);
  const replica = await startEmulator({ replica: narrow });
  expect(Object.keys(await listsOf(replica, running.rootGroupUid))).toEqual(['groups', 'roles']);
  await withClient(replica, async (client) => {
    const created = client.create(role, running.rootGroupUid, { name: 'more', capabilities: ['groups.list'] });
    await expect(created).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });
  await replica.close();
});

function everyKindIdentity({ tree }: OrganizationContents): unknown[] {
  return ((tree['groups']?.[0]?.['identities'] ?? []) as { uid: string; name: string }[])
    .filter(({ name }) => name === 'reader')
    .map(({ uid }) => uid);
}

test('the replica knows the uids of people in the snapshot, and refuses to guess others', async () => {
  const replica = await startEmulator({ replica: contents });
  await withClient(replica, async (client) => {
    expect(await client.lookupIdentity('https://login.example.com', 'ada')).toBe('ada0'.repeat(10));
    await expect(client.lookupIdentity('https://login.example.com', 'eve')).rejects.toThrow(
      'the snapshot contains no person with issuer https://login.example.com and subject eve',
    );
  });
  await replica.close();
});

test.each(manageable.map((declaration) => [declaration.kind, declaration] as const))(
  'no secret of the kind %s is part of it, even if a service shows one',
  (_, declaration) => {
    const object = { ...filledObject(declaration), uid: running.rootGroupUid };
    expect(plainFields(declaration, object)).toMatchObject({ uid: running.rootGroupUid });
    expect(JSON.stringify(plainFields(declaration, object))).not.toContain(SECRET);
  },
);

test('an unknown root group is an error with the nearest name', async () => {
  await expect(readFrom(running, ['acm'])).rejects.toThrow('Cannot find root group "acm". Did you mean "acme"?');
});

test('a list that fails halfway is an error: nothing is read partly', async () => {
  await running.faults.add({
    effect: 'error',
    code: 'PERMISSION_DENIED',
    method: 'GET',
    path: '/iam/v2beta1/identities',
  });
  await expect(readFrom(running)).rejects.toThrow();
  await running.faults.clear();
});
