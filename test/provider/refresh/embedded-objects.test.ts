/** The look-ups of people: one request each, or the complete list of the role bindings, which contain them (contract K4). */
import { ApiError, type Client } from '../../../src/client';
import type { Code, Values } from '../../../src/model/api';
import { identity, role } from '../../../src/model/kinds';
import type { Declaration } from '../../../src/model/schema';
import { createEmbeddedObjects } from '../../../src/provider/refresh/embedded-objects';
import { ROOT, uidIn } from './organization';

const ISSUER = 'https://sign-in.example';
const binding = (subject: string, uid: unknown = `uid-${subject}`) => ({ identity: { uid, issuer: ISSUER, subject } });
const people = (...subjects: readonly string[]) => subjects.map((subject) => binding(subject));
const failure = (code: Code) =>
  new ApiError({ code, explanation: 'no', method: 'GET', url: '/x', status: 403, outcome: 'rejected' });

interface Run {
  /** The pages of the role bindings. The service counts ten pages. */
  readonly pages: readonly (readonly Values[] | Error | Promise<readonly Values[]>)[];
  readonly declaration?: Declaration;
  readonly bulk?: boolean;
}

/** Starts a run that looks up people, and collects its requests and its decisions. */
function start({ pages, declaration = identity, bulk = true }: Run) {
  const requests: string[] = [];
  const decisions: string[] = [];
  const nothing = (): void => undefined;
  const log = {
    ...{ trace: nothing, info: nothing, warn: nothing, error: nothing },
    debug: (text: string, fields?: unknown) =>
      void decisions.push(`${text} ${JSON.stringify(typeof fields === 'function' ? fields() : fields)}`),
  };
  const client = {
    async *pages({ collection }: Declaration, query: object) {
      for (const [index, page] of pages.entries()) {
        requests.push(`${collection} ${JSON.stringify(query)}`);
        if (page instanceof Error) throw page;
        const isLast = index === pages.length - 1;
        yield { items: await page, totalCount: 200 * pages.length, nextPageToken: isLast ? undefined : 'next' };
      }
    },
  } as unknown as Client;
  const embedded = createEmbeddedObjects(client, { bulk, log });
  const ask = (
    subject: string,
    answer: string | Promise<string> = `uid-${subject}`,
    { signal = new AbortController().signal, issuer = ISSUER }: { signal?: AbortSignal; issuer?: string | null } = {},
  ) => {
    const lookUp = () => {
      requests.push(subject);
      return Promise.resolve(answer);
    };
    return embedded.findUid(declaration, { issuer, subject }, lookUp, signal);
  };
  /** Looks up the people that a run looks up before it considers a list. */
  const askFirst = async () => {
    for (let count = 0; count < 5; count++) await ask(`first-${count}`);
    expect(requests.splice(0)).toHaveLength(5);
  };
  return { ask, askFirst, requests, decisions };
}

const LIST = 'roleBindings {}';
const inList = (subject: string) =>
  `Decision: list {"kind":"Identity","uid":"uid-${subject}","reason":"An object that refers to it contains it"}`;
const noList = (reason: string) => `Decision: single read {"kind":"Identity","reason":"${reason}"}`;
const DIFFERS = noList('The list contains another object than a look-up');

test('after a few look-ups, one list finds the others', async () => {
  const { ask, askFirst, requests, decisions } = start({ pages: [people('ada', 'bob')] });
  await askFirst();
  expect([await ask('ada'), await ask('bob', 'not asked')]).toEqual(['uid-ada', 'uid-bob']);
  expect(requests).toEqual([LIST]);
  expect(decisions).toEqual([inList('ada'), inList('bob')]);
});

test.each<[string, readonly Values[]]>([
  ['is not in the list', people('bob')],
  ['is in a group', [binding('ada', uidIn(ROOT, 1))]],
  ['has no uid', [binding('ada', 7)]],
  ['is not embedded', [{ identity: 'ada' }, {}]],
  ['has the values of another one', [binding('ada'), binding('ada', 'another')]],
  ['has another issuer', [{ identity: { uid: 'another', issuer: 'https://other.example', subject: 'ada' } }]],
])('a person who %s is looked up, and the list still finds others', async (_, page) => {
  const { ask, askFirst, requests, decisions } = start({ pages: [[...page, binding('eve')]] });
  await askFirst();
  expect([await ask('ada', 'looked up'), await ask('eve', 'not asked')]).toEqual(['looked up', 'uid-eve']);
  expect(requests).toEqual([LIST, 'ada']);
  expect(decisions).toEqual([inList('eve')]);
});

test('an empty value and an absent one are equal', async () => {
  const { ask, askFirst, requests } = start({
    pages: [[{ identity: { uid: 'one', subject: 'ada' } }, { identity: { uid: 'two', issuer: '', subject: 'bob' } }]],
  });
  await askFirst();
  const uids = [await ask('ada', 'x', { issuer: '' }), await ask('bob', 'x', { issuer: null })];
  expect([uids, requests]).toEqual([['one', 'two'], [LIST]]);
});

