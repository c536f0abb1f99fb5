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
const keyOf = (name: string) => ({ parent: ROOT, values: { name } });
const [own, theirs] = [named(1, 'a'), named(2, 'a')];

/** Starts a run whose service shows any list. A search for a single key finds both objects. */
function startKeys() {
  let now = Date.parse('2026-01-02T03:04:05Z');
  let list: { readonly groups: readonly Values[]; readonly totalCount?: string } = { groups: [] };
  let lists = 0;
  let whileListing = (): void => undefined;
  const clock = (): number => now;
  const client = createClient({
    baseUrl: 'http://localhost',
    token: 'token',
    fetch: ({ url }) => {
      if (!url.includes('descendants_of')) return Promise.resolve(Response.json({ groups: [own, theirs] }));
      lists++;
      whileListing();
      return Promise.resolve(Response.json(list));
    },
  });
  const propagation = createPropagation({ clock, sleep: () => Promise.resolve() }, LAG_MS);
  const recent = createRecentObjects(clock, 0, () => false);
  const keys = createKeysOfKind(client, group, {
    ...{ clock, propagation, lists: true, unique: true },
    existence: createExistence(client, { propagation, recent, serviceClock: clock }),
    managed: { has: (_, uid) => uid === own['uid'] },
    visibility: { saw: () => undefined },
  });
  return {
    keys,
    pass: (ms: number) => void (now += ms),
    /** Reads a new list, and returns the number of requests for it. */
    async read(groups: readonly Values[], totalCount?: string, during = (): void => undefined): Promise<number> {
      now += MAX_AGE_MS + 1;
      [list, whileListing, lists] = [{ groups, ...(totalCount !== undefined && { totalCount }) }, during, 0];
      await keys.areFree(keyOf('free'), ROOT, signal);
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

const sendOwn = ({ keys }: Run): void => keys.use(keyOf('a'));
const sendRoot = ({ keys }: Run): void => keys.use({ parent: undefined, values: { name: 'a' } });

test.each<[string, boolean, readonly ((run: Run) => void)[]]>([
  ['this run has created nothing', true, []],
  ['a create waits for its answer', false, [sendOwn]],
  ['a create has been answered', true, [sendOwn, createOwn]],
  ['a create has been answered, and is sent again', true, [createOwn, sendOwn]],
  ['the create of an object without a parent waits', true, [sendRoot]],
])('if %s, a list that lacks an object is read again: %s', async (_, isReadAgain, steps) => {
  const run = startKeys();
  for (const step of steps) step(run);
  expect(await run.read([], '1')).toBe(isReadAgain ? 2 : 1);
});

test('a key is used from its request on', () => {
  const { keys } = startKeys();
  expect(keys.areUsed(keyOf('a'))).toBe(false);
  keys.use(keyOf('a'));
  expect(keys.areUsed(keyOf('a'))).toBe(true);
});
