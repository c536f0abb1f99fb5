import { startWorld, type World } from '../world';

// The service's clock and ours begin at 2026-01-02T03:04:05Z.
const filledIn = '2027-01-02T03:04:05.000Z';
const year = 365 * 24 * 60 * 60 * 1000;

let now: number;
let world: World;
beforeEach(async () => {
  now = Date.parse('2026-01-02T03:04:05Z');
  world = await startWorld({ clock: () => now });
});
afterEach(() => world.close());

/** The modulus of a key of 2048 bits: weaker ones are rejected (contract K3). */
const modulus = (letter: string) => letter.repeat(342);
const keySet = (letter: string) =>
  JSON.stringify({ keys: [{ kid: letter, kty: 'RSA', n: modulus(letter), e: 'AQAB' }] });
const issuer_keys = keySet('w');
const otherKeys = keySet('x');
const keys = { issuer: 'https://issuer.example', subject: 'me', issuer_keys };
const config = (static_keys: object = keys, more: object = {}) => ({
  group_uid: world.root,
  name: 'ci',
  static_keys,
  ...more,
});
const patches = () => world.emulator.requestLog.entries.filter(({ method }) => method === 'PATCH');
const bodies = () => patches().map(({ body = '' }) => JSON.parse(body) as Record<string, Record<string, unknown>>);

test('the expiry of static keys is known after their creation, and the next plan is empty', async () => {
  const identity = world.host.resource('platform_identity');
  const { planned } = await identity.plan(config());
  expect(planned!['static_keys']).toMatchObject({ expiration_time: expect.objectContaining({}) });
  await identity.apply(config());
  expect(identity.state).toMatchObject({ static_keys: { ...keys, expiration_time: filledIn } });
  await identity.refresh();
  expect(await identity.plan(config())).toMatchObject({ action: 'no-op', warnings: [] });
});

test('an imported identity has the default of the service, and no change is planned', async () => {
  await world.host.resource('platform_identity').apply(config());
  const imported = world.host.resource('platform_identity');
  await imported.import('acme/ci');
  expect(imported.state).toMatchObject({ static_keys: { expiration_time: filledIn } });
  expect(await imported.plan(config())).toMatchObject({ action: 'no-op' });
});

test('the expiry stays for other keys: the default of the service is sent with them', async () => {
  const identity = world.host.resource('platform_identity');
  await identity.apply(config());
  now += 1000;
  await identity.apply(config({ ...keys, issuer_keys: otherKeys }));
  expect(bodies()).toMatchObject([{ staticKeys: { issuerKeys: otherKeys, expirationTime: filledIn } }]);
  expect(identity.state).toMatchObject({ static_keys: { issuer_keys: otherKeys, expiration_time: filledIn } });
});

test('another name changes nothing about the keys', async () => {
  const identity = world.host.resource('platform_identity');
  await identity.apply(config());
  await identity.apply(config(keys, { name: 'cd' }));
  expect(bodies()).toEqual([{ name: 'cd' }]);
});

test('an adopted identity keeps the default of the service', async () => {
  await world.host.resource('platform_identity').apply(config());
  now += 1000;
  const host = await world.again({ on_existing: 'adopt' });
  const adopted = host.resource('platform_identity');
  await adopted.apply(config());
  expect(adopted.state).toMatchObject({ static_keys: { expiration_time: filledIn } });
  expect(patches()).toEqual([]);
});

test.each([
  ['2026-01-02T03:04:05Z', 'static_keys.expiration_time'],
  ['2027-01-02T03:04:06Z', 'must be at most 365 days ahead'],
])('new or changed keys that would expire at %s are rejected at plan', async (time, reason) => {
  const identity = world.host.resource('platform_identity');
  const wrong = config({ ...keys, expiration_time: time });
  await expect(identity.plan(wrong)).rejects.toThrow(reason);
  await identity.apply(config());
  await expect(identity.plan(wrong)).rejects.toThrow(reason);
});

test('unchanged expired keys are a warning, and no plan fails', async () => {
  const identity = world.host.resource('platform_identity');
  const expiring = { ...keys, expiration_time: '2026-01-03T00:00:00Z' };
  await identity.apply(config(expiring));
  now += year;
  const { action, warnings } = await identity.apply(config(expiring, { description: 'Old.' }));
  expect(action).toBe('update');
  expect(warnings).toMatchObject([
    { severity: 'warning', summary: expect.stringContaining('2026-01-03T00:00:00.000Z, which is in the past') },
  ]);
  expect(identity.state).toMatchObject({ description: 'Old.' });
});

test('a passed default expiry is renewed when the keys change', async () => {
  const identity = world.host.resource('platform_identity');
  await identity.apply(config());
  now += year;
  expect(await identity.plan(config())).toMatchObject({ action: 'no-op', warnings: [{ severity: 'warning' }] });
  const change = await identity.apply(config({ ...keys, issuer_keys: otherKeys }));
  expect(change).toMatchObject({ action: 'update', warnings: [] });
  expect(bodies().at(-1)!['staticKeys']).not.toHaveProperty('expirationTime');
  expect(identity.state).toMatchObject({ static_keys: { expiration_time: '2028-01-02T03:04:05.000Z' } });
});

test('another representation of the same keys is not a change, and nothing is sent', async () => {
  const [a, b] = [
    { kty: 'RSA', kid: 'a', n: modulus('x'), e: 'AQAB' },
    { kty: 'RSA', kid: 'b', n: modulus('y'), e: 'AQAB' },
  ];
  const as = (set: unknown, indent = 0) => config({ ...keys, issuer_keys: JSON.stringify(set, null, indent) });
  const identity = world.host.resource('platform_identity');
  await identity.apply(as({ keys: [a, b] }));
  const { kty, ...others } = b;
  let description: string | null = null;
  for (const same of [as({ keys: [a, b] }, 2), as({ keys: [b, a] }), as({ keys: [a, { ...others, kty }] })]) {
    expect(await identity.plan({ ...same, description })).toMatchObject({ action: 'no-op' });
    description = `As ${JSON.stringify(same).length} characters.`;
    await identity.apply({ ...same, description });
    await identity.refresh();
    expect(await identity.plan({ ...same, description })).toMatchObject({ action: 'no-op' });
  }
  expect(bodies().every((body) => !('staticKeys' in body))).toBe(true);
  for (const other of [as({ keys: [a] }), as({ keys: [a, { ...b, e: 'AQAC' }] })])
    expect(await identity.plan({ ...other, description })).toMatchObject({ action: 'update' });
});
