/** Responses as a live service may write them. */
import { organization } from '../support/organization';

const groups = '/iam/v2beta1/groups';

test.each([
  [undefined, '2'],
  [5, '6'],
  [-3, '0'],
])('a totalCount that is wrong by %s', async (by, total) => {
  const { emulator, ok, root } = await organization();
  emulator.faults.add({ effect: 'totalCount', by });
  const { totalCount, groups: found } = await ok('GET', groups);
  expect([totalCount, found.length]).toEqual([total, 1]);
  expect((await ok('GET', `${groups}/${root}`)).uid).toBe(root);
});

test('enumeration values are their published numbers, and unknown ones are numbers, too', async () => {
  const { emulator, ok, make, root } = await organization();
  const capabilities = ['groups.list', 'figs.list'];
  const uid = await make('roles', root, { name: 'reader', capabilities });
  const identity = await make('identities', root, { name: 'build', servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' });
  emulator.faults.add({ effect: 'enumAsNumber' });
  const one = await ok('GET', `/iam/v2beta1/roles/${uid}`);
  expect([...one.capabilities].sort((a: number, b: number) => a - b)).toEqual([103, expect.any(Number)]);
  expect(new Set(one.capabilities).size).toBe(2);
  expect((await ok('GET', `/iam/v2/roles?name=reader`)).roles).toEqual([one]);
  expect(one.name).toBe('reader');
  expect((await ok('GET', `/iam/v2beta1/identities/${identity}`)).servicePrincipal).toBe(2);
});

test('a list that the router treats as a get is not found, invalid, or one object', async () => {
  const { emulator, call, ok, root } = await organization();
  const identityProviders = '/iam/v2beta1/identityProviders';
  const { id } = emulator.faults.add({ effect: 'listMissing', path: identityProviders });
  expect(await call('GET', `${identityProviders}?uidp.descendants_of=${root}`)).toMatchObject({
    status: 404,
    body: { code: 5 },
  });
  expect((await call('GET', groups)).status).toBe(200);
  emulator.faults.remove(id);

  const invalid = emulator.faults.add({ effect: 'listMissing', as: 'invalid' });
  expect(await call('GET', groups)).toMatchObject({ status: 400, body: { code: 3 } });
  emulator.faults.remove(invalid.id);

  emulator.faults.add({ effect: 'listMissing', as: 'object' });
  expect(await ok('GET', groups)).toMatchObject({ uid: root, name: 'acme' });
  expect((await call('GET', identityProviders)).status).toBe(404);
  expect((await call('GET', `${groups}/${root}`)).status).toBe(200);
});
