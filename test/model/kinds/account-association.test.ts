import { accountAssociation } from '../../../src/model/kinds';
import { outOfScope, findParentUid } from '../../../src/model/schema';
import { problemsWith, someUid } from './checked';

test('the account at AWS has exactly twelve digits', () => {
  expect(problemsWith(accountAssociation, { amazon: { account: '000000000000' } })).toEqual([]);
  for (const account of ['12345678901', '1234567890123', '12345678901a', ' 123456789012', '123456789012\n'])
    expect(problemsWith(accountAssociation, { amazon: { account } })).toEqual(['account must match "^[0-9]{12}$"']);
});

test('a group can be tied to several clouds, and to none', () => {
  const google = { projectId: 'shop', projectNumber: '1' };
  const azure = { tenantId: 't', clientIds: { deploy: 'c' } };
  expect(problemsWith(accountAssociation, { google, azure })).toEqual([]);
  expect(problemsWith(accountAssociation, { amazon: undefined })).toEqual([]);
});

test('a project needs its number too, and a tenant at least one client', () => {
  expect(problemsWith(accountAssociation, { google: { projectId: 'shop' } })).toEqual(['projectNumber is required']);
  expect(problemsWith(accountAssociation, { azure: { tenantId: 't', clientIds: {} } })).toEqual([
    'clientIds is required',
  ]);
});

test('clouds that no resource manages cannot be set', () => {
  expect(problemsWith(accountAssociation, { platform: { serviceBindings: { s: someUid } } })).toEqual([
    'platform is not a field that can be set here',
  ]);
});

test('the uid of the association is that of its group', () => {
  expect(findParentUid(accountAssociation, someUid)).toBe(someUid);
  expect(outOfScope(accountAssociation.fields, { uid: someUid }, someUid)).toEqual([]);
});
