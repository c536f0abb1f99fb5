import { group, groupInvite, roleBinding } from '../../../../src/model/kinds';
import { UNKNOWN_VALUE } from '../../../../src/review/input/plan/plan';
import { isNewKey, describeKey, findNaturalKey } from '../../../../src/review/organization/objects/natural-keys';

const ROOT = 'ac3e'.repeat(10);

test('the key consists of the parent and the attributes that distinguish the object', () => {
  expect(findNaturalKey(group, { parent_uid: ROOT, name: 'shop', description: 'x' })).toEqual({
    parent: ROOT,
    key: { name: 'shop' },
  });
  expect(findNaturalKey(group, { parent_uid: null, name: 'acme' })).toEqual({ parent: null, key: { name: 'acme' } });
});

test('a part that is known only after the apply makes the key unknown', () => {
  expect(findNaturalKey(group, { parent_uid: UNKNOWN_VALUE, name: 'shop' })).toBe('unknown');
  expect(findNaturalKey(roleBinding, { group_uid: ROOT, identity_uid: 'a', role_uid: UNKNOWN_VALUE })).toBe('unknown');
});

test('an object without a recipient has no key', () => {
  expect(findNaturalKey(groupInvite, { group_uid: ROOT, email: null, role_uid: 'a' })).toBeUndefined();
});

test('a key with a placeholder is new', () => {
  const placeholder = `${ROOT}/00000000deadbeef`;
  expect(isNewKey({ parent: placeholder, key: { name: 'shop' } })).toBe(true);
  expect(isNewKey({ parent: ROOT, key: { name: 'shop' } })).toBe(false);
});

test('the text of a key depends on kind, parent and attributes', () => {
  const text = (parent: string | null, name: string) => describeKey(group, { parent, key: { name } });
  expect(text(ROOT, 'shop')).toBe(text(ROOT, 'shop'));
  expect(text(ROOT, 'shop')).not.toBe(text(null, 'shop'));
  expect(text(ROOT, 'shop')).not.toBe(text(ROOT, 'store'));
});
