import { organization } from './support/organization';

test('the request log holds what exactly was sent, and counts by route', async () => {
  const { emulator, make, ok, call, root } = await organization();
  const uid = await make('groups', root, { name: 'a' });
  emulator.requestLog.clear();
  await ok('PATCH', `/iam/v2beta1/groups/${uid}?updateMask=description`, { description: 'x' });
  await call('GET', `/iam/v2beta1/groups/${uid}`);
  await call('GET', `/iam/v2beta1/groups/${root}/00000000000000aa`);
  await call('GET', '/nowhere');
  expect(emulator.requestLog.counts()).toEqual({
    'GET /iam/v2beta1/groups/{uid}': 2,
    'GET /nowhere': 1,
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
