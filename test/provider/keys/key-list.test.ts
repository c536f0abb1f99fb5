/** The reading of a list of keys ends if it costs more than it saves, and repeats while objects are missing. */
import type { Client, MalformedObject } from '../../../src/client';
import { MAX_PAGE_SIZE, type Values } from '../../../src/model/api';
import { group } from '../../../src/model/kinds';
import { type KeyList, readKeyList } from '../../../src/provider/keys/key-list';
import { ROOT, uidIn } from '../refresh/organization';

const { signal } = new AbortController();
const named = (number: number, name: string): Values => ({ uid: uidIn(ROOT, number), name });
const toKey = (name: string) => ({ parent: ROOT, values: { name } });
const malformed = (name: string): MalformedObject => ({
  ...{ kind: 'Group', uid: undefined, name },
  ...{ subject: 'it', problem: 'no', readable: { name } },
});

interface Page {
  readonly items?: readonly Values[];
  readonly malformed?: readonly MalformedObject[];
  readonly totalCount?: number;
  readonly nextPageToken?: string;
}

/** Reads a list of these pages. `msOfPage`: the time that each takes. */
async function read(pages: readonly Page[], maxPages = Infinity, createdMeanwhile = 0, msOfPage = 0) {
  let now = 7;
  let pagesRead = 0;
  const calls: unknown[][] = [];
  const seen: string[] = [];
  const client = {
    async *pages(...call: unknown[]) {
      calls.push(call);
      for (const page of pages) {
        pagesRead++;
        now += msOfPage;
        yield { items: [], malformed: [], ...page };
      }
    },
  };
  const list = await readKeyList(client as unknown as Client, group, {
    ...{ scope: ROOT, clock: () => now, signal, maxPages: () => maxPages },
    saw: (uid) => void seen.push(uid),
    createdMeanwhile: (begunAt, uids) => (begunAt === 7 && uids.size > 0 ? createdMeanwhile : 0),
  });
  return { list, calls, seen, pagesRead };
}

const [first, second, other] = [named(1, 'a'), named(2, 'a'), named(3, 'b')];
const twoPages = [
  { items: [first], totalCount: 3, nextPageToken: 'next' },
  { items: [second, other], totalCount: 3 },
];

test('all pages together show the objects with a key', async () => {
  const { list, calls, seen } = await read(twoPages, 2);
  expect(list).toMatchObject({ scope: ROOT, begunAt: 7, pages: 2 });
  const keys = list as KeyList;
  const { withKey, mayHold } = keys;
  expect([withKey(toKey('a')), withKey(toKey('b'))]).toEqual([[first['uid'], second['uid']], [other['uid']]]);
  expect(seen).toEqual([first['uid'], second['uid'], other['uid']]);
  expect(calls).toEqual([[group, { descendantsOf: ROOT, pageSize: MAX_PAGE_SIZE }, { signal }]]);
  keys.forget(toKey('a'), String(first['uid']));
  expect([withKey(toKey('a')), mayHold(toKey('a')), mayHold(toKey('c'))]).toEqual([[second['uid']], true, false]);
});

test.each<[string, number, number, number]>([
  ['one more page than it is worth', 3, 1, 2],
  ['more pages, as its count shows', 2 * MAX_PAGE_SIZE + 1, 2, 3],
])('a list with %s ends with its number of pages', async (_, totalCount, maxPages, expected) => {
  const { list, pagesRead } = await read([{ ...twoPages[0], totalCount }, ...twoPages.slice(1)], maxPages);
  expect([list, pagesRead]).toEqual([expected, 1]);
});

test.each<[string, number, Page, number]>([
  ['shows as many objects as it counts', 1, { items: [first], totalCount: 1 }, 0],
  ['counts nothing', 1, {}, 0],
  ['counts a malformed object', 1, { items: [first], malformed: [malformed('a')], totalCount: 2 }, 0],
  ['counts an object that was created meanwhile', 1, { items: [first], totalCount: 2 }, 1],
  ['counts another object', 2, { items: [first], totalCount: 2 }, 0],
  ['counts two other objects, and one was created meanwhile', 2, { items: [first], totalCount: 3 }, 1],
])('a list that %s: %s pages', async (_, expected, page, createdMeanwhile) => {
  expect((await read([page, page], Infinity, createdMeanwhile)).pagesRead).toBe(expected);
});

test('a malformed object may have a key that no readable field contradicts', async () => {
  const { list } = await read([{ malformed: [malformed('a'), malformed('b')], totalCount: 2 }]);
  expect(['a', 'b', 'c'].map((name) => (list as KeyList).mayHold(toKey(name)))).toEqual([true, true, false]);
});

test('a list that takes longer than five seconds is an error', async () => {
  const page = { items: [first], totalCount: 1 };
  await expect(read([page], 1, 0, 5_000)).resolves.toBeDefined();
  await expect(read([page], 1, 0, 5_001)).rejects.toThrow('The list takes too long.');
});
