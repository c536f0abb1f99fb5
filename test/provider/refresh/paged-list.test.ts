import { openPagedList } from '../../../src/provider/refresh/paged-list';
import { createRefreshBudget } from '../../../src/provider/refresh/refresh-budget';
import type { Client } from '../../../src/client';
import { group, identity } from '../../../src/model/kinds';
import { organization, ROOT, uidIn } from './organization';

const uids = Array.from({ length: 900 }, (_, index) => uidIn(ROOT, index));

function openList(total: number) {
  const { client, requests } = organization(uids.slice(0, total));
  const budget = createRefreshBudget();
  for (let count = 0; count < 10; count++) budget.readSingly();
  const found: string[] = [];
  const list = openPagedList(client, identity, ROOT, budget, (uid) => void found.push(uid));
  return { list, budget, found, requests };
}

test('each page but the first costs one of the requests that single reads have paid for', async () => {
  const { list, budget, found } = openList(450);
  const steps = [];
  for (let page = 0; page < 3; page++) {
    await list.readPage();
    steps.push([found.length, list.pagesLeft(), budget.credit()]);
  }
  expect(steps).toEqual([
    [200, 2, 10],
    [400, 1, 9],
    [450, 0, 8],
  ]);
});

test('without a count, a list is taken to have twice the pages that were read', async () => {
  const { client } = organization(uids);
  const counted = client.pages.bind(client);
  const pages = (async function* () {
    for await (const page of counted(identity, { descendantsOf: ROOT, pageSize: 200 }))
      yield { ...page, totalCount: undefined };
  })();
  const list = openPagedList(
    { ...client, pages: () => pages } as typeof client,
    identity,
    ROOT,
    createRefreshBudget(),
    () => undefined,
  );
  const left = [];
  for (let page = 0; page < 5; page++) {
    await list.readPage();
    left.push(list.pagesLeft());
  }
  expect(left).toEqual([1, 2, 3, 4, 0]);
});

test('a list covers the objects beneath its group', () => {
  const { list } = openList(1);
  const other = uidIn('f'.repeat(40), 1);
  expect([uidIn(ROOT, 1), uidIn(uidIn(ROOT, 1), 2), other].map((uid) => list.covers(uid))).toEqual([true, true, false]);
});

test('a list without a scope covers the objects of all groups, and none that is in no group', () => {
  const { client } = organization([]);
  const open = (scope: string | undefined) =>
    openPagedList(client, group, scope, createRefreshBudget(), () => undefined);
  const uids = [uidIn(ROOT, 1), uidIn('f'.repeat(40), 1), ROOT];
  expect(uids.map((uid) => open(undefined).covers(uid))).toEqual([true, true, false]);
  expect(uids.map((uid) => open(ROOT).covers(uid))).toEqual([true, false, false]);
});

test('before its first page, a list has one page', async () => {
  const { list } = openList(450);
  expect([list.hasBegun(), list.pagesLeft()]).toEqual([false, 1]);
  await list.readPage();
  expect([list.hasBegun(), list.pagesLeft()]).toEqual([true, 2]);
});

test.each<[string, readonly (string | undefined)[], readonly number[]]>([
  ['the pages after the last one, which show what it lacked, belong to the list', [undefined, undefined], [0]],
  ['a list that ends without a last page is complete', ['next'], [1, 0]],
])('%s', async (_, tokens, left) => {
  const pages = (async function* () {
    for (const [index, nextPageToken] of tokens.entries()) yield { items: [{ uid: `${index}` }], nextPageToken };
  })();
  const client = { pages: () => pages } as unknown as Client;
  const found: string[] = [];
  const list = openPagedList(client, identity, ROOT, createRefreshBudget(), (uid) => void found.push(uid));
  for (const pagesLeft of left) {
    await list.readPage();
    expect(list.pagesLeft()).toBe(pagesLeft);
  }
  expect(found).toEqual(tokens.map((_token, index) => `${index}`));
});

test('concurrent reads share a page', async () => {
  const { list, requests } = openList(450);
  await Promise.all([list.readPage(), list.readPage(), list.readPage()]);
  expect(requests).toEqual(['list']);
});
