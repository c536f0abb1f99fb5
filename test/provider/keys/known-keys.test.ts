/** A run decides for each create whether its natural key is free, and says why. */
import { createClient } from '../../../src/client';
import { formatTimestamp, type Values } from '../../../src/model/api';
import { group, identity, identityProvider } from '../../../src/model/kinds';
import type { Declaration } from '../../../src/model/schema';
import { createExistence } from '../../../src/provider/keys/existence';
import { createKnownKeys } from '../../../src/provider/keys/known-keys';
import { createPropagation } from '../../../src/provider/refresh/propagation';
import { createRecentObjects } from '../../../src/provider/refresh/recent-objects';
import { ROOT, uidIn } from '../refresh/organization';

const TEAM = uidIn(ROOT, 1);
const OTHER_ROOT = 'beef'.repeat(10);
const START = Date.parse('2026-01-02T03:04:05Z');
const { signal } = new AbortController();

const keyIn = (parent: string | undefined, name = 'free') => ({ parent, values: { name } });
const objectIn = (parent: string, number: number, name = 'free', at = START): Values => ({
  ...{ uid: uidIn(parent, number), name, createTime: formatTimestamp(new Date(at)) },
});

/** Starts a run whose lists contain one object `taken` in the root group. */
function startKnownKeys() {
  let now = START;
  const clock = (): number => now;
  const scopes: string[] = [];
  const lines: Record<string, unknown>[] = [];
  const client = createClient({
    ...{ baseUrl: 'https://api.test', token: 'token', maxRetries: 0 },
    fetch: ({ url }) => {
      const { pathname, searchParams } = new URL(url);
      scopes.push(searchParams.get('uidp.descendants_of') ?? 'one');
      const collection = pathname.split('/').at(-1)!;
      return Promise.resolve(Response.json({ [collection]: [objectIn(ROOT, 9, 'taken')], totalCount: '1' }));
    },
  });
  const propagation = createPropagation({ clock, sleep: () => Promise.resolve() }, 0);
  const keys = createKnownKeys(client, {
    ...{ clock, propagation, lists: true, unique: true },
    existence: createExistence(client, {
      ...{ propagation, serviceClock: clock },
      recent: createRecentObjects(clock, 0, () => false),
    }),
    managed: { has: () => true },
    visibility: { saw: () => undefined },
    log: { debug: (message: string, fields: () => object) => void lines.push({ message, ...fields() }) } as never,
  });
  const isFree = (name?: string, parent: string | undefined = ROOT, declaration: Declaration = group) =>
    keys.isFree(declaration, keyIn(parent, name), signal);
  return {
    keys,
    isFree,
    scopes,
    line: () => lines.at(-1),
    pass: (ms: number) => void (now += ms),
    /** Asks for a few keys, so that the next one may read a list. */
    async askForFew(parent = ROOT): Promise<void> {
      for (const name of ['1', '2', '3', '4', '5']) await isFree(name, parent);
    },
  };
}

type Run = ReturnType<typeof startKnownKeys>;
const FEW = 'look up the key: A few creates read no list';
const LISTED = 'key is free: A list of the last ten seconds contains no object with the key';
const MAY_EXIST = 'look up the key: No recent list was worth its requests, or the list may contain the key';
const USED = 'look up the key: This run has given the key to an object, or tried to';
const NEW_PARENT = 'key is free: This run has just created its parent, and has not used the key there';

/** Creates a group some time ago. */
function createTeam({ keys, pass }: Run, msAgo = 0, isEmpty = true): void {
  keys.created(group, objectIn(ROOT, 1, 'team'), { subject: 'group "team"', isEmpty });
  pass(msAgo);
}

