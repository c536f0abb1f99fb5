import { startWorld, type World } from '../world';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };

async function organization() {
  const host = await world.again({ on_existing: 'create' });
  const [group, identity, binding] = [
    host.resource('platform_group'),
    host.resource('platform_identity'),
    host.resource('platform_role_binding'),
  ];
  await group.apply({ parent_uid: world.root, name: 'engineering' });
  await identity.apply({ group_uid: group.state!['uid'], name: 'ci-bot', claim_match });
  const role_uid = (await host.data('platform_role', { name: 'viewer' }))['uid'];
  await binding.apply({ group_uid: world.root, identity_uid: identity.state!['uid'], role_uid });
  return { group: group.state!, identity: identity.state!, binding: binding.state! };
}

test('an import by uid leads to an empty plan', async () => {
  const { identity } = await organization();
  const imported = world.host.resource('platform_identity');
  await imported.import(String(identity['uid']));
  expect(imported.state).toEqual(identity);
  const { uid, create_time, ...config } = identity;
  expect([uid, create_time]).not.toContain(null);
  expect(await imported.plan(config)).toMatchObject({ action: 'no-op' });
});

test('two resources with one uid are rejected in one run of Terraform', async () => {
  const { group } = await organization();
  const host = await world.again({}, '1.11.4');
  const [one, two] = [host.resource('platform_group'), host.resource('platform_group')];
  await one.import(String(group['uid']));
  await expect(two.import(String(group['uid']))).rejects.toMatchObject({
    diagnostics: [{ summary: `Two resources manage the same group "engineering" (uid ${String(group['uid'])})` }],
  });
});

test('a host that reads a resource twice causes no such error', async () => {
  const { group } = await organization();
  const instance = (await world.again({}, 'pulumi-terraform-bridge')).resource('platform_group');
  await instance.import(String(group['uid']));
  await instance.refresh();
  expect(instance.state).toMatchObject({ uid: group['uid'] });
});

test.each([
  ['platform_group', 'acme/engineering', 'group'],
  ['platform_identity', 'acme/engineering/ci-bot', 'identity'],
  ['platform_role_binding', 'acme:ci-bot:viewer', 'binding'],
] as const)('a %s by names: %s', async (type, id, which) => {
  const made = await organization();
  const imported = world.host.resource(type);
  await imported.import(id);
  expect(imported.state).toEqual(made[which]);
});

test('the root group itself can be imported', async () => {
  const imported = world.host.resource('platform_group');
  await imported.import('acme');
  expect(imported.state).toMatchObject({ uid: world.root, parent_uid: null });
});

test('several matches are listed by uid', async () => {
  const one = await organization();
  const two = await organization();
  const error = await world.host
    .resource('platform_group')
    .import('acme/engineering')
    .catch((thrown: unknown) => String(thrown));
  expect(error).toContain(String(one.group['uid']));
  expect(error).toContain(String(two.group['uid']));
});

test.each([
  ['platform_group', 'acme/nowhere', 'No group "nowhere" in acme'],
  ['platform_identity', 'acme/nobody', 'No identity "nobody" in acme'],
  ['platform_role_binding', 'acme:nobody:viewer', 'No identity "nobody"'],
  ['platform_group', 'Bad Id"', 'does not identify any group. Identify it by its uid, or by the path of names'],
])('%s: the error for %j says what is missing', async (type, id, expected) => {
  const instance = world.host.resource(type);
  await expect(instance.import(id)).rejects.toThrow(expected);
  expect(instance.state).toBeNull();
});

test('an object that the token must not see is an error with that reason', async () => {
  const uid = `${'0'.repeat(40)}/${'0'.repeat(16)}`;
  await expect(world.host.resource('platform_group').import(uid)).rejects.toThrow('PERMISSION_DENIED');
});

test('a uid that does not exist in the organization cannot be imported', async () => {
  const uid = `${world.root}/${'0'.repeat(16)}`;
  await expect(world.host.resource('platform_group').import(uid)).rejects.toThrow(`No group has the uid ${uid}`);
});

test('an object outside of all groups is not imported, and the error names the data source', async () => {
  const { uid } = await world.host.data('platform_role', { name: 'viewer' });
  for (const [type, id] of [
    ['platform_role', String(uid)],
    ['platform_identity', world.emulator.administratorUid],
  ] as const) {
    const imported = world.host.resource(type).import(id);
    await expect(imported).rejects.toThrow(new RegExp(`has no group[^]*data "${type}" "NAME" \\{\n  uid = "${id}"`));
  }
});
