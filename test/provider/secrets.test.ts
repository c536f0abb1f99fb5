/** Secrets are sent, and never stored. */
import type { Attribute, NestedType } from '../../src/plugin';
import { startHost, type Host } from '../../src/plugin/testing';
import { createProvider } from '../../src/provider/provider';
import { resourceSchema } from '../../src/provider/convert/resource-schema';
import { createEmulator, type Emulator } from '../../src/emulator';
import { identityProvider } from '../../src/model/kinds';

let emulator: Emulator;
let host: Host;
let role: unknown;

beforeEach(async () => {
  emulator = createEmulator();
  const provider = createProvider({
    env: { PLATFORM_BASE_URL: 'http://localhost', PLATFORM_TOKEN: await emulator.administratorToken() },
    fetch: (request) => emulator.handle(request),
  });
  host = await startHost(provider, {}, { terraformVersion: 'in-process' });
  role = (await host.data('platform_role', { name: 'viewer' }))['uid'];
});
afterEach(() => emulator.close());

const oidc = (more: Record<string, unknown> = {}) => ({
  issuer: 'https://login.example.com',
  client_id: 'platform',
  client_secret: 'first-secret',
  client_secret_wo_version: 1,
  ...more,
});
const provider = (more?: Record<string, unknown>) => ({
  group_uid: emulator.rootGroupUid,
  name: 'staff',
  default_role: role,
  oidc: oidc(more),
});
const sent = () => {
  const bodies = emulator.requestLog.entries.filter(({ method }) => method !== 'GET').map(({ body }) => body);
  emulator.requestLog.clear();
  return bodies;
};

test('a secret is write-only, with a version attribute', () => {
  const { attributes } = resourceSchema(identityProvider).attributes['oidc']!.type as NestedType;
  expect(attributes['client_secret']).toMatchObject({ mode: 'optional', sensitive: true, writeOnly: true });
  expect(attributes['client_secret_wo_version'] satisfies Attribute | undefined).toMatchObject({ mode: 'optional' });
});

test('a secret is sent when the object is created, and is not in the state', async () => {
  const instance = host.resource('platform_identity_provider');
  await instance.apply(provider());
  expect(JSON.stringify(instance.state)).not.toContain('first-secret');
  expect(instance.state).toMatchObject({ oidc: { client_secret: null, client_secret_wo_version: 1 } });
  expect(sent()).toHaveLength(1);
  await instance.refresh();
  expect(await instance.plan(provider())).toMatchObject({ action: 'no-op' });
});

test('another secret without another version changes nothing, another version sends it', async () => {
  const instance = host.resource('platform_identity_provider');
  await instance.apply(provider());
  sent();
  expect(await instance.plan(provider({ client_secret: 'second-secret' }))).toMatchObject({ action: 'no-op' });
  const change = await instance.apply(provider({ client_secret: 'second-secret', client_secret_wo_version: 2 }));
  expect(change.action).toBe('update');
  expect(sent()).toHaveLength(1);
  expect(instance.state).toMatchObject({ oidc: { client_secret: null, client_secret_wo_version: 2 } });
});

test('a removed secret is cleared, which a replaced message would not do (contract M6)', async () => {
  const instance = host.resource('platform_identity_provider');
  await instance.apply(provider({ pkce_enabled: true }));
  sent();
  const without = provider({ client_secret: null, client_secret_wo_version: null, pkce_enabled: true });
  expect(await instance.apply(without)).toMatchObject({ action: 'update' });
  expect(emulator.requestLog.entries.find(({ method }) => method === 'PATCH')?.query).toBe(
    'updateMask=oidc%2Coidc.client_secret',
  );
  expect(await instance.plan(without)).toMatchObject({ action: 'no-op' });
  // Without the secret, the service requires PKCE.
  await expect(instance.apply(provider({ client_secret: null, pkce_enabled: false }))).rejects.toThrow(
    'at least one of',
  );
});

test('the service keeps a secret if its version stays in the configuration without it', async () => {
  const instance = host.resource('platform_identity_provider');
  await instance.apply(provider({ pkce_enabled: true }));
  sent();
  await instance.apply(provider({ client_secret: null, pkce_enabled: true, groups_claim: 'groups' }));
  expect(emulator.requestLog.entries.find(({ method }) => method === 'PATCH')?.query).toBe('updateMask=oidc');
});

test('a change elsewhere does not send the secret', async () => {
  const instance = host.resource('platform_identity_provider');
  await instance.apply(provider());
  sent();
  await instance.apply({ ...provider(), description: 'Everybody.' });
  expect(sent()).toEqual(['{"description":"Everybody."}']);
});
