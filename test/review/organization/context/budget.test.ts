import { group } from '../../../../src/model/kinds';
import { createBudgetedLists, type PageReader } from '../../../../src/review/organization/context/budget';

/** Returns a client with these pages of groups. */
function clientOf(...pages: readonly (readonly string[])[]): PageReader {
  const totalCount = pages.flat().length;
  return {
    page: (_: unknown, { pageToken = '0' }: { pageToken?: string | undefined } = {}) => {
      const index = Number(pageToken);
      const items = (pages[index] ?? []).map((name) => ({ name }));
      const next = index + 1 < pages.length ? { nextPageToken: String(index + 1) } : {};
      return Promise.resolve({ items, totalCount, malformed: [], ...next });
    },
  };
}

test('reads a list to its end, and counts its requests', async () => {
  const lists = createBudgetedLists(clientOf(['a', 'b'], ['c']), 5);
  expect(await lists.read(group, {})).toEqual({
    objects: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
    isWhole: true,
    totalCount: 3,
  });
  expect(lists.left()).toBe(3);
});

test('stops after the last request, and gives the reason', async () => {
  const lists = createBudgetedLists(clientOf(['a'], ['b'], ['c']), 2);
  const { objects, isWhole, reason } = await lists.read(group, {});
  expect(objects).toHaveLength(2);
  expect(isWhole).toBe(false);
  expect(reason).toBeDefined();
  expect(lists.left()).toBe(0);
});

test('stops as soon as the caller has enough', async () => {
  const lists = createBudgetedLists(clientOf(['a'], ['b'], ['c']), 5);
  const { objects, isWhole, reason } = await lists.read(group, {}, ({ objects: found }) => found.length === 2);
  expect([objects.length, isWhole, reason]).toEqual([2, false, undefined]);
});

test('returns what it has read before an error, with the message as the reason', async () => {
  const { page } = clientOf(['a'], ['b']);
  let requests = 0;
  const failing = {
    page: (...query: Parameters<PageReader['page']>) =>
      ++requests === 2 ? Promise.reject(new Error('The token has expired.')) : page(...query),
  };
  const { objects, isWhole, reason } = await createBudgetedLists(failing, 5).read(group, {});
  expect([objects.length, isWhole, reason]).toEqual([1, false, 'The token has expired']);
});
