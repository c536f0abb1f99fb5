import type { Host } from '../../../src/plugin/testing';
import { startWorld, type World, type WorldOptions } from '../world';

let world: World;
afterEach(() => world.close());

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };
const whoami = 'GET /auth/v1/ok';

/** Creates an identity, a role, a binding of both, and a host whose provider uses the token of the identity. */
async function runner(role: string, options: WorldOptions = {}) {
  world = await startWorld(options);
  const identity = world.host.resource('platform_identity');
  await identity.apply({ group_uid: world.root, name: 'ci', claim_match });
  const roles = await rolesByObject(world.host);
  const config = { group_uid: world.root, identity_uid: identity.state!['uid'], role_uid: roles(role) };
  await world.host.resource('platform_role_binding').apply(config);
  const host = await world.again({ token: await world.emulator.tokenFor(String(config.identity_uid)) });
  const binding = host.resource('platform_role_binding');
  await binding.import(`acme:ci:${role}`);
  world.requests();
  return { host, binding, config, roles };
}

async function rolesByObject(host: Host): Promise<(name: string) => unknown> {
  const uids = new Map<string, unknown>();
  for (const name of ['owner', 'editor', 'viewer']) uids.set(name, (await host.data('platform_role', { name }))['uid']);
  return (name) => uids.get(name);
}

test('a plan that narrows its own access warns, and names the binding', async () => {
  const { binding, config, roles } = await runner('owner');
  const { warnings } = await binding.plan({ ...config, role_uid: roles('viewer') });
  expect(warnings.map(({ summary }) => summary)).toEqual([
    `This change removes Terraform's own access: role binding (identity "ci", role "owner", group "acme") (uid ${String(binding.state!['uid'])})`,
  ]);
});

test('a plan that gives its own access to another identity warns, too', async () => {
  const { binding, config } = await runner('owner');
  const { action, warnings } = await binding.plan({ ...config, identity_uid: world.emulator.administratorUid });
  expect([action, warnings.length]).toEqual(['replace', 1]);
});

test('no warning for more access, for the access of others, or if another binding grants the same', async () => {
  const { host, binding, config, roles } = await runner('editor');
  expect((await binding.plan({ ...config, role_uid: roles('owner') })).warnings).toEqual([]);
  const other = world.host.resource('platform_role_binding');
  await other.apply({ ...config, role_uid: roles('owner') });
  const again = await world.again({ token: await world.emulator.tokenFor(String(config.identity_uid)) });
  const covered = again.resource('platform_role_binding');
  await covered.import('acme:ci:editor');
  expect((await covered.plan({ ...config, role_uid: roles('viewer') })).warnings).toEqual([]);
  const somebody = world.host.resource('platform_identity');
  await somebody.apply({ group_uid: world.root, name: 'somebody', claim_match });
  const theirs = { ...config, identity_uid: somebody.state!['uid'] };
  const foreign = host.resource('platform_role_binding');
  await foreign.apply({ ...theirs, role_uid: roles('editor') });
  expect((await foreign.plan({ ...theirs, role_uid: roles('viewer') })).warnings).toEqual([]);
});

test('the identity of the token is requested once, and only if a binding changes', async () => {
  const { binding, config, roles } = await runner('owner');
  await binding.plan(config);
  expect(world.requests()).not.toContain(whoami);
  await binding.plan({ ...config, role_uid: roles('viewer') });
  await binding.plan({ ...config, role_uid: roles('editor') });
  expect(world.requests().filter((line) => line === whoami)).toHaveLength(1);
});

test('the binding is deleted after the writes in flight', async () => {
  let arrived = (): void => undefined;
  let proceed = (): void => undefined;
  const onItsWay = new Promise<void>((resolve) => (arrived = resolve));
  const allowed = new Promise<void>((resolve) => (proceed = resolve));
  const { host, binding } = await runner('owner', {
    between: async (request, service) => {
      if (request.method === 'POST' && request.url.includes('/groups/')) {
        arrived();
        await allowed;
      }
      if (request.url.endsWith('/auth/v1/ok') || request.method === 'DELETE') setImmediate(proceed);
      return service(request);
    },
  });
  const group = host.resource('platform_group');
  const made = group.apply({ parent_uid: world.root, name: 'late' });
  await onItsWay;
  await Promise.all([made, binding.destroy()]);
  const changes = world.requests().filter((line) => !line.startsWith('GET'));
  expect(changes.map((line) => line.split(' ')[0])).toEqual(['POST', 'DELETE']);
});

test('a provider that cannot read its own access warns once', async () => {
  const refused = Response.json({ code: 13, message: 'no', details: [] }, { status: 500 });
  const between: WorldOptions['between'] = (request, service) =>
    request.url.endsWith('/auth/v1/ok') ? Promise.resolve(refused.clone()) : service(request);
  const { binding, config, roles } = await runner('owner', { between });
  const plans = [];
  for (let index = 0; index < 2; index++) plans.push(await binding.plan({ ...config, role_uid: roles('viewer') }));
  expect(plans.map(({ warnings }) => warnings.map(({ summary }) => summary))).toEqual([
    ['Cannot read the access of this token'],
    [],
  ]);
});