test.each<[string, Partial<Run>]>([
  ['bulk_refresh is false', { bulk: false }],
  ['the kind has no look-up', { declaration: role }],
  ['no kind contains such objects', { declaration: { ...role, lookup: identity.lookup! } }],
  [
    'the objects lack one of the values',
    {
      declaration: {
        ...identity,
        lookup: { ...identity.lookup!, by: [identity.lookup!.by[0], { name: 'nickname', description: '' }] },
      },
    },
  ],
])('if %s, each object is looked up', async (_, run) => {
  const { ask, askFirst, requests, decisions } = start({ pages: [people('ada')], ...run });
  await askFirst();
  await ask('ada');
  expect([requests, decisions]).toEqual([['ada'], []]);
});

test('a list that contains another object than a look-up is not used, and reported once', async () => {
  const { ask, askFirst, requests, decisions } = start({
    pages: [[binding('first-4', 'another'), ...people('ada', 'bob')]],
  });
  await askFirst();
  await Promise.all([ask('ada'), ask('bob')]);
  await ask('ada');
  expect(requests).toEqual([LIST, 'ada', 'bob', 'ada']);
  expect(decisions).toEqual([DIFFERS]);
});

test('a failed look-up proves nothing about the list', async () => {
  const { ask, requests } = start({ pages: [people('ada', 'bob')] });
  for (let count = 0; count < 5; count++)
    await expect(ask('bob', Promise.reject(new Error('denied')))).rejects.toThrow('denied');
  expect(await ask('ada', 'not asked')).toBe('uid-ada');
  expect(requests).toEqual(['bob', 'bob', 'bob', 'bob', 'bob', LIST]);
});

test('a list waits for the look-ups in flight', async () => {
  const { ask, requests } = start({ pages: [people('ada', 'bob')] });
  let answer: (uid: string) => void = () => undefined;
  const slow = new Promise<string>((resolve) => void (answer = resolve));
  const asked = Array.from({ length: 5 }, () => ask('ada', slow));
  const bob = ask('bob', 'looked up');
  const stop = new AbortController();
  const stopped = ask('bob', 'looked up', { signal: stop.signal });
  await new Promise(setImmediate);
  stop.abort(new Error('interrupted'));
  await expect(stopped).rejects.toThrow('interrupted');
  answer('another');
  expect([await bob, ...(await Promise.all(asked)).slice(4)]).toEqual(['looked up', 'another']);
  expect(requests.slice(5)).toEqual([LIST, 'bob']);
});

test('each look-up pays for one more page', async () => {
  const { ask, askFirst, requests } = start({ pages: [...Array.from({ length: 9 }, () => []), people('ada')] });
  await askFirst();
  for (let count = 0; count < 5; count++) await ask('ada');
  expect(requests).toEqual([LIST, 'ada', 'ada', 'ada', 'ada', ...Array.from({ length: 9 }, () => LIST)]);
});

test('only the complete list is compared with the look-ups', async () => {
  const pages = [people('ada'), ...Array.from({ length: 6 }, () => []), [binding('first-0', 'another')]];
  const { ask, askFirst, requests, decisions } = start({ pages });
  await askFirst();
  for (let count = 0; count < 3; count++) await ask('ada');
  expect(requests.filter((one) => one === 'ada')).toHaveLength(3);
  expect(decisions).toEqual([DIFFERS]);
});

test.each([
  ['the first page', [failure('PERMISSION_DENIED')], 1],
  ['a later page', [people('ada'), failure('PERMISSION_DENIED')], 2],
])('after the failure of %s, each person is looked up', async (_, pages, read) => {
  const { ask, askFirst, requests, decisions } = start({ pages });
  await askFirst();
  expect([await ask('ada', 'looked up'), await ask('ada', 'again')]).toEqual(['looked up', 'again']);
  expect(requests).toEqual([...Array.from({ length: read }, () => LIST), 'ada', 'ada']);
  expect(decisions).toEqual([noList('The list of roleBindings failed: no')]);
});

test('a failure that every request has ends the look-up', async () => {
  const { ask, askFirst, requests } = start({ pages: [failure('UNAUTHENTICATED')] });
  await askFirst();
  await expect(ask('ada')).rejects.toThrow('no');
  expect(requests).toEqual([LIST]);
});

test('an interrupted look-up does not end the list for others', async () => {
  let answer: (page: readonly Values[]) => void = () => undefined;
  const page = new Promise<readonly Values[]>((resolve) => void (answer = resolve));
  const { ask, askFirst, requests, decisions } = start({ pages: [page] });
  await askFirst();
  const stop = new AbortController();
  const stopped = ask('ada', 'x', { signal: stop.signal });
  stop.abort(new Error('interrupted'));
  await expect(stopped).rejects.toThrow('interrupted');
  answer(people('ada'));
  expect(await ask('ada', 'not asked')).toBe('uid-ada');
  expect([requests, decisions]).toEqual([[LIST], [inList('ada')]]);
});
