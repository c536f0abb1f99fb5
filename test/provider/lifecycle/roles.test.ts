import { startWorld, type World } from '../world';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const config = () => ({
  group_uid: world.root,
  name: 'packages',
  capabilities: ['CAP_IAM_GROUPS_LIST', 'figs.list', 'CAP_FIGS_DRIED_EAT', 'registry.entitlements.list'],
});

test('capabilities stay as written, in either notation, and the next plan warns once of the unknown ones', async () => {
  const role = world.host.resource('platform_role');
  await role.apply(config());
  const written = [...config().capabilities].sort();
  expect([...(role.state!['capabilities'] as string[])].sort()).toEqual(written);
  await role.refresh();
  expect([...(role.state!['capabilities'] as string[])].sort()).toEqual(written);
  expect(await role.plan(config())).toMatchObject({
    action: 'no-op',
    warnings: [{ summary: '2 unknown capabilities', severity: 'warning' }],
  });
});

const inOtherWords = ['groups.list', 'CAP_FIGS_LIST', 'figs.dried.eat', 'CAP_REGISTRY_ENTITLEMENTS_LIST'];

test('another representation of the same capabilities is no change', async () => {
  const role = world.host.resource('platform_role');
  await role.apply(config());
  world.requests();
  expect(await role.plan({ ...config(), capabilities: inOtherWords })).toMatchObject({ action: 'no-op' });
  await role.apply({ ...config(), capabilities: inOtherWords });
  expect(world.requests().filter((line) => !line.startsWith('GET'))).toEqual([]);
  await role.refresh();
  expect(await role.plan({ ...config(), capabilities: inOtherWords })).toMatchObject({ action: 'no-op' });
  expect(await role.plan(config())).toMatchObject({ action: 'no-op' });
});

test('a state of an earlier version, with enum names of capabilities that are in the table now, is no change', async () => {
  const role = world.host.resource('platform_role');
  const capabilities = ['CAP_LIBRARIES_JAVA_LIST', 'CAP_EVENTS_SUBSCRIPTION_LIST', 'CAP_IAM_SCIM_MANAGE'];
  await role.apply({ ...config(), capabilities });
  await role.refresh();
  const dotted = ['identity_providers.scim.manage', 'libraries.java.list', 'subscriptions.list'];
  expect(await role.plan({ ...config(), capabilities: dotted })).toMatchObject({ action: 'no-op' });
});

test('a role with unknown capabilities is imported, and can be copied', async () => {
  await world.host.resource('platform_role').apply(config());
  const imported = world.host.resource('platform_role');
  await imported.import('acme/packages');
  const capabilities = imported.state!['capabilities'] as string[];
  expect([...capabilities].sort()).toEqual([
    'CAP_FIGS_DRIED_EAT',
    'figs.list',
    'groups.list',
    'registry.entitlements.list',
  ]);
  expect(await imported.plan(config())).toMatchObject({ action: 'no-op' });
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
