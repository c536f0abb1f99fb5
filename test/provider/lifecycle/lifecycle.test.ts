import { HostError } from '../../../src/plugin/testing';
import { startWorld, type World } from '../world';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };

test('a group is created after a lookup, and the next plan is empty', async () => {
  const group = world.host.resource('platform_group');
  const config = { parent_uid: world.root, name: 'engineering' };
  await group.apply(config);
  const requests = world.requests().map((line) => line.split('?')[0]);
  // Both go out together, in any order.
  expect(requests.slice(0, 2).sort()).toEqual(['GET /auth/v1/ok', `GET /iam/v2beta1/groups/${world.root}`]);
  expect(requests.slice(2)).toEqual(['GET /iam/v2beta1/groups', `POST /iam/v2beta1/groups/${world.root}`]);
  expect(group.state).toMatchObject({ ...config, description: null, verified: false, resource_limits: {} });
  await group.refresh();
  expect(await group.plan(config)).toMatchObject({ action: 'no-op' });
});

test('one changed field is one PATCH of that field', async () => {
  const group = world.host.resource('platform_group');
  await group.apply({ parent_uid: world.root, name: 'engineering', description: 'old' });
  world.requests();
  const change = await group.apply({ parent_uid: world.root, name: 'engineering', description: 'new' });
  expect(change).toMatchObject({ action: 'update', planned: { uid: group.state?.['uid'], description: 'new' } });
  const patches = world.emulator.requestLog.entries.filter(({ method }) => method !== 'GET');
  expect(patches).toMatchObject([{ method: 'PATCH', query: 'updateMask=description', body: '{"description":"new"}' }]);
});

test('a cleared description is in the mask, with an empty value', async () => {
  const group = world.host.resource('platform_group');
  await group.apply({ parent_uid: world.root, name: 'a', description: 'old' });
  world.emulator.requestLog.clear();
  await group.apply({ parent_uid: world.root, name: 'a' });
  expect(world.emulator.requestLog.entries.filter(({ method }) => method === 'PATCH')).toMatchObject([
    { query: 'updateMask=description', body: '{"description":""}' },
  ]);
  await group.refresh();
  expect(await group.plan({ parent_uid: world.root, name: 'a' })).toMatchObject({ action: 'no-op' });
});

test.each([
  ['', null],
  [null, ''],
])('a change of the description from %j to %j sends nothing', async (before, after) => {
  const group = world.host.resource('platform_group');
  await group.apply({ parent_uid: world.root, name: 'a', description: before });
  expect(group.state).toMatchObject({ description: before });
  world.requests();
  await group.apply({ parent_uid: world.root, name: 'a', description: after });
  expect(group.state).toMatchObject({ description: after });
  expect(world.requests().filter((line) => !line.startsWith('GET'))).toEqual([]);
  await group.refresh();
  expect(await group.plan({ parent_uid: world.root, name: 'a', description: after })).toMatchObject({
    action: 'no-op',
  });
});

test('a root group has no parent', async () => {
  const group = world.host.resource('platform_group');
  await group.apply({ name: 'umbrella' });
  expect(group.state).toMatchObject({ parent_uid: null, uid: expect.stringMatching(/^[0-9a-f]{40}$/) });
  await group.refresh();
  expect(await group.plan({ name: 'umbrella' })).toMatchObject({ action: 'no-op' });
});

test('another parent replaces the group', async () => {
  const [one, two, moving] = ['one', 'two', 'moving'].map(() => world.host.resource('platform_group'));
  await one!.apply({ parent_uid: world.root, name: 'one' });
  await two!.apply({ parent_uid: world.root, name: 'two' });
  await moving!.apply({ parent_uid: one!.state!['uid'], name: 'moving' });
  const change = await moving!.plan({ parent_uid: two!.state!['uid'], name: 'moving' });
  expect(change).toMatchObject({ action: 'replace', requiresReplace: ['parent_uid'] });
});

