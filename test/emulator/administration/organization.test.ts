import { organization } from '../support/organization';

test('a test in another process seeds, looks, counts and resets over the administrator endpoint', async () => {
  const { ok, emulator, root } = await organization();
  const before = emulator.snapshot();
  await ok('POST', '/emulator/seed', { groups: [{ name: 'second' }] });
  expect((await ok('GET', '/emulator/snapshot')).groups).toHaveLength(2);
  await ok('GET', `/iam/v2beta1/groups/${root}`);
  expect((await ok('GET', '/emulator/requests')).counts).toEqual({ 'GET /iam/v2beta1/groups/{uid}': 1 });
  await ok('DELETE', '/emulator/requests');
  expect((await ok('GET', '/emulator/requests')).requests).toEqual([]);
  await ok('POST', '/emulator/reset');
  expect(emulator.snapshot()).toEqual(before);
});

test('a wrong seed is an invalid argument that names the place', async () => {
  const { call } = await organization();
  const { status, body } = await call('POST', '/emulator/seed', { groups: [{ name: 'NOT' }] });
  expect([status, body.code]).toEqual([400, 3]);
  expect(body.message).toContain('groups[0]');
});

test('nobody but the administrator may', async () => {
  const { call, member, root } = await organization();
  const { token } = await member(root, { [root]: 'owner' });
  for (const [method, path] of [
    ['GET', '/emulator/snapshot'],
    ['POST', '/emulator/reset'],
    ['GET', '/emulator/requests'],
  ] as const)
    expect((await call(method, path, undefined, { token })).body.code).toBe(7);
});

test('a seed makes the administrator an owner of its own root groups alone', async () => {
  const { call, ok, member, root, emulator } = await organization();
  const { token } = await member(root, {});
  const { uid: theirs } = await ok('POST', '/iam/v2beta1/groups', { name: 'theirs' }, { token });
  const own = `/iam/v2beta1/roleBindings?identity=${emulator.administratorUid}&group=${root}`;
  await ok('DELETE', `/iam/v2beta1/roleBindings/${(await ok('GET', own)).roleBindings[0].uid}`);
  await ok('POST', '/emulator/seed', { groups: [{ name: 'second' }] });
  const seen = async () => (await ok('GET', '/iam/v2beta1/groups')).groups.map(({ name }: { name: string }) => name);
  expect(await seen()).toEqual(['second']);
  expect((await call('GET', `/iam/v2beta1/groups/${theirs}`)).status).toBe(403);
  // Nor do lists that a fault freezes show more.
  await ok('POST', '/emulator/faults', { effect: 'staleList' });
  expect(await seen()).toEqual(['second']);
  await ok('DELETE', '/emulator/faults');
  // A reset gives back what there was at first.
  await ok('POST', '/emulator/reset');
  expect(await seen()).toEqual(['acme']);
});
