import { impliedType } from '../../../src/plugin/schema/schema';
import { decodeResult, readDiagnostics } from '../../../src/plugin/testing/connection';
import { createProvider } from '../../../src/provider/provider';
import { declarations } from '../../../src/model/kinds';
import { typeName } from '../../../src/model/schema';
import { startWorld, type World } from '../world';

jest.setTimeout(60_000);

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const root = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';
const groupUid = `${root}/0123456789abcdef`;
const uid = `${groupUid}/fedcba9876543210`;

async function move(from: string, to: string, state: unknown) {
  const response = await world.host.connection.call('MoveResourceState', {
    sourceProviderAddress: 'registry.example/anybody/other',
    sourceTypeName: from,
    sourceSchemaVersion: 3,
    sourceState: { json: Buffer.from(JSON.stringify(state)) },
    targetTypeName: to,
  });
  const type = impliedType(createProvider().resources![to]!.schema);
  return {
    state: decodeResult(response.targetState, type) as Record<string, unknown> | null,
    diagnostics: readDiagnostics(response.diagnostics),
    private: Buffer.from(response.targetPrivate).toString(),
  };
}

test.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
  [
    'other_group',
    'platform_group',
    { id: groupUid, name: 'payments', description: 'Takes the money.', parent_id: root, verified: true, timeouts: {} },
    { uid: groupUid, name: 'payments', description: 'Takes the money.', parent_uid: root, deletion_protection: false },
  ],
  [
    'some_vendor_group',
    'platform_group',
    { id: root, name: 'acme', description: '', parent_id: '' },
    { uid: root, name: 'acme', description: null, parent_uid: null },
  ],
  [
    'other_identity',
    'platform_identity',
    { id: uid, name: 'ci', parent_id: groupUid, claim_match: [{ issuer: 'https://issuer.example' }] },
    { uid, name: 'ci', group_uid: groupUid, claim_match: null },
  ],
  [
    'other_role',
    'platform_role',
    { id: uid, name: 'auditor', parent_id: groupUid, capabilities: ['groups.list'] },
    { uid, name: 'auditor', group_uid: groupUid },
  ],
  [
    'other_rolebinding',
    'platform_role_binding',
    {
      id: uid,
      group: groupUid,
      identity: `${root}/0000000000000001`,
      role: '00000000000000000000000000000000000000aa',
    },
    {
      uid,
      group_uid: groupUid,
      identity_uid: `${root}/0000000000000001`,
      role_uid: '00000000000000000000000000000000000000aa',
    },
  ],
  [
    'other_identity_provider',
    'platform_identity_provider',
    {
      ...{
        id: `${root}/fedcba9876543210`,
        parent_id: root,
        name: 'staff',
        description: 'Everybody.',
        default_role: uid,
      },
      oidc: { issuer: 'https://login.example', client_id: 'platform', client_secret: 'hunter2', additional_scopes: [] },
    },
    { uid: `${root}/fedcba9876543210`, group_uid: root, name: 'staff', description: 'Everybody.', oidc: null },
  ],
  [
    'other_account_associations',
    'platform_account_association',
    { id: groupUid, group: groupUid, name: 'clouds', description: null, amazon: { account: '123456789012' } },
    { uid: groupUid, group_uid: groupUid, name: 'clouds', amazon: null },
  ],
  [
    'other_group_invite',
    'platform_group_invite',
    {
      id: uid,
      group: groupUid,
      role: 'aa'.repeat(20),
      email: null,
      expiration: '2027-01-01T00:00:00Z',
      code: 'hunter2',
    },
    { uid, group_uid: groupUid, role_uid: 'aa'.repeat(20), email: null, ttl: null, encrypted_code: null },
  ],
  [
    'fork_group',
    'platform_group',
    { uid: groupUid, name: 'payments', parent_uid: root },
    { uid: groupUid, name: 'payments', parent_uid: root },
  ],
])('%s of any provider becomes %s', async (from, to, stored, expected) => {
  const { state, diagnostics, private: notes } = await move(from, to, stored);
  expect(diagnostics).toEqual([]);
  expect(state).toMatchObject({ ...expected, timeouts: null });
  expect(JSON.stringify(state)).not.toContain('hunter2');
  expect(notes).toBe('');
});

