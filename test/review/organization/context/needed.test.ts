/** Tests which groups the plans mention: the groups above each object, and no other object above it. */
import { parentAttribute } from '../../../../src/model/schema';
import { declarations, getGroupUid, group, parentKind } from '../../../../src/model/kinds';
import { neededFor } from '../../../../src/review/organization/context/needed';
import { ACME, kept, planOf, SHOP, TEAMS } from './stage';

const PARENT = `${SHOP}/7777777777777777`;

const kinds = declarations.filter(({ terraform, parent }) => terraform !== undefined && parent !== undefined);

test.each(kinds.map((declaration) => [declaration.kind, declaration] as const))(
  'the groups above an object of the kind %s are looked up, and its parent of another kind is not',
  (_, declaration) => {
    const parent = parentKind(declaration) === group ? SHOP : PARENT;
    const isOfParent = declaration.uidScheme === 'parentUid';
    const uid = isOfParent ? parent : `${parent}/8888888888888888`;
    const address = `platform_${declaration.terraform?.type ?? ''}.one`;
    const values = { uid, [parentAttribute(declaration) ?? '']: parent };
    const { groups } = neededFor([planOf({ [address]: kept(values) })]);
    const own = declaration === group ? [uid] : [];
    expect([...groups, ...own]).toEqual(expect.arrayContaining([ACME, TEAMS, SHOP]));
    expect(groups).not.toContain(PARENT);
    expect(getGroupUid(declaration, uid)).toBe(SHOP);
  },
);

test('a mapping below an identity provider is among the kinds', () => {
  expect(kinds.filter((declaration) => parentKind(declaration) !== group).length).toBeGreaterThan(0);
});
