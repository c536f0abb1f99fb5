/** The objects of a run are compared with lists that lag behind, or that grow while they are read. */
import type { Values } from '../../../src/model/api';
import { createClient } from '../../../src/client';
import { createExistence } from '../../../src/provider/keys/existence';
import { createKeysOfKind, MAX_AGE_MS } from '../../../src/provider/keys/keys-of-kind';
import { createPropagation } from '../../../src/provider/refresh/propagation';
import { createRecentObjects } from '../../../src/provider/refresh/recent-objects';
import { group } from '../../../src/model/kinds';

const ROOT = 'ac3e'.repeat(10);
const LAG_MS = 30_000;
const { signal } = new AbortController();

const named = (number: number, name: string): Values => ({ uid: `${ROOT}/${String(number).padStart(16, '0')}`, name });
/** A group in another one. */
const INNER = `${ROOT}/${'9'.repeat(16)}`;
/** A key in another organization. */
const outside = { parent: 'beef'.repeat(10), values: { name: 'free' } };
/** The pause after a list that failed. */
const PAUSE_MS = 60_000;
const toKey = (name: string) => ({ parent: ROOT, values: { name } });
const [own, theirs] = [named(1, 'a'), named(2, 'a')];

const denied = (): Response => Response.json({ code: 7, message: 'no' }, { status: 403 });

interface Options {
  readonly lists?: boolean;
  readonly unique?: boolean;
}

/** Starts a run whose service shows any list. A search for a single key finds both objects, until a test changes the answer. */
function startKeys({ lists: mayList = true, unique = true }: Options = {}) {
  let search = (): Response => Response.json({ groups: [own, theirs] });
  let now = Date.parse('2026-01-02T03:04:05Z');
  let list: (page: number) => Response = () => Response.json({ groups: [] });
  const seen: string[] = [];
  const waits: unknown[] = [];
  let lists = 0;
  let whileListing = (): void => undefined;
  const clock = (): number => now;
  const client = createClient({
    baseUrl: 'http://localhost',
    token: 'token',
    maxRetries: 0,
    fetch: ({ url }) => {
      if (!url.includes('descendants_of')) return Promise.resolve(search());
      lists++;
      whileListing();
      return Promise.resolve(list(Number(new URL(url).searchParams.get('page_token'))));
    },
  });
  const propagation = createPropagation(
    { clock, sleep: (_, waiting) => Promise.resolve(void waits.push(waiting)) },
    LAG_MS,
  );
  const recent = createRecentObjects(clock, 0, () => false);
  const keys = createKeysOfKind(client, group, {
    ...{ clock, propagation, lists: mayList, unique },
    existence: createExistence(client, { propagation, recent, serviceClock: clock }),
    managed: { has: (_, uid) => uid === own['uid'] },
    visibility: { saw: (_, uid) => void seen.push(uid) },
  });
  return {
    keys,
    propagation,
    seen,
    waits,
    lists: () => lists,
    ask: (name = 'free', scope = ROOT) => keys.areFree(toKey(name), scope, signal),
    show: (shown: (page: number) => Response) => void (list = shown),
    find: (found: () => Response) => void (search = found),
    pass: (ms: number) => void (now += ms),
    /** Reads a new list, and returns the number of requests for it. */
    async read(groups: readonly Values[], totalCount?: string, during = (): void => undefined): Promise<number> {
      now += MAX_AGE_MS + 1;
      list = () => Response.json({ groups, ...(totalCount !== undefined && { totalCount }) });
      [whileListing, lists] = [during, 0];
      await keys.areFree(toKey('free'), ROOT, signal);
      return lists;
    },
  };
}

type Run = ReturnType<typeof startKeys>;
const DUPLICATE = 'Duplicate of group "a"';
const NO_ERROR = 'no error';

const createOwn = ({ keys }: Run): void => keys.created(own, 'group "a"');

