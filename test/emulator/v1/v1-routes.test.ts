import { createEmulator, type Emulator } from '../../../src/emulator';

let emulator: Emulator;
let token: string;

beforeAll(async () => {
  emulator = createEmulator();
  token = await emulator.administratorToken();
});
beforeEach(() => emulator.reset());
afterAll(() => emulator.close());

async function call(method: string, path: string, body?: unknown, as = token) {
  const headers = { authorization: `Bearer ${as}` };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await emulator.handle(new Request(`http://localhost${path}`, init));
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

const items = async (path: string) => (await call('GET', path)).body.items;
const claimMatch = { issuer: 'https://example.com', subject: 'ci' };

test('v1 has the same data as v2, with id for uid (G1)', async () => {
  const created = await call('POST', `/iam/v1/groups/${emulator.rootGroupUid}`, { name: 'ops', description: 'Runs.' });
  const { id } = created.body;
  expect(created.body).toEqual({ id, name: 'ops', description: 'Runs.', resourceLimits: {}, verified: false });
  expect((await call('GET', `/iam/v2beta1/groups/${id}`)).body).toMatchObject({ uid: id, name: 'ops' });
  expect(await items(`/iam/v1/groups?uidp.children_of=${emulator.rootGroupUid}`)).toEqual([created.body]);
});

test('a list comes whole, however long it is (contract G2)', async () => {
  const groups = Array.from({ length: 405 }, (_, index) => ({ name: `g${index}` }));
  emulator.seed({ groups: [{ name: 'big', groups }] });
  const [big] = await items('/iam/v1/groups?name=big');
  const found = await items(`/iam/v1/groups?uidp.children_of=${big.id}&page_size=3`);
  expect(new Set(found.map(({ name }: { name: string }) => name))).toEqual(new Set(groups.map(({ name }) => name)));
  expect(found).toHaveLength(405);
});

test('a list is filtered by id; what is missing is an empty list, not an error (contract G2)', async () => {
  const root = emulator.rootGroupUid;
  expect(await items(`/iam/v1/groups?id=${root}`)).toMatchObject([{ id: root }]);
  expect(await call('GET', `/iam/v1/groups?id=${root}/0123456789abcdef`)).toEqual({ status: 200, body: { items: [] } });
  expect((await call('GET', `/iam/v1/groups/${root}`)).body).toMatchObject({ code: 12 });
});

test('groups and roles are filtered by name, identities are not (contract G2)', async () => {
  expect(await items('/iam/v1/roles?name=viewer')).toMatchObject([{ name: 'viewer', capabilities: expect.any(Array) }]);
  await call('POST', `/iam/v1/identities/${emulator.rootGroupUid}`, { name: 'ci', claimMatch });
  const every = await items('/iam/v1/identities');
  expect(await items('/iam/v1/identities?name=ci')).toEqual(every);
});

test('an identity has createdAt, updatedAt, lastSeen and static (contract G4)', async () => {
  const issuerKeys = JSON.stringify({ keys: [] });
  const body = { name: 'cluster', static: { issuer: 'https://example.com', subject: 'pod', issuerKeys } };
  const { body: created } = await call('POST', `/iam/v1/identities/${emulator.rootGroupUid}`, body);
  const { body: same } = await call('GET', `/iam/v2beta1/identities/${created.id}`);
  expect(created).toMatchObject({
    createdAt: same.createTime,
    updatedAt: same.updateTime,
    lastSeen: same.lastSeenTime,
    static: body.static,
  });
  for (const name of ['uid', 'createTime', 'updateTime', 'lastSeenTime', 'staticKeys', 'email', 'emailUnverified'])
    expect(created).not.toHaveProperty(name);
});

test('static keys have an expiration; the name that v2 gives it is not known (contract G4)', async () => {
  const path = `/iam/v1/identities/${emulator.rootGroupUid}`;
  const keys = { issuer: 'https://example.com', subject: 'pod', issuerKeys: '{"keys":[]}' };
  const expiration = new Date(Date.now() + 86_400_000).toISOString();
  const { body } = await call('POST', path, { name: 'cluster', static: { ...keys, expiration } });
  expect(body.static).toMatchObject({ expiration });
  const { staticKeys } = (await call('GET', `/iam/v2beta1/identities/${body.id}`)).body;
  expect(staticKeys).toMatchObject({ expirationTime: expiration });
  const refused = (given: object) => call('POST', path, { name: 'cluster', static: { ...keys, ...given } });
  expect((await refused({ expirationTime: expiration })).body.message).toBe(
    'Invalid argument: static.expirationTime: static.expirationTime is not a field of v1',
  );
  expect((await refused({ expiration: {} })).body.message).toBe(
    'Invalid argument: static.expiration: static.expiration must be a string',
  );
});

test('a value of another type is refused and named as v1 has it', async () => {
  const { body } = await call('POST', `/iam/v1/groups/${emulator.rootGroupUid}`, { name: 'a', description: {} });
  expect(body).toMatchObject({ code: 3, details: [{}, { fieldViolations: [{ field: 'description' }] }] });
  const binding = await call('POST', `/iam/v1/rolebindings/${emulator.rootGroupUid}`, { identity: false, role: [] });
  expect(binding.body).toMatchObject({
    details: [{}, { fieldViolations: [{ field: 'identity' }, { field: 'role' }] }],
  });
});

test.each(['rolebindings', 'roleBindings'])(
  'a binding names identity and role by their uids at %s (contract G4)',
  async (path) => {
    const root = emulator.rootGroupUid;
    const { body: identity } = await call('POST', `/iam/v1/identities/${root}`, { name: 'ci', claimMatch });
    const [viewer, editor] = [
      (await items('/iam/v1/roles?name=viewer'))[0],
      (await items('/iam/v1/roles?name=editor'))[0],
    ];
    const { body: binding } = await call('POST', `/iam/v1/${path}/${root}`, { identity: identity.id, role: viewer.id });
    expect(binding).toEqual({
      id: expect.any(String),
      identity: identity.id,
      role: viewer.id,
      createdAt: expect.any(String),
    });
    // A list shows the role as an object.
    const { id, name, description } = viewer;
    expect(await items(`/iam/v1/${path}?id=${binding.id}`)).toEqual([{ ...binding, role: { id, name, description } }]);
    const changed = await call('PUT', `/iam/v1/${path}/${binding.id}`, { identity: identity.id, role: editor.id });
    expect(changed.body).toEqual({ ...binding, role: editor.id });
    expect(await call('DELETE', `/iam/v1/${path}/${binding.id}`)).toEqual({ status: 200, body: undefined });
    expect(await items(`/iam/v1/${path}?id=${binding.id}`)).toEqual([]);
  },
);

test('PUT replaces the whole resource: absent fields fall to zero values (G3)', async () => {
  const { body } = await call('POST', `/iam/v1/groups/${emulator.rootGroupUid}`, { name: 'ops', description: 'Runs.' });
  const changed = await call('PUT', `/iam/v1/groups/${body.id}`, { id: body.id, name: 'operations' });
  expect(changed.body).toEqual({ ...body, name: 'operations', description: '' });
  expect((await call('PUT', `/iam/v1/groups/${body.id}`, { description: 'x' })).body).toMatchObject({ code: 3 });
});

test('repos are listed and read only (contract K8)', async () => {
  expect(await call('GET', '/registry/v1/repos')).toEqual({ status: 200, body: { items: [] } });
  expect((await call('POST', `/registry/v1/repos/${emulator.rootGroupUid}`, { name: 'x' })).body).toMatchObject({
    code: 12,
  });
});

test('tokens and capabilities are needed as in v2 (A3)', async () => {
  const narrowed = await emulator.tokenFor(emulator.administratorUid, ['roles.list']);
  const root = emulator.rootGroupUid;
  expect((await call('GET', '/iam/v1/groups', undefined, 'forged')).body).toMatchObject({ code: 16 });
  expect(await call('GET', '/iam/v1/groups', undefined, narrowed)).toMatchObject({ body: { items: [] } });
  expect((await call('POST', `/iam/v1/groups/${root}`, { name: 'x' }, narrowed)).body).toMatchObject({ code: 7 });
  expect((await call('DELETE', `/iam/v1/groups/${root}`, undefined, narrowed)).body).toMatchObject({ code: 7 });
});

test.each([
  [{ name: 'x', uid: 'y' }, 'uid'],
  [{ name: 'x', createTime: 'y' }, 'createTime'],
  [{ name: 'x', colour: 'red' }, 'colour'],
  [{ name: 'É' }, 'name'],
  [['x'], 'body'],
])('the body %j is refused with the field that is wrong', async (body, field) => {
  const answer = await call('POST', `/iam/v1/groups/${emulator.rootGroupUid}`, body);
  expect(answer.body).toMatchObject({ code: 3, details: [{}, { fieldViolations: [{ field }] }] });
});

test('what is no path of v1 is not found', async () => {
  expect((await call('GET', '/iam/v1/nothing')).body).toEqual({ code: 5, message: 'Not Found', details: [] });
  expect((await call('PATCH', `/iam/v1/groups/${emulator.rootGroupUid}`, {})).body).toMatchObject({ code: 12 });
  expect((await call('PUT', '/iam/v1/groups', {})).body).toMatchObject({ code: 12 });
});

test('a role has dotted names of capabilities, which v1 also reads (contract G2)', async () => {
  const capabilities = ['groups.list', 'apk.list'];
  const path = `/iam/v1/roles/${emulator.rootGroupUid}`;
  const { body: created } = await call('POST', path, { name: 'auditor', capabilities });
  expect([...created.capabilities].sort()).toEqual([...capabilities].sort());
  const [listed] = await items(`/iam/v1/roles?id=${created.id}`);
  expect(listed).toEqual(created);
  expect((await call('PUT', `/iam/v1/roles/${created.id}`, listed)).body).toEqual(created);
  for (const role of await items('/iam/v1/roles'))
    expect(role.capabilities.filter((name: string) => name.startsWith('CAP_'))).toEqual([]);
});

test('a repo has createTime, with the name of v2, and no time of an update (contract G2)', async () => {
  emulator.seed({ groups: [{ name: 'acme', repos: [{ name: 'nginx' }] }] });
  const [repo] = await items('/registry/v1/repos?name=nginx');
  const { body } = await call('GET', `/registry/v2beta1/repos/${repo.id}`);
  expect(repo.createTime).toBe(body.createTime);
  for (const name of ['createdAt', 'updatedAt', 'updateTime']) expect(repo).not.toHaveProperty(name);
});
