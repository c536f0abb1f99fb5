import { ApiError } from '../../../src/client/errors/api-error';
import { everyPage, type Miscount } from '../../../src/client/responses/every-page';
import type { Page } from '../../../src/client/responses/objects';

type Item = string;
type Given = Pick<Page<Item>, 'items'> & Partial<Page<Item>>;
const refused = (code: 'INVALID_ARGUMENT' | 'UNAVAILABLE' = 'INVALID_ARGUMENT') =>
  new ApiError({ code, explanation: 'page token', method: 'GET', url: '/x', outcome: 'rejected' });

/** Reads a list whose responses are given in their order; the last one repeats. */
async function read(responses: readonly (Given | Error)[]) {
  const tokens: (string | undefined)[] = [];
  const miscounts: Miscount[] = [];
  const items: Item[] = [];
  const page = async (token: string | undefined): Promise<Page<Item>> => {
    const response = responses[Math.min(tokens.push(token), responses.length) - 1]!;
    if (response instanceof Error) throw response;
    return { malformed: [], ...response };
  };
  const pages = everyPage({
    page,
    getUid: (item) => item,
    url: '/x',
    miscounted: (miscount) => miscounts.push(miscount),
  });
  const error = await (async () => {
    for await (const one of pages) items.push(...one.items);
    return undefined;
  })().catch((thrown: unknown) => thrown);
  return { items, tokens, miscounts, error };
}

test('pages are followed by their tokens, and an object on two of them comes once', async () => {
  expect(await read([{ items: ['a', 'b'], nextPageToken: '2' }, { items: ['b', 'c'] }])).toMatchObject({
    items: ['a', 'b', 'c'],
    tokens: [undefined, '2'],
    error: undefined,
  });
});

test('an empty page in the middle does not end the list', async () => {
  expect((await read([{ items: [], nextPageToken: '2' }, { items: ['a'] }])).items).toEqual(['a']);
});

test.each([21, 500])('%i empty pages, each with another token, are a list', async (count) => {
  const empty = Array.from({ length: count }, (_, index) => ({ items: [], nextPageToken: `${index}` }));
  expect(await read([...empty, { items: ['a'] }])).toMatchObject({ items: ['a'], error: undefined });
});

test('empty pages with the same token, and empty pages without end, are an error', async () => {
  const same = await read([{ items: [], nextPageToken: 'again' }]);
  expect(same.error).toMatchObject({ code: 'ABORTED' });
  expect(same.tokens.length).toBeLessThan(100);
  let count = 0;
  const endless = everyPage<Item>({
    page: () => Promise.resolve({ items: [], malformed: [], nextPageToken: `${count++}` }),
    getUid: (item) => item,
    url: '/x',
  });
  const end = (async () => {
    for await (const page of endless) expect(page.items).toEqual([]);
  })();
  await expect(end).rejects.toMatchObject({ code: 'ABORTED' });
});

test('a refused page token begins the list again, and nothing comes twice', async () => {
  const { items, tokens, error } = await read([
    { items: ['a'], nextPageToken: '2' },
    refused(),
    { items: ['a'], nextPageToken: '3' },
    { items: ['b'] },
  ]);
  expect({ items, tokens, error }).toEqual({
    items: ['a', 'b'],
    tokens: [undefined, '2', undefined, '3'],
    error: undefined,
  });
});

test('an error of the first page, and any other error, ends the list', async () => {
  expect((await read([refused()])).error).toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect((await read([{ items: ['a'], nextPageToken: '2' }, refused('UNAVAILABLE')])).error).toMatchObject({
    code: 'UNAVAILABLE',
  });
});

test('a page token that is always refused is an error in the end', async () => {
  const turns = Array.from({ length: 10 }, () => [{ items: ['a'], nextPageToken: '2' }, refused()]).flat();
  expect((await read(turns)).error).toMatchObject({ code: 'INVALID_ARGUMENT' });
});

test('a list that lacks counted objects is read again, and is complete with them', async () => {
  expect(
    await read([
      { items: ['a'], totalCount: 2 },
      { items: ['a', 'b'], totalCount: 2 },
    ]),
  ).toMatchObject({
    items: ['a', 'b'],
    tokens: [undefined, undefined],
    miscounts: [],
    error: undefined,
  });
});

test('two equal readings are the list, and a different count of the service is reported', async () => {
  expect(await read([{ items: ['a'], totalCount: 9 }])).toMatchObject({
    items: ['a'],
    tokens: [undefined, undefined],
    miscounts: [{ url: '/x', found: 1, counted: 9 }],
    error: undefined,
  });
});

test('a list without two equal readings is an error, not a shorter list', async () => {
  const readings = ['a', 'b', 'c'].map((item) => ({ items: [item], totalCount: 9 }));
  expect((await read(readings)).error).toMatchObject({
    code: 'ABORTED',
    explanation: expect.stringContaining('the service counts 9 objects and returned 3'),
  });
});

test('pages without end and without anything new are an error', async () => {
  const { error, tokens } = await read([{ items: ['a'], nextPageToken: 'again' }]);
  expect(error).toMatchObject({ code: 'ABORTED' });
  expect(tokens.length).toBeLessThan(100);
});
