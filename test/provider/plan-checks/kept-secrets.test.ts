/** An empty secret of an existing object: the service keeps the stored one (contract M6). */
import { startWorld, type World } from '../world';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

test('an existing identity provider keeps its secret while the configured one is empty, and a new one needs one', async () => {
  const viewer = await world.host.data('platform_role', { name: 'viewer' });
  const oidc = { issuer: 'https://login.example', client_id: 'a' };
  const config = (client_id: string, client_secret: string | null) => ({
    ...{ group_uid: world.root, name: 'a', default_role: viewer.uid },
    oidc: { ...oidc, client_id, client_secret },
  });
  const made = world.host.resource('platform_identity_provider');
  await made.apply(config('a', 'hunter2'));
  const adopted = (await world.again()).resource('platform_identity_provider');
  await adopted.import(String(made.state!['uid']));
  // Without a secret and without PKCE, the service would refuse the change.
  await adopted.apply(config('other', ''));
  expect(adopted.state).toMatchObject({ oidc: { client_id: 'other' } });
  const fresh = world.host.resource('platform_identity_provider');
  await expect(fresh.plan({ ...config('a', ''), name: 'b' })).rejects.toThrow(
    /at least one of client_secret, pkce_enabled/,
  );
});
