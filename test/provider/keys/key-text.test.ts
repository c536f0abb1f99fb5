import { UNKNOWN } from '../../../src/plugin';
import { changedKey, isDistinct, keyAttributes, keyOfAttributes, keyText } from '../../../src/provider/keys/key-text';
import { accountAssociation, group, groupInvite, role, roleBinding } from '../../../src/model/kinds';

const root = 'c0ffee'.repeat(7).slice(0, 40);

test('the attributes of the key begin with the parent', () => {
  expect(keyAttributes(group)).toEqual(['parent_uid', 'name']);
  expect(keyAttributes(roleBinding)).toEqual(['group_uid', 'identity_uid', 'role_uid']);
});

test('the name of an account association is not part of its key', () => {
  expect(keyAttributes(accountAssociation)).toEqual(['group_uid']);
  const toText = (name: string) => keyText(accountAssociation, { parent: root, values: { name } });
  expect(toText('a')).toBe(toText('b'));
});

test('keys of other kinds, other parents and other values are different texts', () => {
  const values = { name: 'a' };
  const texts = [
    keyText(group, { parent: root, values }),
    keyText(role, { parent: root, values }),
    keyText(group, { parent: undefined, values }),
    keyText(group, { parent: root, values: { name: 'b' } }),
  ];
  expect(new Set(texts).size).toBe(texts.length);
});

test('an absent part and an empty one are the same key, which several objects may have', () => {
  const values = { roleUid: root };
  const toText = (email: unknown) => keyText(groupInvite, { parent: root, values: { ...values, email } });
  expect(new Set([toText(undefined), toText(null), toText('')]).size).toBe(1);
  expect(isDistinct(groupInvite, { values })).toBe(false);
  expect(isDistinct(groupInvite, { values: { ...values, email: 'ada@example.com' } })).toBe(true);
});

test('a key is read from attributes once all of it is known', () => {
  const attributes = { group_uid: root, identity_uid: 'i', role_uid: 'r' };
  expect(keyOfAttributes(roleBinding, attributes)).toEqual({
    parent: root,
    values: { identityUid: 'i', roleUid: 'r' },
  });
  expect(keyOfAttributes(roleBinding, { ...attributes, role_uid: UNKNOWN })).toBeUndefined();
  expect(keyOfAttributes(roleBinding, { ...attributes, group_uid: UNKNOWN })).toBeUndefined();
  expect(keyOfAttributes(group, { parent_uid: null, name: 'acme' })).toMatchObject({ parent: undefined });
});

test('only a change of the key gives a new one', () => {
  const prior = { parent_uid: root, name: 'a', description: 'x' };
  expect(changedKey(group, prior, { ...prior, description: 'y' })).toBeUndefined();
  expect(changedKey(group, prior, { ...prior, name: UNKNOWN })).toBeUndefined();
  expect(changedKey(group, prior, { ...prior, name: 'b' })).toEqual({ parent: root, values: { name: 'b' } });
});
