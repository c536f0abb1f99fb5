import { externalGroupRoleMapping } from '../../../src/model/kinds';
import { decidesAccess, offers, updatableFields } from '../../../src/model/schema';
import { problems, problemsWith } from './checked';

test('a mapping is never changed: each of its fields needs a new one', () => {
  expect(offers(externalGroupRoleMapping, 'update')).toBe(false);
  expect(updatableFields(externalGroupRoleMapping)).toEqual([]);
});

test('the name of the external group is in the words of the identity provider', () => {
  for (const externalGroupId of ['Platform Engineers', 'cn=admins,dc=example', '/a/b', '組', 'x'.repeat(512)])
    expect(problemsWith(externalGroupRoleMapping, { externalGroupId })).toEqual([]);
  expect(problemsWith(externalGroupRoleMapping, { externalGroupId: 'x'.repeat(513) })).toEqual([
    'externalGroupId must be at most 512 characters',
  ]);
});

test('a mapping without an external group would name nobody, and is refused', () => {
  for (const externalGroupId of ['', undefined, null])
    expect(problemsWith(externalGroupRoleMapping, { externalGroupId })).toEqual(['externalGroupId is required']);
});

test('the references must be uids, not names', () => {
  const values = { externalGroupId: 'a', roleUid: 'owner', scope: 'acme' };
  expect(problems(externalGroupRoleMapping, values)).toEqual([
    expect.stringMatching(/^roleUid must be a uid: /),
    expect.stringMatching(/^scope must be a uid: /),
  ]);
});

test('another role of the same people, or another scope, is another mapping', () => {
  expect(externalGroupRoleMapping.naturalKey).toEqual(['externalGroupId', 'roleUid', 'scope']);
  expect(decidesAccess(externalGroupRoleMapping)).toBe(true);
});
