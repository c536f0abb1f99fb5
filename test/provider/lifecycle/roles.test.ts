import { startWorld, type World } from '../world';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const config = () => ({
  group_uid: world.root,
  name: 'packages',
  capabilities: ['CAP_IAM_GROUPS_LIST', 'apk.list', 'CAP_APK_CREATE', 'roles.list'],
});

test('capabilities stay as written, in either notation, and the next plan only warns of unknown ones', async () => {
  const role = world.host.resource('platform_role');
  await role.apply(config());
  const written = [...config().capabilities].sort();
  expect([...(role.state!['capabilities'] as string[])].sort()).toEqual(written);
  await role.refresh();
  expect([...(role.state!['capabilities'] as string[])].sort()).toEqual(written);
  expect(await role.plan(config())).toMatchObject({
    action: 'no-op',
    warnings: [
      { summary: 'Unknown capability "apk.list"', severity: 'warning' },
      { summary: 'Unknown capability "CAP_APK_CREATE"', severity: 'warning' },
    ],
  });
});

test('another representation of the same capabilities sends nothing', async () => {
  const role = world.host.resource('platform_role');
  await role.apply(config());
  world.requests();
  await role.apply({ ...config(), capabilities: ['groups.list', 'CAP_APK_LIST', 'apk.create', 'CAP_IAM_ROLES_LIST'] });
  expect(world.requests().filter((line) => !line.startsWith('GET'))).toEqual([]);
  expect(role.state!['capabilities']).toContain('groups.list');
});

test('a role with unknown capabilities is imported, and can be copied', async () => {
  await world.host.resource('platform_role').apply(config());
  const imported = world.host.resource('platform_role');
  await imported.import('acme/packages');
  const capabilities = imported.state!['capabilities'] as string[];
  expect([...capabilities].sort()).toEqual(['apk.create', 'apk.list', 'groups.list', 'roles.list']);
  expect(await imported.plan(config())).toMatchObject({ action: 'update' });
  expect(await imported.plan({ ...config(), capabilities })).toMatchObject({ action: 'no-op' });
  const copy = world.host.resource('platform_role');
  await copy.apply({ group_uid: world.root, name: 'copy', capabilities });
  expect(copy.state).toMatchObject({ capabilities: imported.state!['capabilities'] });
  expect((await world.host.data('platform_role', { name: 'copy', group_uid: world.root }))['capabilities']).toEqual(
    copy.state!['capabilities'],
  );
});

test('a misspelled capability is a warning at plan', async () => {
  const { warnings } = await world.host
    .resource('platform_role')
    .plan({ ...config(), capabilities: ['role_binding.create'] });
  expect(warnings).toMatchObject([
    { severity: 'warning', summary: expect.stringContaining('did you mean "role_bindings.create"?') },
  ]);
});
