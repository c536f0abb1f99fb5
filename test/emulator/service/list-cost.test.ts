// @slow
/**
 * The cost of a list is independent of other objects: counted in rows that SQLite looks at, which are the same
 * on every machine. The lists follow from the declarations.
 */
import { declarations } from '../../../src/model/kinds';
import { isInclusion, listPath, offers, type Declaration } from '../../../src/model/schema';
import { organization, type Organization } from '../support/organization';

jest.setTimeout(180_000);

const few = 40;
const many = 700;

/** The rows that statements of the emulator's databases have looked at so far. */
let rows = 0;

interface Database {
  prepare(sql: string): object;
  function(name: string, work: (uid: string) => number): void;
}
type Sqlite = { readonly DatabaseSync: new (file: string) => Database } | undefined;

const sqlite = process.getBuiltinModule('node:sqlite') as Sqlite;

/** Adds a condition to each query that is true and counts. The SQL names its index, which therefore stays the same. */
beforeEach(() => {
  if (sqlite === undefined) return;
  class CountingDatabase extends sqlite.DatabaseSync {
    constructor(file: string) {
      super(file);
      this.function('looked_at', (_uid) => ++rows);
    }
    override prepare(sql: string): object {
      return super.prepare(sql.replaceAll(/ WHERE kind = /g, ' WHERE looked_at(uid) AND kind = '));
    }
  }
  jest.spyOn(process, 'getBuiltinModule').mockReturnValue({ DatabaseSync: CountingDatabase });
});
afterEach(() => jest.restoreAllMocks());

const counted = sqlite === undefined ? test.skip : test;
const reason = sqlite === undefined ? ' (skipped: this Node has no node:sqlite, whose functions count)' : '';

const claimMatch = { issuer: 'https://token.example.com', subject: 'repo:acme/shop' };

/** `size` objects of each kind in the group `full`, and as many of the same names in others. */
async function full(size: number): Promise<Organization & { readonly group: string; readonly bound: string }> {
  const each = <T>(make: (n: number) => T): T[] => Array.from({ length: size }, (_, n) => make(n));
  const seed = {
    groups: [
      {
        name: 'top',
        groups: [
          {
            name: 'full',
            groups: each((n) => ({ name: `n${n}`, description: `d${n}`, identities: [{ name: 'ci', claimMatch }] })),
            identities: [
              ...each((n) => ({ name: `n${n}`, claimMatch })),
              {
                name: 'aws',
                awsIdentity: { awsAccount: '123456789012', arn: 'arn:aws:iam::123456789012:role/ci', userId: 'AROA' },
              },
            ],
            roles: each((n) => ({ name: `n${n}`, capabilities: ['groups.list'] })),
            roleBindings: each((n) => ({ identity: `full/n${n}`, role: 'viewer' })),
            groupInvites: each((n) => ({ role: 'viewer', ttl: '60s', keyId: `k${n}` })),
            repos: [{ name: 'shop', tags: each((n) => ({ name: `1.${n}`, digest: `sha256:${n}` })) }],
          },
        ],
      },
    ],
    advisories: each((n) => ({ advisoryId: `A-${n}`, artifactName: `n${n}`, aliases: [`B-${n}`] })),
  };
  const acme = await organization({ seed });
  const [group] = (await acme.ok('GET', '/iam/v2beta1/groups?name=full')).groups;
  const [bound] = (await acme.ok('GET', `/iam/v2beta1/identities?name=n7&uidp.children_of=${group.uid}`)).identities;
  return { ...acme, group: group.uid, bound: bound.uid };
}

/** Values that a few objects have, or none. */
const values: Readonly<Record<string, string>> = {
  relationship_type: 'RELATIONSHIP_TYPE_AWS_IDENTITY',
  updated_since: '2099-01-01T00:00:00Z',
  advisory_ids: 'A-7',
  aliases: 'B-7',
  digest: 'sha256:7',
  key_id: 'k7',
};

/** These have to look at each object in scope: what they look for may stand anywhere in it. */
const lookingAtAll = ['words', 'element'];

function queries(declaration: Declaration, { group, bound }: { group: string; bound: string }): string[] {
  const filters = Object.entries(declaration.filters)
    .filter(([, filter]) => !lookingAtAll.includes(filter.compare ?? 'equal'))
    .map(([name, filter]) => {
      if (isInclusion(filter)) return `${name}=true`;
      const reference = filter.matches === 'parent' ? group : filter.matches === 'identityUid' ? bound : undefined;
      return `${name}=${reference ?? values[name] ?? 'n7'}`;
    });
  const scopes = ['', `uidp.children_of=${group}`, `uidp.descendants_of=${group}`, `uidp.ancestors_of=${bound}`];
  const sorted = ['name', 'createTime', 'updateTime'].filter((field) => Object.hasOwn(declaration.fields, field));
  const orders = ['', ...sorted.map((field) => `order_by=${field}`)];
  return scopes.flatMap((scope) =>
    ['', ...filters].flatMap((filter) => orders.map((order) => [scope, filter, order].filter(Boolean).join('&'))),
  );
}

async function costs(size: number): Promise<Map<string, number>> {
  const acme = await full(size);
  const found = new Map<string, number>();
  for (const declaration of declarations.filter((one) => offers(one, 'list'))) {
    for (const query of queries(declaration, acme)) {
      const path = `${listPath(declaration)}?page_size=20&${query}`;
      const { nextPageToken = '' } = await acme.ok('GET', path);
      // Earlier counts are cached, also after a write.
      await acme.make('groups', acme.group, { name: 'new' });
      for (const page of [path, ...(nextPageToken === '' ? [] : [`${path}&page_token=${nextPageToken}`])]) {
        const before = rows;
        await acme.ok('GET', page);
        const name = page.replace(/[0-9a-f]{40}[0-9a-f/]*/g, 'uid').replace(/page_token=.*/, 'next page');
        found.set(name, rows - before);
      }
    }
  }
  acme.emulator.close();
  return found;
}

counted(`a reference in a seed costs the same if many other groups have an object of the name${reason}`, async () => {
  const load = async (size: number): Promise<number> => {
    const team = { identities: [{ name: 'ci', claimMatch }], roleBindings: [{ identity: 'ci', role: 'viewer' }] };
    const groups = Array.from({ length: size }, (_, n) => ({ name: `team-${n}`, ...team }));
    const before = rows;
    const { emulator } = await organization({ seed: { groups: [{ name: 'acme', groups }] } });
    const cost = rows - before;
    emulator.close();
    return cost;
  };
  const [few, many] = [await load(20), await load(200)];
  expect(few).toBeGreaterThan(0);
  expect(many).toBeLessThan(few * 15);
});

counted(`lists by every filter cost the same among few and among many${reason}`, async () => {
  const [small, large] = [await costs(few), await costs(many)];
  const grown = [...large].filter(([query, cost]) => cost > 2 * (small.get(query) ?? 0) + 50);
  expect(grown).toEqual([]);
  expect(large.size).toBeGreaterThan(150);
  expect([...large.values()].filter((cost) => cost >= 20).length).toBeGreaterThan(50);
});
