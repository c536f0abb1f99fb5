import { startWorld, type World } from '../world';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };

async function group(name: string, parent_uid: unknown = world.root) {
  const made = (await world.again({ on_existing: 'create' })).resource('platform_group');
  await made.apply({ parent_uid, name });
  return made.state!;
}

test('a role by its name alone is the built-in one', async () => {
  const own = (await world.again()).resource('platform_role');
  await own.apply({ group_uid: world.root, name: 'viewer', capabilities: ['groups.list'] });
  expect(await world.host.data('platform_role', { name: 'viewer' })).toMatchObject({
    uid: expect.stringMatching(/^[0-9a-f]{40}$/),
    group_uid: null,
    description: 'Viewer Role (built-in)',
  });
  expect(await world.host.data('platform_role', { name: 'viewer', group_uid: world.root })).toMatchObject({
    uid: own.state!['uid'],
    capabilities: ['groups.list'],
  });
});

test('a group by uid, by name in its parent, and a root group by its name', async () => {
  const { uid } = await group('engineering');
  const byUid = await world.host.data('platform_group', { uid });
  expect(byUid).toMatchObject({ name: 'engineering', parent_uid: world.root, update_time: expect.any(String) });
  expect(await world.host.data('platform_group', { name: 'engineering', parent_uid: world.root })).toEqual(byUid);
  expect(await world.host.data('platform_group', { name: 'acme' })).toMatchObject({
    uid: world.root,
    parent_uid: null,
  });
});

test('what does not exist is an error at the name that says where was looked', async () => {
  await expect(world.host.data('platform_role', { name: 'veiwer' })).rejects.toMatchObject({
    diagnostics: [
      { summary: 'There is no role "veiwer"', detail: expect.stringContaining('viewer, '), path: ['name'] },
    ],
  });
  await expect(world.host.data('platform_group', { uid: `${world.root}/${'0'.repeat(16)}` })).rejects.toThrow(
    'NOT_FOUND',
  );
});

test('several of the same name are an error that lists them', async () => {
  const [one, two] = [await group('twin'), await group('twin')];
  const found = world.host.data('platform_group', { name: 'twin', parent_uid: world.root });
  await expect(found).rejects.toThrow(String(one['uid']));
  await expect(world.host.data('platform_group', { name: 'twin', parent_uid: world.root })).rejects.toThrow(
    String(two['uid']),
  );
});

test.each([
  [{}, ['name']],
  [{ uid: 'a'.repeat(40), name: 'a' }, ['uid']],
  [{ uid: '../x' }, ['uid']],
  [{ name: 'a', parent_uid: '../x"' }, ['parent_uid']],
])('%j does not say which group, and the place is shown', async (config, path) => {
  await expect(world.host.data('platform_group', config)).rejects.toMatchObject({ diagnostics: [{ path }] });
});

test('groups by filter, in the order asked for', async () => {
  const outer = await group('outer');
  await group('b', outer['uid']);
  await group('a', outer['uid']);
  const found = await world.host.data('platform_groups', { children_of: outer['uid'], order_by: 'name desc' });
  expect((found['groups'] as { name: string }[]).map(({ name }) => name)).toEqual(['b', 'a']);
  const all = await world.host.data('platform_groups', { descendants_of: world.root, name: 'a' });
  expect(all['groups']).toMatchObject([{ name: 'a', parent_uid: outer['uid'] }]);
});

test('role bindings come hydrated', async () => {
  const host = await world.again();
  const identity = host.resource('platform_identity');
  await identity.apply({ group_uid: world.root, name: 'ci', claim_match });
  const role_uid = (await host.data('platform_role', { name: 'viewer' }))['uid'];
  const binding = host.resource('platform_role_binding');
  await binding.apply({ group_uid: world.root, identity_uid: identity.state!['uid'], role_uid });
  const found = await host.data('platform_role_bindings', { identity: identity.state!['uid'] });
  expect(found['role_bindings']).toMatchObject([
    {
      uid: binding.state!['uid'],
      group_uid: world.root,
      identity: { name: 'ci', issuer: 'https://issuer.example', subject: 'me' },
      role: { name: 'viewer' },
      group: { name: 'acme' },
    },
  ]);
});

test('a scope that is no uid is refused where it stands', async () => {
  await expect(world.host.data('platform_groups', { descendants_of: 'acme' })).rejects.toMatchObject({
    diagnostics: [{ path: ['descendants_of'] }],
  });
});
