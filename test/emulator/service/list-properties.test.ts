// @slow
/** Properties of lists for any data and any paging (Contract L4 to L6). */
import fc from 'fast-check';
import { organization, type Json } from '../support/organization';

// A guard against hanging, no measure of speed.
jest.setTimeout(120_000);

const groups = '/iam/v2beta1/groups';

/** Few names, so that many objects share one and only the uid tells them apart. */
const name = fc.constantFrom('a', 'b', 'c.c', 'd d', 'e-e', 'f_f', '0');
const order = fc.constantFrom(
  '',
  'name',
  'name desc',
  'uid desc',
  'created_at',
  'created_at desc',
  'description',
  'description desc',
);
const data = fc.array(
  fc.record({ name, description: fc.constantFrom('', 'x', 'Y', 'ü', '😀'), deep: fc.boolean(), ageMs: fc.nat(3) }),
  {
    minLength: 0,
    maxLength: 40,
  },
);
const filter = fc.record({
  byName: fc.option(name, { nil: undefined }),
  scope: fc.constantFrom('descendants_of', 'children_of'),
});

async function sown(objects: readonly { name: string; description: string; deep: boolean; ageMs: number }[]) {
  const acme = await organization();
  const objectsOf = (deep: boolean) =>
    objects
      .filter((object) => object.deep === deep)
      .map(({ name: own, description, ageMs }) => ({
        name: own,
        description,
        createTime: `2026-01-01T00:00:00.00${ageMs}Z`,
      }));
  acme.emulator.seed({
    groups: [{ name: 'top', groups: [{ name: 'middle', groups: objectsOf(true) }, ...objectsOf(false)] }],
  });
  const top = (await acme.ok('GET', `${groups}?name=top`)).groups[0].uid as string;
  return { ...acme, top };
}

const bytes = (text: string) => Buffer.from(text);
const toKey: Record<string, (group: Json) => string> = {
  '': ({ uid }) => uid,
  uid: ({ uid }) => uid,
  name: (group) => group.name,
  created_at: ({ createTime }) => createTime,
  description: ({ description }) => description,
};

/** The order of the contract (L5), by its definition. */
function sorted(objects: readonly Json[], orderBy: string): Json[] {
  const [field = '', direction] = orderBy.split(' ');
  const key = toKey[field]!;
  const up = [...objects].sort(
    (one, other) => bytes(key(one)).compare(bytes(key(other))) || bytes(one.uid).compare(bytes(other.uid)),
  );
  return direction === 'desc' ? up.reverse() : up;
}

function query(top: string, { byName, scope }: { byName: string | undefined; scope: string }, orderBy: string): string {
  const parameters = new URLSearchParams({ [`uidp.${scope}`]: top, order_by: orderBy });
  if (byName !== undefined) parameters.set('name', byName);
  return `${groups}?${parameters.toString()}`;
}

test('a chain of pages is the list in order, and skip agrees with slicing it', async () => {
  await fc.assert(
    fc.asyncProperty(
      data,
      filter,
      order,
      fc.integer({ min: 1, max: 12 }),
      fc.nat(45),
      async (objects, wanted, orderBy, size, skip) => {
        const { ok, emulator, top } = await sown(objects);
        const path = query(top, wanted, orderBy);
        const all = await ok('GET', `${path}&page_size=200`);
        expect(all.groups).toEqual(sorted(all.groups, orderBy));
        expect(all.totalCount).toBe(String(all.groups.length));
        const matching = [{ name: 'middle', deep: false }, ...objects].filter(
          (object) =>
            (wanted.byName ?? object.name) === object.name && (wanted.scope === 'descendants_of' || !object.deep),
        );
        expect(all.groups).toHaveLength(matching.length);

        const chained: Json[] = [];
        let token = '';
        do {
          const page = await ok('GET', `${path}&page_size=${size}&page_token=${token}`);
          expect(page.totalCount).toBe(all.totalCount);
          chained.push(...page.groups);
          token = page.nextPageToken ?? '';
        } while (token !== '');
        expect(chained).toEqual(all.groups);

        const skipped = await ok('GET', `${path}&page_size=${size}&skip=${skip}`);
        expect(skipped.groups).toEqual(all.groups.slice(skip, skip + size));
        expect(skipped.skipped).toBe(skip);
        emulator.close();
      },
    ),
    { numRuns: 60 },
  );
});

test('with writes in between, what existed throughout is seen exactly once and in order', async () => {
  const write = fc.record({
    what: fc.constantFrom('create', 'delete', 'describe'),
    which: fc.nat(100),
    name,
  });
  await fc.assert(
    fc.asyncProperty(
      data,
      fc.constantFrom('', 'name', 'name desc', 'created_at desc'),
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.array(write, { maxLength: 4 }), { maxLength: 12 }),
      async (objects, orderBy, size, rounds) => {
        const { ok, emulator, top } = await sown(objects);
        const path = query(top, { byName: undefined, scope: 'children_of' }, orderBy);
        const before: Json[] = (await ok('GET', `${path}&page_size=200`)).groups;
        const deleted = new Set<string>();
        const seen: Json[] = [];
        let token = '';
        for (let round = 0; ; round++) {
          const page = await ok('GET', `${path}&page_size=${size}&page_token=${token}`);
          seen.push(...page.groups);
          token = page.nextPageToken ?? '';
          if (token === '') break;
          for (const { what, which, name: own } of rounds[round] ?? []) {
            if (what === 'create') await ok('POST', `${groups}/${top}`, { name: own });
            const target = before[which % Math.max(before.length, 1)];
            if (target === undefined || deleted.has(target.uid) || target.name === 'middle') continue;
            if (what === 'describe') await ok('PATCH', `${groups}/${target.uid}`, { description: own });
            if (what === 'delete') {
              await ok('DELETE', `${groups}/${target.uid}`);
              deleted.add(target.uid);
            }
          }
        }
        const uids = seen.map(({ uid }) => uid);
        expect(new Set(uids).size).toBe(uids.length);
        expect(seen).toEqual(sorted(seen, orderBy));
        const throughout = before.map(({ uid }) => uid).filter((uid) => !deleted.has(uid));
        expect(uids.filter((uid) => throughout.includes(uid))).toEqual(throughout);
        emulator.close();
      },
    ),
    { numRuns: 60 },
  );
});
