import { accountAssociation, group, groupInvite, role, roleBinding, tag } from '../../src/resources';
import {
  parentUidOf,
  identifierField,
  inputFields,
  kindInWords,
  listPath,
  offers,
  updatableFields,
} from '../../src/schema';

const root = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';
const below = `${root}/0123456789abcdef`;

describe('a declaration', () => {
  it('says where an object lies: in the group above it, or in the group whose uid it goes by', () => {
    expect([parentUidOf(role, below), parentUidOf(group, root), parentUidOf(accountAssociation, below)]).toEqual([
      ...[root, undefined, below],
    ]);
  });

  it('tells what a create may carry from what an update may change', () => {
    const names = (fields: [string, unknown][]) => fields.map(([name]) => name);
    expect(names(inputFields(groupInvite))).toEqual(['roleUid', 'ttl', 'email', 'singleUse']);
    expect(names(updatableFields(groupInvite))).toEqual([]);
    expect(names(updatableFields(roleBinding))).toEqual(['identityUid', 'roleUid']);
  });

  it('has a path for its list, in any version', () => {
    expect([listPath(roleBinding), listPath(tag, 'v2')]).toEqual(['/iam/v2beta1/roleBindings', '/registry/v2/tags']);
  });

  it('is named in running text, and knows its uid and its operations', () => {
    expect([kindInWords(roleBinding), kindInWords(group), identifierField(group)]).toEqual([
      'role binding',
      'group',
      'uid',
    ]);
    expect([offers(groupInvite, 'create'), offers(groupInvite, 'update')]).toEqual([true, false]);
  });
});
