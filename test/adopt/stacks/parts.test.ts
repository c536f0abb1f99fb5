import fc from 'fast-check';
import { containerKind, identity } from '../../../src/model/kinds';
import type { Declaration } from '../../../src/model/schema';
import type { AdoptedGroup, AdoptedObject, AdoptedOrganization } from '../../../src/adopt';
import { divideIntoParts, StackSizeError, type Part } from '../../../src/adopt/stacks/parts';

/** A group as the number of its own identities, and its groups. */
interface Shape {
  readonly members: number;
  readonly groups: readonly Shape[];
}

const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.record({
    members: fc.nat(12),
    groups: fc.oneof({ depthSize: 'small' }, fc.constant([]), fc.array(tie('shape'), { maxLength: 8 })),
  }),
}));

function organizationOf(shape: Shape): AdoptedOrganization {
  const blank = { values: {}, references: {}, secrets: [] };
  const findGroup = ({ members, groups }: Shape, name: string, home?: AdoptedGroup): AdoptedGroup => {
    const contents = new Map<Declaration, readonly AdoptedObject[]>();
    const names = home === undefined ? [] : [...home.names, name];
    const uid = [...(home === undefined ? [] : [home.uid]), name].join('/');
    const group = { ...blank, declaration: containerKind, uid, name, group: home, names, contents };
    const own = Array.from({ length: members }, (_, index): AdoptedObject => {
      return { ...blank, declaration: identity, uid: `${uid}/i${index}`, name: `i${index}`, group };
    });
    contents.set(identity, own);
    contents.set(containerKind, groups.map((one, index) => findGroup(one, `g${index}`, group)) as AdoptedObject[]);
    return group;
  };
  return { root: findGroup(shape, 'acme'), notAdopted: [], openOwners: [], notes: [] };
}

/** Returns the uids of the objects of each part. */
function contentsOf(parts: readonly Part[]): ReadonlyMap<string, readonly string[]> {
  const within = ({ contents }: AdoptedGroup): string[] =>
    [...contents.values()]
      .flat()
      .flatMap((content) => [content.uid, ...('contents' in content ? within(content as AdoptedGroup) : [])]);
  return new Map(
    parts.map(({ name, group, hasMembers, whole, bare }) => [
      name,
      [
        ...(hasMembers ? (group.contents.get(identity) ?? []) : []).map(({ uid }) => uid),
        ...whole.flatMap((innerGroup) => [innerGroup.uid, ...within(innerGroup)]),
        ...bare.map(({ uid }) => uid),
      ],
    ]),
  );
}

const flat = (members: number, sizes: readonly number[]): AdoptedOrganization =>
  organizationOf({ members, groups: sizes.map((size) => ({ members: size, groups: [] })) });

test('an organization that is small enough is one part', () => {
  const [only, ...others] = divideIntoParts(flat(3, [2, 2]), 9);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ name: 'acme', hasMembers: true, bare: [] });
  expect(only?.whole).toHaveLength(2);
});

test('a large group is a part of its own, and small ones are together', () => {
  const parts = contentsOf(divideIntoParts(flat(2, [30, 1, 1, 1]), 35));
  expect([...parts.keys()]).toEqual(['acme', 'g0']);
  expect(parts.get('g0')).toHaveLength(30);
  expect(parts.get('acme')).toHaveLength(2 + 1 + 6);
});

test('a group with more objects of its own than a part is an error that names the smallest size', () => {
  expect(() => divideIntoParts(organizationOf({ members: 1, groups: [{ members: 12, groups: [] }] }), 5)).toThrow(
    new StackSizeError(
      'Cannot divide the organization: the group "acme/g0" directly contains 12 objects, and a stack may contain 5. Pass --stack-size 12, or more.',
    ),
  );
});

test('each object is in one part, no part is too large, and names differ', () => {
  fc.assert(
    fc.property(shape, fc.integer({ min: 12, max: 40 }), (one, most) => {
      const organization = organizationOf(one);
      const parts = divideIntoParts(organization, most);
      const contents = contentsOf(parts);
      expect(contents.size).toBe(parts.length);
      const all = [...contents.values()].flat();
      const [whole] = contentsOf(divideIntoParts(organization, Infinity)).values();
      expect(all.sort()).toEqual([...(whole ?? [])].sort());
      for (const uids of contents.values()) expect(uids.length).toBeLessThanOrEqual(most);
    }),
    { numRuns: 50 },
  );
});

test('a new group moves no other object unless its part becomes too large, and then half of the part keeps its place', () => {
  const sizes = Array.from({ length: 60 }, (_, index) => index % 4);
  const before = contentsOf(divideIntoParts(flat(5, sizes), 40));
  const after = contentsOf(divideIntoParts(flat(5, [...sizes, 3]), 40));
  const formerPlaces = (parts: typeof before) =>
    new Map([...parts].flatMap(([name, uids]) => uids.map((uid) => [uid, name] as const)));
  const [old, now] = [formerPlaces(before), formerPlaces(after)];
  const moved = [...old].filter(([uid, place]) => now.get(uid) !== place);
  const from = new Set(moved.map(([, place]) => place));
  expect(from.size).toBeLessThanOrEqual(1);
  expect(moved.length).toBeLessThan(40);
  expect([...before.keys()].filter((name) => !after.has(name))).toEqual([]);
});

test('no stack has the id of a property of every object, which no scope of constructs accepts', () => {
  const { root, ...rest } = flat(2, [30, 1]);
  for (const object of root.contents.get(containerKind) ?? []) Object.assign(object, { names: ['constructor'] });
  expect([...contentsOf(divideIntoParts({ ...rest, root }, 32)).keys()]).toEqual(['acme', 'group-constructor']);
});
