import { organization } from '../support/organization';

test('the request log holds what exactly was sent, and counts by route', async () => {
  const { emulator, make, ok, call, root } = await organization();
  const uid = await make('groups', root, { name: 'a' });
  emulator.requestLog.clear();
  await ok('PATCH', `/iam/v2beta1/groups/${uid}?updateMask=description`, { description: 'x' });
  await call('GET', `/iam/v2beta1/groups/${uid}`);
  await call('GET', `/iam/v2beta1/groups/${root}/00000000000000aa`);
  await call('GET', '/nowhere');
  expect(emulator.requestLog.counts()).toEqual({
    'GET (no route)': 1,
    'GET /iam/v2beta1/groups/{uid}': 2,
    'PATCH /iam/v2beta1/groups/{uid}': 1,
  });
  expect(emulator.requestLog.entries[0]).toEqual({
    method: 'PATCH',
    path: `/iam/v2beta1/groups/${uid}`,
    query: 'updateMask=description',
    route: 'PATCH /iam/v2beta1/groups/{uid}',
    status: 200,
    body: '{"description":"x"}',
    time: new Date('2026-03-01T12:00:00.000Z'),
  });
  expect(emulator.requestLog.entries.map(({ status }) => status)).toEqual([200, 200, 404, 404]);
});

test('requests without a route are counted together, for any path', async () => {
  const { emulator, call, root } = await organization();
  for (let number = 0; number < 100; number += 1) {
    await call('GET', `/nowhere/${number}`);
    await call('PUT', `/iam/v2beta1/groups/${root}/${number}`);
  }
  expect(emulator.requestLog.counts()).toEqual({ 'GET (no route)': 100, 'PUT (no route)': 100 });
  expect(emulator.requestLog.entries.at(-1)).toMatchObject({
    path: `/iam/v2beta1/groups/${root}/99`,
    route: 'PUT (no route)',
  });
});

test('the latest requests are kept, up to a number, a size and an age', async () => {
  const { emulator, call, time } = await organization();
  const kept = () => emulator.requestLog.entries.length;
  for (let number = 0; number < 600; number += 1) await call('GET', `/nowhere?${'x'.repeat(65_000)}&number=${number}`);
  const length = emulator.requestLog.entries.reduce((sum, { query }) => sum + query.length, 0);
  expect(length).toBeGreaterThan(15 * 1024 * 1024);
  expect(length).toBeLessThan(16 * 1024 * 1024);
  expect(emulator.requestLog.entries.at(-1)?.query).toMatch(/&number=599$/);
  time.now = new Date(time.now.getTime() + 24 * 60 * 60 * 1000);
  const before = kept();
  await call('GET', '/a');
  expect(kept()).toBe(before + 1);
  time.now = new Date(time.now.getTime() + 1);
  await call('GET', '/b');
  expect(emulator.requestLog.entries.map(({ path }) => path)).toEqual(['/a', '/b']);
  emulator.requestLog.clear();
  for (let number = 0; number < 10_001; number += 1) await emulator.handle(new Request(`http://localhost/${number}`));
  expect(emulator.requestLog.entries[0]?.path).toBe('/1');
  expect(kept()).toBe(10_000);
  expect(emulator.requestLog.counts()).toEqual({ 'GET (no route)': 10_001 });
}, 60_000);

test('no token and no secret is in the request log', async () => {
  const { emulator, make, role, root } = await organization();
  const oidc = { issuer: 'https://i.example.com', clientId: 'c', clientSecret: 'correct horse' };
  await make('identityProviders', root, { name: 'p', defaultRole: await role('viewer'), oidc });
  const text = JSON.stringify(emulator.requestLog.entries);
  expect(text).not.toContain('correct horse');
  expect(text).not.toContain(await emulator.administratorToken().then((token) => token.split('.')[1]));
});

test('what the administrator asks of the emulator itself is not logged', async () => {
  const { emulator, ok } = await organization();
  await ok('GET', '/emulator/requests');
  expect(emulator.requestLog.counts()).toEqual({});
});
