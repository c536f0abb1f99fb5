import { openPagedList } from '../../../src/provider/refresh/paged-list';
import { createRefreshBudget } from '../../../src/provider/refresh/refresh-budget';
import { identity } from '../../../src/model/kinds';
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

test('concurrent reads share a page', async () => {
  const { list, requests } = openList(450);
  await Promise.all([list.readPage(), list.readPage(), list.readPage()]);
  expect(requests).toEqual(['list']);
});