test.each<[string, string, (run: Run) => unknown, parent?: string]>([
  ['is one of the first five under its root', FEW, () => undefined],
  ['is the sixth', LISTED, (run) => run.askForFew()],
  ['is the sixth, and the first of another root', FEW, (run) => run.askForFew(OTHER_ROOT)],
  ['is in a list', MAY_EXIST, (run) => run.askForFew()],
  ['was sent by this run', USED, ({ keys }) => keys.creating(group, keyIn(ROOT, 'taken'))],
  ['was adopted', USED, ({ keys }) => keys.adopted(group, objectIn(ROOT, 9, 'taken'), keyIn(ROOT, 'taken'))],
  ['was given to an object', USED, ({ keys }) => keys.updating(group, uidIn(ROOT, 2), keyIn(ROOT, 'taken'))],
  ['was created', USED, ({ keys }) => keys.created(group, objectIn(ROOT, 9, 'taken'), { subject: '', isEmpty: false })],
  ['was not changed by an update', FEW, ({ keys }) => keys.updating(group, uidIn(ROOT, 2), undefined)],
  ['was used by another kind', FEW, ({ keys }) => keys.creating(identity, keyIn(ROOT, 'taken'))],
  ['has no parent', FEW, ({ keys }) => keys.creating(group, keyIn(undefined, 'taken'))],
  [
    'was released by a deletion',
    LISTED,
    async (run) => {
      await run.askForFew();
      await run.isFree();
      run.keys.deleted(group, uidIn(ROOT, 9), keyIn(ROOT, 'taken'));
    },
  ],
  ['is in a group of this run', NEW_PARENT, (run) => createTeam(run), TEAM],
  ['is in a group of this run that may contain others', FEW, (run) => createTeam(run, 0, false), TEAM],
  ['is in a group that this run created ten seconds ago', NEW_PARENT, (run) => createTeam(run, 10_000), TEAM],
  ['is in a group that this run created earlier', FEW, (run) => createTeam(run, 10_001), TEAM],
  [
    'is in a root group of this run, which is not empty',
    FEW,
    ({ keys }) => keys.created(group, { ...objectIn(ROOT, 1), uid: ROOT }, { subject: '', isEmpty: true }),
  ],
  [
    'is in an object of this run that contains no others',
    FEW,
    ({ keys }) => keys.created(identity, objectIn(ROOT, 1, 'ci'), { subject: '', isEmpty: true }),
    TEAM,
  ],
])('a key that %s: %s', async (what, expected, before, parent = ROOT) => {
  const run = startKnownKeys();
  await before(run);
  const name = what.startsWith('is the') ? 'free' : 'taken';
  const isFree = await run.isFree(name, parent);
  const { message, object, reason } = run.line()!;
  expect(`${String(message).replace('Decision: ', '')}: ${String(reason)}`).toBe(expected);
  expect(object).toBe(`group ${name} in ${parent}`);
  expect(isFree).toBe(expected.startsWith('key is free'));
});

test('a key without a parent is looked up', async () => {
  const run = startKnownKeys();
  expect(await run.keys.isFree(group, keyIn(undefined), signal)).toBe(false);
  expect(run.line()).toMatchObject({ reason: 'The object has no parent' });
});

test.each<[string, readonly string[], string]>([
  ['in one group', [TEAM], TEAM],
  ['in a group and one inside it', [TEAM, uidIn(TEAM, 1)], TEAM],
  ['in a group inside another one, and there', [uidIn(TEAM, 1), TEAM], TEAM],
  ['in two groups', [TEAM, uidIn(ROOT, 2)], ROOT],
])('a list for creates %s begins at their common group', async (_, parents, expected) => {
  const run = startKnownKeys();
  for (const parent of parents) await run.askForFew(parent);
  await run.isFree('free', parents.at(-1));
  expect(run.scopes[0]).toBe(expected);
});

test('a duplicate of an object of this run is reported', async () => {
  const run = startKnownKeys();
  await run.askForFew();
  run.keys.created(group, objectIn(ROOT, 8, 'taken'), { subject: 'group "taken"', isEmpty: true });
  expect(await run.isFree()).toBe(true);
  expect(run.scopes).toEqual([ROOT, 'one']);
});

test.each<[string, number | undefined, readonly Values[]]>([
  ['no object', undefined, []],
  ['an object without a time', undefined, [{ ...objectIn(ROOT, 1), createTime: 'never' }]],
  ['two objects, the older one last', START + 1000, [objectIn(ROOT, 1, 'a', START + 1000), objectIn(ROOT, 2)]],
  ['two objects, the younger one last', START + 1000, [objectIn(ROOT, 1), objectIn(ROOT, 2, 'a', START + 1000)]],
  ['an object, and one without a time', START, [objectIn(ROOT, 1), { ...objectIn(ROOT, 2), createTime: 'never' }]],
  ['an object in another organization', undefined, [objectIn(OTHER_ROOT, 1)]],
])('after the creation of %s, the latest creation is at %s', (_, expected, objects) => {
  const { keys } = startKnownKeys();
  for (const object of objects) keys.created(identityProvider, object, { subject: '', isEmpty: true });
  expect(keys.latestCreation(ROOT)?.getTime()).toBe(expected);
  expect(keys.latestCreation(undefined)).toBeUndefined();
});
