import type { IdentityData } from '../../../../constructs/organization/group-data';
import type { IdentityFields } from '../../../../constructs/testing/organization';
import { accessKinds, assumptions, type AccessKind } from '../../../../src/access/rules/stack/kinds';
import { declarations, identity, role } from '../../../../src/model/kinds';
import { typeName } from '../../../../src/model/schema';

const kinds = Object.entries<AccessKind>(accessKinds);

test.each(kinds)('%s are named as in their declaration', (collection, kind) => {
  const declaration = declarations.find((one) => one.collection === collection)!;
  expect([declaration.kind, typeName(declaration)]).toEqual([kind.kind, kind.type]);
  expect('name' in declaration.fields).toBe(kind.isNamed ?? false);
  const places = [declaration.parent?.name, ...Object.values(declaration.fields).map((field) => field.nameInTerraform)];
  expect(places).toContain(kind.parent);
  expect(kind.provider).toBe(declaration.parent?.kind === 'IdentityProvider' ? declaration.parent.name : undefined);
  const named = [...(kind.fields ?? []), kind.identity, kind.role, kind.name ?? 'name'].filter(
    (field) => field !== undefined && !(kind.name === undefined && field === 'name'),
  );
  expect(named.filter((field) => !(field! in declaration.fields))).toEqual([]);
});

test('every kind that gives a role is among them', () => {
  const givesRole = (fields: object): boolean => JSON.stringify(fields).includes(`"refersTo":"${role.kind}"`);
  const giving = declarations.filter(({ fields }) => givesRole(fields)).map(({ collection }) => collection);
  expect(giving.length).toBeGreaterThan(3);
  expect(kinds.flatMap(([collection, kind]) => (kind.role === undefined ? [] : [collection])).sort()).toEqual(
    giving.sort(),
  );
});

test('the methods to assume an identity are those of its declaration, in data and in tests, too', () => {
  expect(identity.rules?.map(({ fields }) => fields)).toEqual([Object.keys(assumptions)]);
  type Method = keyof typeof assumptions;
  // The compiler names a method that a type lacks.
  const inTypes: Readonly<Record<Method, keyof IdentityFields & keyof IdentityData>> = {
    ...({ claimMatch: 'claimMatch', staticKeys: 'staticKeys' } as const),
    ...({ awsIdentity: 'awsIdentity', servicePrincipal: 'servicePrincipal' } as const),
  };
  expect(Object.keys(inTypes)).toEqual(Object.keys(assumptions));
});