test.each<[string, string, (run: Run) => Promise<unknown>]>([
  ['a list that lags behind lacks the object', DUPLICATE, (run) => (createOwn(run), run.read([]))],
  [
    'a list lacks the object when no list lags behind any longer',
    NO_ERROR,
    (run) => {
      createOwn(run);
      run.pass(LAG_MS - MAX_AGE_MS - 1);
      return run.read([]);
    },
  ],
  ['a list shows the object alone', NO_ERROR, (run) => (createOwn(run), run.read([own]))],
  ['the object is created while a list is read', DUPLICATE, (run) => run.read([own], undefined, () => createOwn(run))],
])('after %s, the next list with a duplicate leads to: %s', async (_, result, firstList) => {
  const run = startKeys();
  await firstList(run);
  const next = run.read([own, theirs]).then(
    () => NO_ERROR,
    (error: unknown) => String(error),
  );
  expect(await next).toContain(result);
});

test('a duplicate is reported once, although the list lacks the object of the run', async () => {
  const run = startKeys();
  createOwn(run);
  await expect(run.read([theirs])).rejects.toThrow(DUPLICATE);
  await run.read([own, theirs]);
});

const sendOwn = ({ keys }: Run): void => keys.use(toKey('a'));
const sendRoot = ({ keys }: Run): void => keys.use({ parent: undefined, values: { name: 'a' } });

test.each<[string, boolean, readonly ((run: Run) => void)[]]>([
  ['this run has created nothing', true, []],
  ['a create waits for its answer', false, [sendOwn]],
  ['a create has been answered', true, [sendOwn, createOwn]],
  ['a create has been answered, and is sent again', true, [createOwn, sendOwn]],
  ['the create of an object without a parent waits', true, [sendRoot]],
  ['a create in another organization waits', true, [({ keys }) => keys.use(outside)]],
])('if %s, a list that lacks an object is read again: %s', async (_, isReadAgain, steps) => {
  const run = startKeys();
  for (const step of steps) step(run);
  expect(await run.read([], '1')).toBe(isReadAgain ? 2 : 1);
});

test('a key is used from its request on', () => {
  const { keys } = startKeys();
  expect(keys.areUsed(toKey('a'))).toBe(false);
  keys.use(toKey('a'));
  expect(keys.areUsed(toKey('a'))).toBe(true);
});

test('a list counts for ten seconds, and the next one covers the same group', async () => {
  const run = startKeys();
  await run.read([own]);
  run.pass(10_000);
  expect([await run.ask(), await run.ask('a'), run.lists()]).toEqual([true, false, 1]);
  run.pass(1);
  expect([await run.ask(), run.lists()]).toEqual([true, 2]);
  expect(run.seen).toEqual([own['uid'], own['uid']]);
  run.pass(MAX_AGE_MS + 1);
  await run.keys.areFree({ ...toKey('free'), parent: INNER }, INNER, signal);
  expect([await run.ask(), run.lists()]).toEqual([true, 3]);
});

test('a list of many pages is read once as many creates have asked', async () => {
  const run = startKeys();
  run.show(() => Response.json({ groups: [own], totalCount: '601', nextPageToken: 'next' }));
  const lists: number[] = [];
  for (let creates = 0; creates < 4; creates++) {
    await run.ask();
    lists.push(run.lists());
  }
  expect(lists).toEqual([1, 1, 1, 5]);
});

test('after a list of many pages, as many creates must ask again', async () => {
  const run = startKeys();
  const groups = Array.from({ length: 601 }, (_, index) => named(index + 3, `n${index}`));
  run.show((page) => {
    const next = page < 3 && { nextPageToken: String(page + 1) };
    return Response.json({ groups: groups.slice(page * 200, page * 200 + 200), totalCount: '601', ...next });
  });
  const requests = async (creates: number): Promise<number> => {
    for (let asked = 0; asked < creates; asked++) await run.ask();
    return run.lists();
  };
  expect(await requests(4)).toBe(1 + 4);
  run.pass(MAX_AGE_MS + 1);
  expect(await requests(3)).toBe(5);
  expect(await requests(1)).toBe(5 + 4);
});

test('creates that ask at the same time share a list', async () => {
  const run = startKeys();
  expect(await Promise.all([run.ask(), run.ask('b'), run.keys.areFree(outside, ROOT, signal)])).toEqual([
    true,
    true,
    false,
  ]);
  expect(run.lists()).toBe(1);
});

test('a key that is used while a list is read is not free', async () => {
  const run = startKeys();
  const asked = run.ask();
  run.keys.use(toKey('free'));
  expect(await asked).toBe(false);
});