test('another relationship replaces the identity, other claims do not', async () => {
  const identity = world.host.resource('platform_identity');
  await identity.apply({ group_uid: world.root, name: 'ci', claim_match });
  const other = { group_uid: world.root, name: 'ci', claim_match: { ...claim_match, subject: 'you' } };
  expect(await identity.plan(other)).toMatchObject({ action: 'update', requiresReplace: [] });
  const principal = { group_uid: world.root, name: 'ci', service_principal: 'SERVICE_PRINCIPAL_COSIGNED' };
  expect(await identity.plan(principal)).toMatchObject({
    action: 'replace',
    requiresReplace: ['claim_match', 'service_principal'],
  });
});

test("a binding's role changes in place, and the mask contains role_uid", async () => {
  const { binding, roles } = await bound();
  world.emulator.requestLog.clear();
  const change = await binding.apply({ ...binding.config, role_uid: roles.editor });
  expect(change.action).toBe('update');
  expect(world.emulator.requestLog.entries.filter(({ method }) => method !== 'GET')).toMatchObject([
    { method: 'PATCH', query: 'updateMask=role_uid', body: JSON.stringify({ roleUid: roles.editor }) },
  ]);
});

test('another order of capabilities is not a change, and enum names of the API become dotted names', async () => {
  const role = world.host.resource('platform_role');
  const capabilities = ['roles.list', 'groups.list'];
  await role.apply({ group_uid: world.root, name: 'auditor', capabilities });
  await role.refresh();
  expect([...(role.state!['capabilities'] as string[])].sort()).toEqual(['groups.list', 'roles.list']);
  expect(
    await role.plan({ group_uid: world.root, name: 'auditor', capabilities: [...capabilities].reverse() }),
  ).toMatchObject({ action: 'no-op' });
});

test('an object that someone else deleted is planned again', async () => {
  const group = world.host.resource('platform_group');
  const config = { parent_uid: world.root, name: 'a' };
  await group.apply(config);
  const other = (await world.again()).resource('platform_group');
  await other.import(String(group.state!['uid']));
  await other.destroy();
  await group.refresh();
  expect(group.state).toBeNull();
  expect(await group.plan(config)).toMatchObject({ action: 'create' });
});

test('the deletion of a missing object succeeds', async () => {
  const { binding } = await bound();
  const other = (await world.again()).resource('platform_role_binding');
  await other.import(String(binding.state!['uid']));
  await other.destroy();
  await binding.destroy();
  expect(binding.state).toBeNull();
});

test('errors of single fields are at their attributes, and the state stays', async () => {
  const group = world.host.resource('platform_group');
  await expect(group.plan({ parent_uid: '../x', name: 'Nope' })).rejects.toMatchObject({
    diagnostics: [{ path: ['parent_uid'] }, { path: ['name'] }],
  });
  expect(group.state).toBeNull();
});

test('a 403 on a read keeps the state, and the error names the object, the call and the next step', async () => {
  const group = world.host.resource('platform_group');
  await group.apply({ parent_uid: world.root, name: 'a' });
  const before = group.state;
  const identity = world.host.resource('platform_identity');
  await identity.apply({ group_uid: world.root, name: 'weak', claim_match });
  const token = await world.emulator.tokenFor(String(identity.state!['uid']));
  const weak = await world.again({ token });
  const error = await weak
    .resource('platform_group')
    .import(String(before!['uid']))
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(HostError);
  expect((error as HostError).message).toMatch(
    /Cannot read group \(uid .*PERMISSION_DENIED.*\n.*The token is not allowed/s,
  );
  expect((error as HostError).message).not.toContain(token);
});

async function bound() {
  const identity = world.host.resource('platform_identity');
  await identity.apply({ group_uid: world.root, name: 'ci', claim_match });
  const getUid = async (name: string) => String((await world.host.data('platform_role', { name }))['uid']);
  const roles = { viewer: await getUid('viewer'), editor: await getUid('editor') };
  const config = { group_uid: world.root, identity_uid: identity.state!['uid'], role_uid: roles.viewer };
  const binding = Object.assign(world.host.resource('platform_role_binding'), { config });
  await binding.apply(config);
  return { binding, roles };
}
