import { organization } from '../support/organization';

test.each([
  ['POST', '/openapi.json'],
  ['DELETE', '/oidc/keys'],
  ['PUT', '/sts/exchange'],
  ['POST', '/auth/v1/ok'],
  ['PATCH', '/emulator/faults'],
  ['PATCH', '/iam/v1/groups'],
  ['PUT', '/iam/v2/groups'],
])('%s %s: a known path with another method is not implemented, wherever it lies (O6)', async (method, path) => {
  const { call } = await organization();
  expect(await call(method, path)).toMatchObject({ status: 501, body: { code: 12, details: [] } });
});

test.each(['/iam/v2beta1/groups', '/iam/v1/groups', '/auth/v1/ok', '/sts/exchange', '/emulator/requests'])(
  'without a token %s is unauthenticated, and says with what to come (T1)',
  async (path) => {
    const { emulator } = await organization();
    const response = await emulator.handle(new Request(`http://localhost${path}`));
    expect(await response.json()).toMatchObject({ code: 16 });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  },
);

test.each(['/iam/v2beta1/groups', '/iam/v1/groups', '/auth/v1/ok', '/openapi.json'])(
  'escapes of a query that are not UTF-8 are an invalid argument at %s',
  async (path) => {
    const { call } = await organization();
    expect((await call('GET', `${path}?name=%ff`)).body).toMatchObject({
      code: 3,
      details: [{}, { fieldViolations: [{ field: 'name' }] }],
    });
  },
);

test('while lists are stale, what is no list goes on', async () => {
  const { emulator, ok } = await organization();
  emulator.faults.add({ effect: 'staleList' });
  expect((await ok('GET', '/iam/v2beta1/groups')).groups).toHaveLength(1);
  expect((await ok('GET', '/auth/v1/ok')).subject).toBe(emulator.administratorUid);
  expect((await ok('GET', '/openapi.json')).openapi).toBe('3.1.0');
});

test('a request that a fault answers is logged by its route', async () => {
  const { emulator, call, root } = await organization();
  emulator.faults.add({ effect: 'error', code: 'UNAVAILABLE', times: 1 });
  emulator.faults.add({ effect: 'cut', when: 'before', after: 1, times: 1 });
  await call('GET', `/iam/v2beta1/groups/${root}`);
  await expect(call('GET', `/iam/v2beta1/groups/${root}`)).rejects.toThrow('fetch failed');
  expect(emulator.requestLog.entries.map(({ route, status }) => [route, status])).toEqual([
    ['GET /iam/v2beta1/groups/{uid}', 503],
    ['GET /iam/v2beta1/groups/{uid}', undefined],
  ]);
});