test('the key of a deleted object is free in the list', async () => {
  const run = startKeys();
  await run.read([own, theirs]);
  run.keys.deleted(toKey('a'), String(own['uid']));
  expect(await run.ask('a')).toBe(false);
  run.keys.deleted(toKey('a'), String(theirs['uid']));
  expect(await run.ask('a')).toBe(true);
});

test('after a list that failed, none is read for a minute', async () => {
  const run = startKeys();
  run.show(denied);
  expect([await run.ask(), run.lists()]).toEqual([false, 1]);
  run.show(() => Response.json({ groups: [] }));
  run.pass(PAUSE_MS - 1);
  expect([await run.ask(), run.lists()]).toEqual([false, 1]);
  run.pass(1);
  expect([await run.ask(), run.lists()]).toEqual([true, 2]);
});

test('a denied list of a young group is read again', async () => {
  const run = startKeys();
  run.propagation.created(group, { uid: ROOT });
  let isDenied = true;
  run.show(() => {
    const answer = isDenied ? denied() : Response.json({ groups: [] });
    isDenied = false;
    return answer;
  });
  expect([await run.ask(), run.lists()]).toEqual([true, 2]);
  // The wait ends with the list.
  expect(run.waits).toEqual([expect.any(AbortSignal)]);
});

test('without lists, no key is known to be free, and nothing is requested', async () => {
  const run = startKeys({ lists: false });
  expect([await run.ask(), run.lists()]).toEqual([false, 0]);
});

test.each<[string, number, readonly Values[], string]>([
  ['is not in the list that it has outrun', 1, [], '1'],
  ['is in the list, another one is missing', 2, [own], '2'],
])('an object that is created while a list is read %s: %s readings', async (_, readings, groups, count) => {
  const run = startKeys();
  expect(await run.read(groups, count, () => createOwn(run))).toBe(readings);
});

test.each<[string, string, () => Response]>([
  ['both objects', DUPLICATE, () => Response.json({ groups: [own, theirs] })],
  ['the object of the run alone', NO_ERROR, () => Response.json({ groups: [own] })],
  ['the object of others alone', NO_ERROR, () => Response.json({ groups: [theirs] })],
])('if a list shows a duplicate, and the search finds %s: %s', async (_, result, found) => {
  const run = startKeys();
  run.find(found);
  createOwn(run);
  const read = run.read([own, theirs]).then(
    () => NO_ERROR,
    (error: unknown) => String(error),
  );
  expect(await read).toContain(result);
});

test('a duplicate is reported by the next create if the search for it fails', async () => {
  const run = startKeys();
  createOwn(run);
  run.find(denied);
  await expect(run.read([own, theirs])).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  run.find(() => Response.json({ groups: [own, theirs] }));
  await expect(run.ask()).rejects.toThrow(DUPLICATE);
});

test('where duplicates are allowed, none is searched', async () => {
  const run = startKeys({ unique: false });
  createOwn(run);
  await run.read([own, theirs]);
  expect(await run.ask()).toBe(true);
});

test('two objects without a complete key are no duplicates', async () => {
  const run = startKeys();
  const nameless = [own, theirs].map((object) => ({ ...object, name: '' }));
  run.find(() => Response.json({ groups: nameless }));
  run.keys.created(nameless[0]!, 'group');
  expect(await run.read(nameless)).toBe(1);
});

test('a key without a parent is never known to be free', async () => {
  const run = startKeys();
  expect(await run.keys.areFree({ parent: undefined, values: { name: 'free' } }, ROOT, signal)).toBe(false);
  expect(run.lists()).toBe(0);
});

test('a list ends with the last create that waits for it', async () => {
  const run = startKeys();
  const stopping = new AbortController();
  run.show(() => {
    stopping.abort(new Error('enough'));
    return Response.json({ groups: [], totalCount: '1' });
  });
  await expect(run.keys.areFree(toKey('free'), ROOT, stopping.signal)).rejects.toThrow('enough');
  await new Promise(setImmediate);
  expect(run.lists()).toBe(1);
});

test('an object outside of a list is compared with the next one that covers it', async () => {
  const run = startKeys();
  createOwn(run);
  run.pass(LAG_MS);
  await run.keys.areFree({ ...toKey('free'), parent: INNER }, INNER, signal);
  const detail = expect.stringContaining(`another one: uid ${String(theirs['uid'])}.`);
  await expect(run.read([own, theirs])).rejects.toMatchObject({ diagnostics: [{ detail }] });
});
