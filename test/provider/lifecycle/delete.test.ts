import { startWorld, type World, type WorldOptions } from '../world';

let world: World;
afterEach(() => world.close());

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };

async function groupWithChild(options: WorldOptions = {}) {
  world = await startWorld(options);
  const group = world.host.resource('platform_group');
  await group.apply({ parent_uid: world.root, name: 'full' });
  const child = (await world.again()).resource('platform_identity');
  await child.apply({ group_uid: group.state!['uid'], name: 'left-behind', claim_match });
  return { group, child };
}

test('objects that prevent the deletion of a group are listed by kind, name and uid', async () => {
  const { group, child } = await groupWithChild();
  const error = await group.destroy().catch((thrown: unknown) => String(thrown));
  expect(error).toMatch(/Cannot delete group "full" \(uid .*\): it is not empty/);
  expect(error).toContain(`identity "left-behind" (uid ${String(child.state!['uid'])})`);
  expect(error).toContain('If this run replaced one, apply again.');
  expect(group.state).toMatchObject({ name: 'full' });
});

test('an expired invite that prevents the deletion of a group is named as expired', async () => {
  let now = Date.parse('2026-01-02T03:04:05Z');
  world = await startWorld({ clock: () => now });
  const group = world.host.resource('platform_group');
  await group.apply({ parent_uid: world.root, name: 'full' });
  const group_uid = group.state!['uid'];
  const role_uid = (await world.host.data('platform_role', { name: 'viewer' }))['uid'];
  const others = await world.again();
  for (const [email, ttl] of [
    ['ada@example.com', '3600s'],
    ['grace@example.com', '864000s'],
  ])
    await others.resource('platform_group_invite').apply({ group_uid, role_uid, email, ttl });
  now += 7_200_000;
  const error = await group.destroy().catch((thrown: unknown) => String(thrown));
  expect(error).toContain('Cannot delete group "full"');
  const lines = String(error).split('\n');
  const named = lines.filter((line) => line.startsWith('  - group invite'));
  expect(named).toHaveLength(2);
  expect(named.filter((line) => line.endsWith(': it is expired and can safely be deleted'))).toHaveLength(1);
});

async function boundRole(options: WorldOptions = {}) {
  world = await startWorld(options);
  const [role, other] = ['r', 'other'].map((name) => ({ name, instance: world.host.resource('platform_role') }));
  for (const { name, instance } of [role!, other!])
    await instance.apply({ group_uid: world.root, name, capabilities: ['groups.list'] });
  const binding = (await world.again()).resource('platform_role_binding');
  const config = { group_uid: world.root, identity_uid: world.emulator.administratorUid };
  await binding.apply({ ...config, role_uid: role!.instance.state!['uid'] });
  const rebind = () => binding.apply({ ...config, role_uid: other!.instance.state!['uid'] });
  return { role: role!.instance, binding, rebind };
}

test('objects with a reference to a role are listed by the names that they connect, with the next step', async () => {
  const { role, binding } = await boundRole();
  const error = await role.destroy().catch((thrown: unknown) => String(thrown));
  expect(error).toMatch(/Cannot delete role "r" .*: it is in use/);
  const key = 'identity "administrator", role "r", group "acme"';
  expect(error).toContain(`role binding (${key}) (uid ${String(binding.state!['uid'])})`);
  expect(error).toContain('terraform apply -target=platform_role_binding.ADDRESS');
});

test('the deletion waits while references to the object change', async () => {
  let deletes = 0;
  const made = boundRole({
    between: async (request, service) => {
      if (request.method === 'DELETE' && request.url.includes('/roles/') && ++deletes === 2) await rebind();
      return service(request);
    },
  });
  const { role, rebind } = await made;
  await role.destroy();
  expect(role.state).toBeNull();
  expect(deletes).toBe(2);
});

test('the deletion waits while objects inside it disappear', async () => {
  let deletes = 0;
  const made = groupWithChild({
    between: async (request, service) => {
      if (request.method === 'DELETE' && request.url.includes('/groups/') && ++deletes === 2) await child.destroy();
      return service(request);
    },
  });
  const { group, child } = await made;
  await group.destroy();
  expect(group.state).toBeNull();
  expect(deletes).toBe(2);
});

test('a 404 of a proxy does not prove that the object was deleted', async () => {
  let isBroken = false;
  world = await startWorld({
    between: async (request, service) =>
      isBroken && request.method === 'DELETE'
        ? new Response('<html>no such page</html>', { status: 404 })
        : service(request),
  });
  const group = world.host.resource('platform_group');
  await group.apply({ parent_uid: world.root, name: 'a' });
  isBroken = true;
  await expect(group.destroy()).rejects.toThrow('Cannot delete group "a"');
  expect(group.state).not.toBeNull();
});
