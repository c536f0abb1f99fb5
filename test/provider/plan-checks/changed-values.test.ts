/** Short RSA keys: an error at plan where the service refuses them, and none for keys that the object already has (contract K3). */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { startWorld, type World } from '../world';

jest.setTimeout(60_000);

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const;
const rsa = (modulusLength: number) =>
  createPublicKey(
    generateKeyPairSync('rsa', { modulusLength, publicKeyEncoding, privateKeyEncoding }).publicKey,
  ).export({ format: 'jwk' });
const keySet = (...keys: object[]) =>
  JSON.stringify({ keys: keys.map((key, index) => ({ kid: `key-${index}`, ...key })) });
const strong = rsa(2048);

const config = (issuer_keys: string, more: object = {}) => ({
  group_uid: world.root,
  name: 'robot',
  static_keys: { issuer: 'https://issuer.example', subject: 'me', issuer_keys },
  ...more,
});

test.each([
  ['alone', () => keySet(rsa(1024)), 'key-0'],
  ['behind a long one', () => keySet(strong, rsa(1536)), 'key-1'],
])('a short key %s stops the plan of a create and of an update', async (_, keys, kid) => {
  const resource = world.host.resource('platform_identity');
  const weak = config(keys());
  const problem = {
    diagnostics: [
      expect.objectContaining({
        severity: 'error',
        path: ['static_keys', 'issuer_keys'],
        detail: expect.stringContaining(`must contain RSA keys of 2048 bits or more, and the RSA key "${kid}" has`),
      }),
    ],
  };
  await expect(resource.plan(weak)).rejects.toMatchObject(problem);
  await resource.apply(config(keySet(strong)));
  await expect(resource.plan(weak)).rejects.toMatchObject(problem);
});

test('a short key that the object already has blocks no other change', async () => {
  const weak = keySet(rsa(1024));
  const staticKeys = { issuer: 'https://issuer.example', subject: 'me', issuerKeys: weak };
  const group_uid = 'b'.repeat(40);
  const uid = `${group_uid}/${'c'.repeat(16)}`;
  world.emulator.seed({
    groups: [{ uid: group_uid, name: 'other', identities: [{ uid, name: 'robot', staticKeys }] }],
  });
  const resource = world.host.resource('platform_identity');
  await resource.import(uid);
  await resource.apply(config(weak, { group_uid, name: 'renamed' }));
  expect(resource.state).toMatchObject({ name: 'renamed' });
});
