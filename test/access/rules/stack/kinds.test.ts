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

test('the methods to assume an identity are fields of it', () => {
  expect(Object.keys(assumptions).filter((field) => !(field in identity.fields))).toEqual([]);
});
