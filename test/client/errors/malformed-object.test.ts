import { createClient, group, repo, ResponseShapeError, roleBinding, type MalformedObject } from '../../../src/client';
import { cannedFetch, CHILD, GRANDCHILD, ROOT, TOKEN, type CannedResponse } from '../canned';

const setUp = (...responses: CannedResponse[]) =>
  createClient({ baseUrl: 'https://api.test', token: TOKEN, ...cannedFetch(...responses) });
const page = (collection: string, entries: readonly unknown[], more: object = {}): CannedResponse => ({
  body: { [collection]: entries, totalCount: String(entries.length), ...more },
});
const uid = (index: number) => `${ROOT}/${index.toString(16).padStart(16, '0')}`;
const good = (index: number) => ({ uid: uid(index), name: `good ${index}` });
const bad = { uid: CHILD, name: 'shop', catalogTier: true };

async function read<T>(items: AsyncGenerator<T>): Promise<{ shown: T[]; error?: unknown }> {
  const shown: T[] = [];
  try {
    for await (const item of items) shown.push(item);
  } catch (error) {
    return { shown, error };
  }
  return { shown };
}

describe('one malformed object in a list', () => {
  it('hides no other, and is reported by name once all others were shown', async () => {
    const client = setUp(
      page('repos', [good(1), bad, good(2)], { nextPageToken: 'x', totalCount: '4' }),
      page('repos', [good(3)], { totalCount: '4' }),
    );
    const { shown, error } = await read(client.list(repo));
    expect(shown.map(({ name }) => name)).toEqual(['good 1', 'good 2', 'good 3']);
    expect(error).toBeInstanceOf(ResponseShapeError);
    expect(error).toMatchObject({
      url: '/registry/v2beta1/repos',
      problem: `repo "shop" (uid ${CHILD}): catalogTier: expected a string or a number. All other objects were read`,
      malformed: [{ kind: 'Repo', uid: CHILD, name: 'shop' }],
    });
  });

  it('is reported to the callback, and then it is not an error', async () => {
    const told: MalformedObject[] = [];
    const client = setUp(
      page('repos', [bad, good(1), null, 'x', { uid: 'no uid', name: 'x' }, { uid: uid(2), name: 1 }]),
    );
    const { shown, error } = await read(client.list(repo, {}, { onMalformed: (object) => told.push(object) }));
    expect([shown.length, error]).toEqual([1, undefined]);
    expect(told.map(({ subject, problem }) => `${subject}: ${problem}`)).toEqual([
      `repo "shop" (uid ${CHILD}): catalogTier: expected a string or a number`,
      'repo [2]: expected an object',
      'repo [3]: expected an object',
      'repo "x": uid: expected a uid',
      `repo (uid ${uid(2)}): name: Invalid input: expected string, received number`,
    ]);
    expect(told[0]?.readable).toMatchObject({ uid: CHILD, name: 'shop', bundles: [] });
    expect(told[0]?.readable).not.toHaveProperty('catalogTier');
  });

  it('is returned with the items of its page', async () => {
    const { items, malformed } = await setUp(page('repos', [good(1), bad])).page(repo);
    expect([items, malformed]).toMatchObject([[good(1)], [{ uid: CHILD, name: 'shop' }]]);
    for await (const one of setUp(page('repos', [good(1), bad])).pages(repo)) expect(one.malformed).toHaveLength(1);
  });

  it('counts as one that was shown: the list is not read again for it', async () => {
    const { fetch, requests } = cannedFetch(page('repos', [bad, good(1), null, null]));
    const client = createClient({ baseUrl: 'https://api.test', token: TOKEN, fetch });
    await read(client.list(repo, {}, { onMalformed: () => undefined }));
    expect(requests).toHaveLength(1);
  });

  it('does not make a chain endless that begins again and again', async () => {
    const { fetch, requests } = cannedFetch(page('repos', [null], { nextPageToken: 'x', totalCount: '9' }));
    const client = createClient({ baseUrl: 'https://api.test', token: TOKEN, fetch });
    const { error } = await read(client.list(repo, {}, { onMalformed: () => undefined }));
    expect(requests.length).toBeLessThan(100);
    expect(error ?? 'ended').toBeDefined();
  });

  it('is named when it is asked for alone, or has just been created', async () => {
    const wrong: CannedResponse = { body: { uid: CHILD, name: 'a', verified: 'yes' } };
    for (const call of [setUp(wrong).get(group, CHILD), setUp(wrong).create(group, ROOT, { name: 'a' })])
      await expect(call).rejects.toMatchObject({ name: 'ResponseShapeError', malformed: [{ uid: CHILD, name: 'a' }] });
    const inputs = [{ identityUid: CHILD, roleUid: ROOT }];
    await expect(
      setUp(page('roleBindings', [{ uid: GRANDCHILD, createTime: 1 }])).createBatch(roleBinding, CHILD, inputs),
    ).rejects.toMatchObject({ outcome: 'unknown', malformed: [{ uid: GRANDCHILD }] });
  });
});
