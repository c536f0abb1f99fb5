import fc from 'fast-check';
import { camelCase, snakeCase } from '../../../src/model/api';
import { ApiError } from '../../../src/client';
import { everyPage, type EveryPageOptions } from '../../../src/client/responses/every-page';
import { searchParams } from '../../../src/client/requests/list-query';
import { advisory, declarations, group, roleBinding, tag } from '../../../src/model/kinds';
import { sortKeys } from '../../../src/model/schema';
import { ROOT } from '../canned';

describe('the query of a list', () => {
  it('sends every parameter in the representation of the API (contract L1)', () => {
    const query = searchParams(group, {
      descendantsOf: ROOT,
      childrenOf: ROOT,
      ancestorsOf: ROOT,
      inRoot: true,
      ids: ['a', 'b'],
      pageSize: 7,
      pageToken: 'x/y=',
      orderBy: 'name desc',
      skip: 3,
      name: 'a&b',
    });
    expect([...query]).toEqual([
      ['uidp.descendants_of', ROOT],
      ['uidp.children_of', ROOT],
      ['uidp.ancestors_of', ROOT],
      ['uidp.in_root', 'true'],
      ['uidp.ids', 'a'],
      ['uidp.ids', 'b'],
      ['name', 'a&b'],
      ['order_by', 'name desc'],
      ['page_size', '7'],
      ['page_token', 'x/y='],
      ['skip', '3'],
    ]);
  });

  it('requests the largest page by default (contract L3)', () => {
    expect(searchParams(group, {}).toString()).toBe('page_size=200');
  });

  it('takes every filter that a kind declares, by its name in camelCase', () => {
    for (const declaration of declarations) {
      for (const name of Object.keys(declaration.filters)) {
        expect(searchParams(declaration, { [camelCase(name)]: 'x' }).get(name)).toBe('x');
      }
    }
    expect(searchParams(advisory, { advisoryIds: ['a', 'b'] }).getAll('advisory_ids')).toEqual(['a', 'b']);
  });

  it('refuses what the kind does not declare, for the service would ignore it and list everything', () => {
    expect(() => searchParams(roleBinding, { name: 'x' })).toThrow(
      new TypeError('Lists of roleBindings have no filter "name"; they have identity, group, role.'),
    );
    expect(() => searchParams(group, { toString: 'x' })).toThrow('no filter "toString"');
    expect(() => searchParams(group, { filters: { name: 'x' } })).toThrow('no filter "filters"');
  });

  it.each([
    [roleBinding, { identiy: ROOT }, 'Did you mean identity?'],
    [group, { childrnOf: ROOT }, 'Did you mean childrenOf?'],
    [tag, { updated_since: 'x' }, 'Did you mean updatedSince?'],
    [group, { orderby: 'name' }, 'Did you mean orderBy?'],
  ])('suggests the name that was meant', (declaration, query, words) => {
    expect(() => searchParams(declaration, query)).toThrow(words);
  });

  it('refuses an empty filter, which the service would take for none', () => {
    for (const query of [{ name: '' }, { childrenOf: '' }, { descendantsOf: '' }]) {
      expect(() => searchParams(group, query)).toThrow(/^The filter \w+ is empty\. Omit it to list without it\.$/);
    }
    expect(searchParams(group, { name: undefined }).has('name')).toBe(false);
    expect(() => searchParams(group, { name: null })).toThrow('The filter name must be a text.');
  });

  it('accepts every order that a kind declares, in both representations, and no other', () => {
    for (const declaration of declarations) {
      for (const key of sortKeys(declaration)) {
        for (const orderBy of [key, `${key} desc`, `${snakeCase(key)} asc`])
          expect(searchParams(declaration, { orderBy }).get('order_by')).toBe(orderBy);
      }
    }
    for (const orderBy of ['', 'nonsense', 'name down', 'name desc, uid', 'toString'])
      expect(() => searchParams(group, { orderBy })).toThrow(
        /^Lists of groups cannot be ordered by ".*"\. Use uid, name/,
      );
    expect(() => searchParams(group, { orderBy: 'create_tme desc' })).toThrow('Did you mean createTime?');
  });
});

/** A list of names whose page tokens may expire: then the chain begins again without a word (contract L6). */
function service(options: {
  objects: string[];
  pageSize: number;
  expires?: (page: number) => boolean;
  counts?: boolean;
  between?: (page: number, objects: string[]) => void;
}) {
  let pages = 0;
  const page = async (token: string | undefined) => {
    pages++;
    options.between?.(pages, options.objects);
    const expired = token !== undefined && options.expires?.(pages) === true;
    const start = expired || token === undefined ? 0 : options.objects.findIndex((name) => name > token);
    const items = start < 0 ? [] : options.objects.slice(start, start + options.pageSize);
    const last = items.at(-1);
    const isLast = last === undefined || last === options.objects.at(-1);
    return {
      items,
      malformed: [],
      nextPageToken: isLast ? undefined : last,
      totalCount: options.counts === false ? undefined : options.objects.length,
    };
  };
  return { pages: () => pages, all: () => collect(everyObject({ page, getUid: (name: string) => name, url: '/x' })) };
}

async function* everyObject<R>(options: EveryPageOptions<R>): AsyncGenerator<R, void, undefined> {
  for await (const { items } of everyPage(options)) yield* items;
}

