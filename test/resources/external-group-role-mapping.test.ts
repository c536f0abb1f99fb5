import { externalGroupRoleMapping } from '../../src/resources';
import { decidesAccess, offers, updatableFields } from '../../src/schema';
import { problems, problemsWith } from './checked';

test('a mapping is never changed: each of its fields needs a new one', () => {
  expect(offers(externalGroupRoleMapping, 'update')).toBe(false);
  expect(updatableFields(externalGroupRoleMapping)).toEqual([]);
});

test('the name of the external group is in the words of the identity provider', () => {
  for (const externalGroup of ['Platform Engineers', 'cn=admins,dc=example', '/a/b', '組', 'x'.repeat(512)])
    expect(problemsWith(externalGroupRoleMapping, { externalGroup })).toEqual([]);
  expect(problemsWith(externalGroupRoleMapping, { externalGroup: 'x'.repeat(513) })).toEqual([
    'externalGroup must be at most 512 characters',
  ]);
});

test('a mapping without an external group would name nobody, and is refused', () => {
  for (const externalGroup of ['', undefined, null])
    expect(problemsWith(externalGroupRoleMapping, { externalGroup })).toEqual(['externalGroup is required']);
});

test('the references must be uids, not names', () => {
  const values = { externalGroup: 'a', identityProviderUid: 'staff', roleUid: 'owner' };
  expect(problems(externalGroupRoleMapping, values)).toEqual([
    expect.stringMatching(/^identityProviderUid must be a uid: /),
    expect.stringMatching(/^roleUid must be a uid: /),
  ]);
});

test('another role of the same people is another mapping', () => {
  expect(externalGroupRoleMapping.naturalKey).toContain('roleUid');
  expect(decidesAccess(externalGroupRoleMapping)).toBe(true);
});
