import { collectionInWords, displayName, objectSubject, describeSubject } from '../../../src/provider/messages/subject';
import { group, identity, roleBinding } from '../../../src/model/kinds';

test('attributes with a uid are named by it, with the name', () => {
  expect(describeSubject(group, { uid: 'u', name: 'payments', parent_uid: 'p' })).toBe('group "payments" (uid u)');
  expect(describeSubject(roleBinding, { uid: 'u', role_uid: 'r' })).toBe('role binding (uid u)');
});

test('attributes without a uid are named by their natural key and parent', () => {
  expect(describeSubject(group, { name: 'payments', parent_uid: 'p' })).toBe('group "payments" in p');
  expect(describeSubject(group, { name: 'acme', parent_uid: null })).toBe('group "acme"');
  const binding = { identity_uid: 'i', role_uid: 'r', group_uid: 'g' };
  expect(describeSubject(roleBinding, binding)).toBe('role binding (identity_uid i, role_uid r) in g');
  expect(describeSubject(roleBinding, { ...binding, role_uid: Symbol('unknown') })).toBe(
    'role binding (identity_uid i) in g',
  );
});

test('an empty name is no name, and a name from outside is quoted', () => {
  expect(describeSubject(group, { name: '' })).toBe('group');
  expect(describeSubject(group, { name: 'a"\nb' })).toBe('group "a\\"\\nb"');
});

test('an object of the API without a name is named by its references', () => {
  const binding = {
    ...{ uid: 'u', identityUid: 'i', roleUid: 'r', groupUid: 'g' },
    ...{ identity: { name: 'ci' }, role: { name: '' } },
  };
  expect(objectSubject(roleBinding, binding)).toBe('role binding (identity "ci", role_uid r, group_uid g) (uid u)');
  expect(displayName(roleBinding, binding)).toBe('identity "ci", role_uid r, group_uid g');
  expect(objectSubject(identity, { uid: 'u', name: 'ci' })).toBe('identity "ci" (uid u)');
});

test('an object without a name and without references is named by its uid', () => {
  expect(displayName(roleBinding, { uid: 'u' })).toBe('u');
  expect(objectSubject(roleBinding, { uid: 'u' })).toBe('role binding (uid u)');
});

test('a collection is in words', () => {
  expect(collectionInWords(roleBinding)).toBe('role bindings');
});