async function collect<T>(items: AsyncGenerator<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const names = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(6, '0'));

describe('every object of a list', () => {
  it('comes exactly once, in order, however often a page token expires', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 2, max: 40 }), { maxLength: 3 }),
        fc.boolean(),
        async (count, pageSize, expiring, counts) => {
          const list = service({ objects: names(count), pageSize, counts, expires: (page) => expiring.includes(page) });
          expect(await list.all()).toEqual(names(count));
        },
      ),
    );
  });

  it('is returned if it existed throughout, for any creates and deletes in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 10 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 0, max: 39 }), fc.boolean()), {
          maxLength: 5,
        }),
        async (count, pageSize, changes) => {
          const objects = names(count);
          const deleted = new Set<string>();
          const list = service({
            objects,
            pageSize,
            between: (page, now) => {
              for (const [when, index, deletes] of changes) {
                if (when !== page) continue;
                if (deletes) now.splice(index, 1).forEach((name) => deleted.add(name));
                else now.push(`${String(index).padStart(6, '0')}-new`);
              }
              now.sort();
            },
          });
          const found = await list.all().catch((error: unknown) => {
            expect(ApiError.from(error).explanation).toContain('list incomplete');
            return undefined;
          });
          if (found === undefined) return;
          expect(new Set(found).size).toBe(found.length);
          expect(names(count).filter((name) => !deleted.has(name) && !found.includes(name))).toEqual([]);
        },
      ),
    );
  });

  it('is sought by one more reading when fewer came than the service counts', async () => {
    const objects = names(4);
    const list = service({
      objects,
      pageSize: 2,
      between: (page, now) => {
        // Behind the reader's back, where it has been already.
        if (page === 2) now.unshift('000000-0');
        now.sort();
      },
    });
    expect((await list.all()).toSorted()).toEqual([...names(1), '000000-0', ...names(4).slice(1)]);
    expect(list.pages()).toBeGreaterThan(2);
  });

  it('is complete if two readings agree, although the service counts more, and the count is reported', async () => {
    const page = async () => ({ malformed: [], items: ['a'], totalCount: 3 });
    const miscounts: unknown[] = [];
    const miscounted = (miscount: unknown): void => void miscounts.push(miscount);
    expect(await collect(everyObject({ page, getUid: (name) => name, url: '/x', miscounted }))).toEqual(['a']);
    expect(miscounts).toEqual([{ url: '/x', found: 1, counted: 3 }]);
  });

  it('is not made up: a short list that is another one each time is an error', async () => {
    let readings = 0;
    const page = async () => ({ malformed: [], items: [`a${readings++}`], totalCount: 9 });
    const reading = collect(everyObject({ page, getUid: (name) => name, url: '/iam/v2beta1/groups' }));
    await expect(reading).rejects.toMatchObject({
      code: 'ABORTED',
      message: expect.stringContaining('list incomplete: the service counts 9 objects and returned 3'),
    });
  });

  it('comes although the service refuses a page token: the chain is restarted', async () => {
    let refusals = 2;
    const refused = new ApiError({
      ...{ code: 'INVALID_ARGUMENT', explanation: 'page_token', method: 'GET', url: '/x', outcome: 'rejected' },
    });
    const page = async (token: string | undefined) => {
      if (token !== undefined && refusals-- > 0) throw refused;
      return { malformed: [], items: [token ?? 'a'], ...(token === undefined && { nextPageToken: 'b' }) };
    };
    expect(await collect(everyObject({ page, getUid: (name) => name, url: '/x' }))).toEqual(['a', 'b']);
    const always = async (token: string | undefined) => {
      if (token !== undefined) throw refused;
      return { malformed: [], items: ['a'], nextPageToken: 'b' };
    };
    await expect(collect(everyObject({ page: always, getUid: (name) => name, url: '/x' }))).rejects.toThrow(refused);
  });

  it('comes over empty pages in the middle', async () => {
    const pages = [
      { malformed: [], items: ['a'], nextPageToken: '1' },
      { malformed: [], items: [], nextPageToken: '2' },
      { malformed: [], items: ['b'] },
    ];
    const all = collect(
      everyObject({ page: async (token) => pages[Number(token ?? 0)]!, getUid: (name) => name, url: '/x' }),
    );
    expect(await all).toEqual(['a', 'b']);
  });

  it('does not wait for the end of a chain that has none', async () => {
    let pages = 0;
    const page = async () => ({ malformed: [], items: [String(Math.min(pages++, 3))], nextPageToken: 'again' });
    await expect(collect(everyObject({ page, getUid: (name) => name, url: '/x' }))).rejects.toThrow('list incomplete');
    expect(pages).toBeLessThan(100);
  });

  it('is asked for page by page only', async () => {
    let pages = 0;
    const page = async () => ({ malformed: [], items: [`a${pages}`, `b${pages}`], nextPageToken: String(++pages) });
    const generator = everyObject({ page, getUid: (name) => name, url: '/x' });
    expect(pages).toBe(0);
    await generator.next();
    await generator.next();
    expect(pages).toBe(1);
    expect((await generator.next()).value).toBe('a1');
    await generator.return();
    expect(pages).toBe(2);
  });
});
