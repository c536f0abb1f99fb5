import { hasKey, getNaturalKey, mayHaveKey } from '../../../src/client/find/object-key';
import { group, groupInvite, role, roleBinding } from '../../../src/model/kinds';

const root = 'c0ffee'.repeat(7).slice(0, 40);
const team = `${root}/${'1'.repeat(16)}`;
const uid = `${team}/${'a'.repeat(16)}`;

test('the key has the parent and the fields that distinguish objects, and nothing else', () => {
  expect(getNaturalKey(group, root, { name: 'a', description: 'b' })).toEqual({ parent: root, values: { name: 'a' } });
  expect(getNaturalKey(roleBinding, team, { roleUid: 'r' })).toEqual({
    parent: team,
    values: { identityUid: undefined, roleUid: 'r' },
  });
});

test('an object has the key in its own parent only, unless it may be anywhere', () => {
  const key = { parent: team, values: { name: 'auditor' } };
  expect(hasKey(role, { uid, name: 'auditor' }, key)).toBe(true);
  expect(hasKey(role, { uid, name: 'Auditor' }, key)).toBe(false);
  expect(hasKey(role, { uid, name: 'auditor' }, { ...key, parent: root })).toBe(false);
  expect(hasKey(role, { uid, name: 'auditor' }, { ...key, parent: root, anywhere: true })).toBe(true);
});

test('an absent part of a key equals an empty one, and no other', () => {
  const key = getNaturalKey(groupInvite, team, { roleUid: root });
  expect(hasKey(groupInvite, { uid, roleUid: root, email: '' }, key)).toBe(true);
  expect(hasKey(groupInvite, { uid, roleUid: root, email: 'ada@example.com' }, key)).toBe(false);
});

describe('a malformed object', () => {
  const malformed = { kind: 'Group', name: undefined, subject: 'group 1', problem: 'name: expected a string' };
  const key = { parent: team, values: { name: 'a' } };

  test('may have the key unless something that can be read contradicts it', () => {
    expect(mayHaveKey(group, { ...malformed, uid, readable: {} }, key)).toBe(true);
    expect(mayHaveKey(group, { ...malformed, uid, readable: { name: 'a' } }, key)).toBe(true);
    expect(mayHaveKey(group, { ...malformed, uid, readable: { name: 'b' } }, key)).toBe(false);
  });

  test('without a uid may be anywhere, and with one it is in its parent', () => {
    expect(mayHaveKey(group, { ...malformed, uid: undefined, readable: {} }, key)).toBe(true);
    expect(mayHaveKey(group, { ...malformed, uid, readable: {} }, { ...key, parent: root })).toBe(false);
    expect(mayHaveKey(group, { ...malformed, uid, readable: {} }, { ...key, parent: root, anywhere: true })).toBe(true);
  });
});
