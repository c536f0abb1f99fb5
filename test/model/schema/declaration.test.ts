import {
  accountAssociation,
  group,
  groupInvite,
  role,
  roleBinding,
  tag,
  type identity,
} from '../../../src/model/kinds';
import {
  identifierField,
  inputFields,
  kindInWords,
  listPath,
  offers,
  findParentUid,
  servedFields,
  string,
  updatableFields,
  type Create,
  type Fields,
  type Resource,
  type Update,
  typeName,
} from '../../../src/model/schema';

const root = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';
const below = `${root}/0123456789abcdef`;

describe('a declaration', () => {
  it('finds the group of an object: its parent, or the group whose uid identifies it', () => {
    expect([findParentUid(role, below), findParentUid(group, root), findParentUid(accountAssociation, below)]).toEqual([
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

  it('has one type in Terraform, also for a data source only', () => {
    const { terraform, ...withoutType } = roleBinding;
    expect(terraform?.type).toBe('role_binding');
    expect([roleBinding, withoutType, tag].map(typeName)).toEqual([
      ...['platform_role_binding', 'platform_role_binding', 'platform_tag'],
    ]);
  });

  it('has its unmanaged fields, also within a message, only as the service has them', () => {
    const rule = string(['optional'], 'A rule.');
    const kind = { ...accountAssociation, unmanagedFields: { company: rule, 'amazon.rule': rule } };
    const served = servedFields(kind);
    const inAmazon = served['amazon']?.type as { readonly fields: Fields };
    expect(Object.keys(served)).toEqual([...Object.keys(kind.fields), 'company']);
    expect([served['company'], inAmazon.fields['rule']]).toEqual([
      { ...rule, isUnmanaged: true },
      { ...rule, isUnmanaged: true },
    ]);
    expect(JSON.stringify(kind.fields)).toBe(JSON.stringify(accountAssociation.fields));
    expect(JSON.stringify(kind.fields)).not.toContain('A rule.');
    expect(() => servedFields({ ...kind, unmanagedFields: { 'name.rule': rule } })).toThrow('name is no message');
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

/** Compiles, or does not: the types that follow from the declarations. */
describe('the types that follow from a declaration', () => {
  it('lets a create carry inputs only and demands the required ones', () => {
    const created: Create<typeof group> = { name: 'engineering' };
    // @ts-expect-error name is required
    const nameless: Create<typeof group> = { description: 'x' };
    // @ts-expect-error only the service verifies
    const verified: Create<typeof group> = { name: 'x', verified: true };
    expect([created, nameless, verified]).toHaveLength(3);
  });

  it('lets an update carry any of the inputs', () => {
    const update: Update<typeof roleBinding> = { roleUid: 'a' };
    const claims: Update<typeof identity> = { claimMatch: { issuer: 'https://a', claims: { a: 'b' } } };
    expect([update, claims]).toHaveLength(2);
  });

  it('gives a response its zero values and leaves messages and timestamps optional', () => {
    const describe = (response: Resource<typeof group>): string =>
      response.description + String(response.resourceLimits['idps']);
    const issuer = (response: Resource<typeof identity>): string | undefined => response.claimMatch?.issuer;
    const named = (response: Resource<typeof roleBinding>): string | undefined => response.role?.name;
    expect([describe, issuer, named]).toHaveLength(3);
  });
});
