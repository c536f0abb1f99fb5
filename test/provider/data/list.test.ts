/** The results of `terraform query`. test/conformance/provider.test.ts checks that every kind can be listed and imported. */
import { startWorld, type World } from '../world';

let world: World;
afterEach(() => world.close());

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };
const tree = (count: number) => ({
  groups: [{ name: 'acme', groups: Array.from({ length: count }, (_, n) => ({ name: `team-${n}` })) }],
});
const lists = () => world.requests().filter((line) => /^GET \/iam\/v2beta1\/\w+\?/.test(line));
const pageSizes = () => lists().map((line) => new URLSearchParams(line.split('?')[1]).get('page_size'));

test('a list requests only as many and as large pages as its limit needs', async () => {
  world = await startWorld({ seed: tree(450) });
  expect((await world.host.list('platform_group', {}, { limit: 7 })).found).toHaveLength(7);
  expect(pageSizes()).toEqual(['7']);
  expect((await world.host.list('platform_group', {}, { limit: 250 })).found).toHaveLength(250);
  expect(pageSizes()).toEqual(['200', '200']);
  expect((await world.host.list('platform_group', {}, { limit: 1_000 })).found).toHaveLength(451);
  expect(pageSizes()).toEqual(['200', '200', '200']);
});

test('only the list is requested, with or without whole objects', async () => {
  world = await startWorld({ seed: tree(3) });
  const { found } = await world.host.list('platform_group', { order_by: 'name desc' }, { includeResource: true });
  expect(found.map(({ state }) => state!['name'])).toEqual(['team-2', 'team-1', 'team-0', 'acme']);
  expect(world.requests()).toHaveLength(1);
});

test('read-only objects are left out: built-in roles, people', async () => {
  world = await startWorld();
  const own = world.host.resource('platform_role');
  await own.apply({ group_uid: world.root, name: 'viewer', capabilities: ['groups.list'] });
  const ci = world.host.resource('platform_identity');
  await ci.apply({ group_uid: world.root, name: 'ci', claim_match });
  world.requests();
  const roles = await world.host.list('platform_role', { name: 'viewer' }, { limit: 1 });
  expect(roles.found).toEqual([{ displayName: 'viewer', identity: { uid: own.state!['uid'] }, state: null }]);
  const identities = await world.host.list('platform_identity');
  expect(identities.found.map(({ identity }) => identity['uid'])).toEqual([ci.state!['uid']]);
  // Any number of objects may be left out.
  expect(pageSizes()).toEqual(['200', '200']);
});

test('the display name of a binding shows the objects that it connects', async () => {
  world = await startWorld();
  const ci = world.host.resource('platform_identity');
  await ci.apply({ group_uid: world.root, name: 'ci', claim_match });
  const { uid: role_uid } = await world.host.data('platform_role', { name: 'viewer' });
  const binding = world.host.resource('platform_role_binding');
  await binding.apply({ group_uid: world.root, identity_uid: ci.state!['uid'], role_uid });
  const { found } = await world.host.list('platform_role_binding', { identity: ci.state!['uid'] });
  expect(found).toEqual([
    {
      displayName: 'identity "ci", role "viewer", group "acme"',
      identity: { uid: binding.state!['uid'] },
      state: null,
    },
  ]);
});

test('a denial is an ordinary error, and one malformed object is a warning', async () => {
  world = await startWorld({ seed: tree(3) });
  world.emulator.faults.add({ method: 'GET', effect: 'error', code: 'PERMISSION_DENIED', times: 1 });
  await expect(world.host.list('platform_group')).rejects.toMatchObject({
    diagnostics: [{ summary: 'Cannot list groups', detail: expect.stringContaining('PERMISSION_DENIED') }],
  });
  world.close();
  world = await startWorld({
    seed: tree(3),
    async between(request, service) {
      const response = await service(request);
      if (!request.url.includes('/groups?')) return response;
      const text = await response.text();
      return new Response(text.replace('"name":"team-1"', '"name":["team-1"]'), response);
    },
  });
  const { found, warnings } = await world.host.list('platform_group');
  expect(found.map(({ displayName }) => displayName).sort()).toEqual(['acme', 'team-0', 'team-2']);
  expect(warnings).toMatchObject([{ summary: expect.stringContaining('Cannot read group') }]);
});

test('a scope that is not a uid is rejected at its attribute, before any request', async () => {
  world = await startWorld();
  await expect(world.host.list('platform_group', { children_of: 'acme' })).rejects.toMatchObject({
    diagnostics: [{ summary: 'Invalid children_of', path: ['children_of'] }],
  });
  expect(world.requests()).toEqual([]);
});

test.each([
  ['no uid', () => 'acme/ci', 'uid must be a uid: '],
  ['the uid of a group', () => world.root, 'it has no group'],
  ['the uid of nothing', () => `${world.root}/${'0'.repeat(16)}`, 'Cannot find the identity to import'],
])('an import by an identity that is %s fails with the reason', async (_, uid, expected) => {
  world = await startWorld();
  await expect(world.host.resource('platform_identity').import({ uid: uid() })).rejects.toThrow(expected);
});

test('generated configuration contains the expiry, so that no key is trusted longer than now', async () => {
  world = await startWorld();
  const keys = world.host.resource('platform_identity');
  const issuer_keys = JSON.stringify({ keys: [{ kty: 'EC', crv: 'P-256', x, y, kid: 'b', use: 'sig' }] });
  const static_keys = { issuer: 'https://offline.example', subject: 'me', issuer_keys };
  await keys.apply({ group_uid: world.root, name: 'offline', static_keys });
  const config = await world.host.generateConfig('platform_identity', keys.state!);
  expect(config).toMatchObject({
    static_keys: { expiration_time: (keys.state!['static_keys'] as typeof config)['expiration_time'] },
    claim_match: null,
    uid: null,
  });
  expect((config['static_keys'] as typeof config)['issuer_keys']).not.toBe(issuer_keys);
  expect(await keys.plan(config)).toMatchObject({ action: 'no-op' });
});

const x = 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4';
const y = '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM';
