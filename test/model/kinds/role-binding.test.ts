import { roleBinding } from '../../../src/model/kinds';
import { inputFields, outOfScope, sortKeys } from '../../../src/model/schema';
import { problems, someUid } from './checked';

test('a binding is an identity and a role, and nothing else can be set', () => {
  expect(inputFields(roleBinding).map(([name]) => name)).toEqual(['identityUid', 'roleUid']);
  expect(problems(roleBinding, {})).toEqual([]);
  expect(problems(roleBinding, { identityUid: '', roleUid: undefined })).toEqual([
    'identityUid is required',
    'roleUid is required',
  ]);
  expect(problems(roleBinding, { role: { name: 'owner' } })).toEqual(['role is not a field that can be set here']);
});

test('a role is given by its uid, not by its name', () => {
  expect(problems(roleBinding, { roleUid: 'owner' })).toEqual([expect.stringMatching(/^roleUid must be a uid: /)]);
});

test('a role of another group is out of scope; the identity of another group is not', () => {
  const [root = ''] = someUid.split('/');
  const elsewhere = `${root}/${'1'.repeat(16)}/${'2'.repeat(16)}`;
  const parent = `${root}/${'3'.repeat(16)}`;
  const values = { identityUid: elsewhere, roleUid: elsewhere };
  expect(outOfScope(roleBinding.fields, values, parent).map(({ field }) => field)).toEqual(['roleUid']);
});

test('a change of the identity always replaces the binding; one of the role only while its uid is unknown', () => {
  const { identityUid, roleUid } = roleBinding.fields;
  expect([identityUid.replacement?.when, roleUid.replacement?.when]).toEqual(['changed', 'unknown']);
});

test('the facts about access and batches name fields of the binding', () => {
  const names = [...Object.values(roleBinding.access!.grants!), ...roleBinding.batch!.defaults!];
  expect(names.filter((name) => !(name in roleBinding.fields))).toEqual([]);
  expect(roleBinding.naturalKey).toEqual([roleBinding.access?.grants?.to, roleBinding.access?.grants?.role]);
});

test('lists cannot be ordered by the objects that a binding shows', () => {
  expect(sortKeys(roleBinding)).not.toEqual(expect.arrayContaining(['identity']));
});