test('the uid determines the parent if the state does not contain it', async () => {
  const { state } = await move('other_identity', 'platform_identity', { id: uid, name: 'ci' });
  expect(state).toMatchObject({ group_uid: groupUid });
});

const group = { id: groupUid, name: 'payments', parent_id: root };

test.each<[string, string, string, unknown, RegExp]>([
  ['an id of another service', 'aws_iam_group', 'platform_group', { ...group, id: 'admins' }, /- id must be a uid: /],
  ['no id', 'other_group', 'platform_group', { name: 'payments' }, /- id is missing/],
  ['an id that is not a string', 'other_group', 'platform_group', { ...group, id: 7 }, /- id is not a string/],
  ['no name', 'other_group', 'platform_group', { ...group, name: null }, /- name is missing/],
  [
    'a parent that contradicts the uid',
    'other_group',
    'platform_group',
    { ...group, parent_id: `${root}/0000000000000001` },
    /- parent_id is ".*\/0000000000000001", but according to its uid the object is in c0ffee/,
  ],
  [
    'two uids',
    'other_group',
    'platform_group',
    { ...group, uid: `${root}/0000000000000001` },
    /- id is ".*" and uid is ".*\/0000000000000001": the values conflict/,
  ],
  [
    'a built-in role',
    'other_role',
    'platform_role',
    { id: '00000000000000000000000000000000000000aa', name: 'viewer' },
    /is in no group: it belongs to the service, so use a data source/,
  ],
  [
    'a role that is an object',
    'other_rolebinding',
    'platform_role_binding',
    { id: uid, group: groupUid, identity: `${root}/0000000000000001`, role: { id: uid } },
    /- role is not a string/,
  ],
  [
    'an identity by its name',
    'other_rolebinding',
    'platform_role_binding',
    { id: uid, group: groupUid, identity: 'ci', role: uid },
    /- identity must be a uid: /,
  ],
])('%s is rejected, with the next step', async (_, from, to, stored, expected) => {
  const { state, diagnostics } = await move(from, to, stored);
  expect(state).toBeNull();
  expect(diagnostics).toMatchObject([{ severity: 'error', summary: `Cannot move ${from} to ${to}` }]);
  expect(diagnostics[0]?.detail).toMatch(expected);
  expect(diagnostics[0]?.detail).toContain('replace the moved block with an import by its uid');
  expect(diagnostics[0]?.detail).toContain(
    `removed {\n  from = ${from}.FORMER_ADDRESS\n  lifecycle {\n    destroy = false`,
  );
  expect(diagnostics[0]?.detail).toContain(`import {\n  to = ${to}.ADDRESS\n  id = "`);
  expect(diagnostics[0]?.detail).toContain('registry.example/anybody/other');
});

test('an object of another kind is rejected by its type, even one of this provider', async () => {
  for (const from of ['other_role', 'platform_identity', 'other_groups', 'group']) {
    const { diagnostics } = await move(from, 'platform_group', group);
    expect(diagnostics).toMatchObject([{ detail: expect.stringContaining('whose name ends in _group') }]);
  }
});

test('a kind that no other provider stores is not a target of a move', async () => {
  const others = declarations.filter(({ terraform }) => terraform?.storedByOthers === undefined).map(typeName);
  const managed = Object.keys(createProvider().resources!).filter((type) => others.includes(type));
  expect(managed.length).toBeGreaterThan(0);
  for (const type of managed) {
    const { diagnostics } = await move('other_thing', type, group);
    expect(diagnostics).toMatchObject([{ summary: `Cannot move other_thing to ${type}` }]);
  }
});
