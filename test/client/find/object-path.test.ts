import { getKeyParts, kindsAlong, parseObjectPath } from '../../../src/client/find/object-path';
import {
  accountAssociation,
  declarations,
  externalGroupRoleMapping,
  group,
  groupInvite,
  identity,
  role,
  roleBinding,
} from '../../../src/model/kinds';

const uid = `${'c0ffee'.repeat(7).slice(0, 40)}/${'1'.repeat(16)}`;

test('a uid is a uid for every kind', () => {
  for (const declaration of declarations) expect(parseObjectPath(declaration, uid)).toEqual({ by: 'uid', uid });
});

test('a path has the names from the root down to the object', () => {
  expect(parseObjectPath(group, 'acme')).toEqual({ by: 'path', names: ['acme'] });
  expect(parseObjectPath(role, 'acme/my team/auditor')).toEqual({ by: 'path', names: ['acme', 'my team', 'auditor'] });
});

test('a binding is identified by its group and the names of its references', () => {
  expect(parseObjectPath(roleBinding, 'acme/shop:ci-bot:viewer')).toEqual({
    by: 'references',
    parent: ['acme', 'shop'],
    parts: { identityUid: 'ci-bot', roleUid: 'viewer' },
  });
});

test.each([
  [group, ''],
  [group, 'acme//shop'],
  [group, '/acme'],
  [group, 'acme/'],
  [group, 'Acme'],
  [group, 'acme\n'],
  [group, 'acme:shop'],
  [identity, 'acme/shop/CI'],
  [roleBinding, 'acme/shop'],
  [roleBinding, 'acme:ci-bot'],
  [roleBinding, 'acme:ci-bot:viewer:x'],
  [roleBinding, 'acme::viewer'],
  [externalGroupRoleMapping, 'acme/staff'],
  [externalGroupRoleMapping, 'acme/staff:devs:viewer'],
  [externalGroupRoleMapping, 'acme/staff::viewer:acme'],
  [externalGroupRoleMapping, 'acme/staff:%zz:viewer:acme'],
  [externalGroupRoleMapping, 'acme/staff:devs:Viewer:acme'],
])('%# is no path', (declaration, text) => {
  expect(() => parseObjectPath(declaration, text)).toThrow(`${JSON.stringify(text)} does not identify any `);
});

test('the error names the forms of a path for the kind', () => {
  const formsOf = (declaration: Parameters<typeof parseObjectPath>[0]) => {
    try {
      return parseObjectPath(declaration, ':');
    } catch (error) {
      return (error as Error).message.replace(/^.*Identify it by /, '');
    }
  };
  expect(formsOf(group)).toBe('its uid, or by the path of names from the root group, such as acme/engineering.');
  expect(formsOf(role)).toBe('its uid, or by the path of names from the root group, such as acme/engineering/name.');
  expect(formsOf(roleBinding)).toBe('its uid, or by "group path:identity name:role name".');
  expect(formsOf(externalGroupRoleMapping)).toBe(
    'its uid, or by "identity provider path:external group id:role name:group name".',
  );
});

test('the error shortens a long text', () => {
  expect(() => parseObjectPath(group, 'X'.repeat(10_000))).toThrow(/^.{0,400}$/);
});

test('a path leads through groups to its kind, or to the group that contains it', () => {
  const kinds = (declaration: Parameters<typeof kindsAlong>[0]) => kindsAlong(declaration, 3).map(({ kind }) => kind);
  expect(kinds(group)).toEqual(['Group', 'Group', 'Group']);
  expect(kinds(role)).toEqual(['Group', 'Group', 'Role']);
  expect(kinds(roleBinding)).toEqual(['Group', 'Group', 'Group']);
  expect(kinds(accountAssociation)).toEqual(['Group', 'Group', 'Group']);
  expect(kinds(externalGroupRoleMapping)).toEqual(['Group', 'Group', 'IdentityProvider']);
});

test('references and required values of the natural key are parts of a path', () => {
  expect(getKeyParts(roleBinding)).toEqual([
    { field: 'identityUid', kind: 'Identity' },
    { field: 'roleUid', kind: 'Role' },
  ]);
  expect(getKeyParts(externalGroupRoleMapping)).toEqual([
    { field: 'externalGroupId', kind: undefined },
    { field: 'roleUid', kind: 'Role' },
    { field: 'scope', kind: 'Group' },
  ]);
  expect(getKeyParts(groupInvite)).toEqual([{ field: 'roleUid', kind: 'Role' }]);
  expect(getKeyParts(role)).toEqual([]);
});

test('a value in a path can contain percent-encoded separators', () => {
  expect(parseObjectPath(externalGroupRoleMapping, 'acme/staff:cn=admins%3Aall,dc=x/y:viewer:acme')).toEqual({
    by: 'references',
    parent: ['acme', 'staff'],
    parts: { externalGroupId: 'cn=admins:all,dc=x/y', roleUid: 'viewer', scope: 'acme' },
  });
});
