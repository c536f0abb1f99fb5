import { detail, organization } from '../support/organization';

const associations = '/iam/v2beta1/accountAssociations';
const body = {
  name: 'clouds',
  amazon: { account: '123456789012' },
  google: { projectId: 'shop', projectNumber: '42' },
  azure: { tenantId: 't', clientIds: { Build_er: 'c' } },
};

test('an association has the uid of its group and belongs to it (Contract U4)', async () => {
  const { ok, root } = await organization();
  const made = await ok('POST', `${associations}/${root}`, body);
  expect(made).toMatchObject({ uid: root, ...body });
  expect(await ok('GET', `${associations}/${root}`)).toEqual(made);
  for (const query of [`uidp.children_of=${root}`, `uidp.descendants_of=${root}`, 'name=clouds'])
    expect((await ok('GET', `${associations}?${query}`)).totalCount).toBe('1');
});

test.each([undefined, {}])('a tenant at Azure needs the ids of its clients, and not %j', async (clientIds) => {
  const { call, root } = await organization();
  const { status, body: refused } = await call('POST', `${associations}/${root}`, {
    name: 'clouds',
    azure: { tenantId: 't', clientIds },
  });
  expect([status, detail(refused, 'BadRequest').fieldViolations[0].field]).toEqual([400, 'azure.clientIds']);
});

test('a group has one at most (Contract C1)', async () => {
  const { ok, call, root } = await organization();
  await ok('POST', `${associations}/${root}`, body);
  const again = await call('POST', `${associations}/${root}`, body);
  expect([again.status, again.body.code]).toEqual([409, 6]);
  expect(detail(again.body, 'ResourceInfo')).toMatchObject({ resourceType: 'AccountAssociation', resourceName: root });
});

test('a cloud in the mask that the body leaves out is dropped (Contract K6)', async () => {
  const { ok, root } = await organization();
  await ok('POST', `${associations}/${root}`, body);
  const changed = await ok('PATCH', `${associations}/${root}?updateMask=amazon,google`, { google: body.google });
  expect(changed).not.toHaveProperty('amazon');
  expect(changed).toMatchObject({ google: body.google, azure: body.azure });
});

test('deleting a missing association is a success (Contract D2)', async () => {
  const { ok, root } = await organization();
  await ok('POST', `${associations}/${root}`, body);
  expect(await ok('DELETE', `${associations}/${root}`)).toBeUndefined();
  expect(await ok('DELETE', `${associations}/${root}`)).toBeUndefined();
  expect((await ok('GET', '/iam/v2beta1/groups')).totalCount).toBe('1');
});
