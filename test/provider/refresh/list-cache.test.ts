/** Each read is served by a list or by a single read, for a reason that the log shows. */
import type { Client } from '../../../src/client';
import { group, identity } from '../../../src/model/kinds';
import type { Declaration } from '../../../src/model/schema';
import type { Log } from '../../../src/plugin';
import { createListCache } from '../../../src/provider/refresh/list-cache';
import { createRefreshBudget } from '../../../src/provider/refresh/refresh-budget';
import { organization, type Organization, refusal, ROOT, uidIn } from './organization';

const call = new AbortController();
const [teamA, teamB] = [uidIn(ROOT, 0xa), uidIn(ROOT, 0xb)] as const;
const many = (count: number, groupUid = ROOT) => Array.from({ length: count }, (_, index) => uidIn(groupUid, index));

/** Starts the cache of a kind. `find` returns the decision, with its reason without the list of an object. */
function start(own: Organization, declaration: Declaration = identity) {
  const lines: string[] = [];
  const uids: unknown[] = [];
  const nothing = (): void => undefined;
  const debug: Log['debug'] = (text, fields) => {
    const { kind, reason, uid } = (typeof fields === 'function' ? fields() : fields) as Record<string, string>;
    lines.push(`${kind}: ${text.replace('Decision: ', '')}: ${reason}`);
    uids.push(uid);
  };
  const log: Log = { trace: nothing, debug, info: nothing, warn: nothing, error: nothing };
  const [changed, budget] = [new Set<string>(), createRefreshBudget()];
  const [listed, scopes]: [unknown[], unknown[]] = [[], []];
  const pages: Client['pages'] = (kind, query, options) => {
    scopes.push(query?.descendantsOf);
    return own.client.pages(kind, query, options);
  };
  const onListed = ({ uid }: Readonly<Record<string, unknown>>) => void listed.push(uid);
  const cache = createListCache({ ...own.client, pages }, declaration, budget, changed, onListed, log);
  const find = async (uid: string, signal = call.signal) => {
    const object = await cache.find(uid, { signal });
    if (object !== undefined) expect(object['uid']).toBe(uid);
    const line = lines.pop();
    expect([lines, uids.splice(0), line?.includes(': list: ')]).toEqual([[], [uid], object !== undefined]);
    return line;
  };
  return { cache, find, changed, budget, listed, scopes };
}

const [inList, lacking] = [
  'Identity: list: A list that this run has read contains it',
  'Identity: single read: The complete list lacks it, so it may be deleted or too young for the list',
];
const first = (count: number) =>
  `Identity: single read: No list covers it, and it is number ${count} of the first 5 objects of the kind`;

test('after five single reads, one list serves all objects, and a single read decides about an object that it lacks', async () => {
  const uids = many(10);
  const own = organization(uids);
  const { find, listed } = start(own);
  const decisions = [];
  for (const uid of uids) decisions.push(await find(uid));
  expect(decisions).toEqual([...[1, 2, 3, 4, 5].map(first), ...Array<string>(5).fill(inList)]);
  expect(await find(uidIn(ROOT, 99))).toBe(lacking);
  expect([own.requests, listed]).toEqual([['list'], uids]);
});

test('an object in no group, and one that this run has changed, is read singly', async () => {
  const own = organization(many(10));
  const reading = start(own, group);
  expect(await reading.find(ROOT)).toBe('Group: single read: It is outside of all groups, and lists are of groups');
  const { find, changed } = start(own);
  changed.add(uidIn(ROOT, 1));
  for (let count = 0; count < 12; count++)
    expect(await find(uidIn(ROOT, 1))).toBe('Identity: single read: This run has changed it, so lists may be older');
  expect(own.requests).toEqual([]);
});

test('an object that changes while its list is read is not served by the list', async () => {
  const uids = many(10);
  const own = organization(uids);
  const { find, changed } = start(own);
  for (const uid of uids.slice(0, 5)) await find(uid);
  own.intercept = () => {
    changed.add(uids[5]!);
    return undefined;
  };
  expect([await find(uids[5]!), await find(uids[6]!)]).toEqual([lacking, inList]);
});

test('further pages are read when single reads have paid for all of them', async () => {
  const uids = many(1500);
  const own = organization(uids);
  const { find } = start(own);
  for (const uid of uids.slice(0, 5)) await find(uid);
  const long = (saved: number) =>
    `Identity: single read: The list has 7 further pages, which cost more than the ${saved} requests that it would have saved`;
  expect([await find(uids[900]!), await find(uids[901]!)]).toEqual([long(5), long(6)]);
  expect(own.requests).toEqual(['list']);
  expect(await find(uids[1499]!)).toBe(inList);
  expect(own.requests).toHaveLength(8);
});

test('an object that no list covers needs a wider list, which any kind of object has paid for', async () => {
  const own = organization([...many(10, teamA), ...many(10, teamB)]);
  const { find, scopes, budget } = start(own);
  for (const uid of many(6, teamA)) await find(uid);
  expect(scopes).toEqual([teamA]);
  expect(await find(uidIn(teamB, 1))).toBe(first(1));
  for (let count = 0; count < 3; count++) budget.ask(teamB);
  expect(await find(uidIn(teamB, 2))).toBe(inList);
  expect(scopes).toEqual([teamA, ROOT]);
});

test('in a large configuration, the first list of a kind has all groups of the run', async () => {
  const own = organization(many(10, teamA));
  const { find, scopes, budget } = start(own);
  for (let count = 0; count < 10; count++) budget.ask(teamB);
  expect(await find(uidIn(teamA, 1))).toBe(inList);
  expect(scopes).toEqual([ROOT]);
});

test('an API without a list of the kind is asked once', async () => {
  const uids = many(10);
  const own = organization(uids);
  const { cache, find } = start(own);
  own.intercept = () => refusal(501, 12);
  const [decisions, requests]: [unknown[], number[]] = [[], []];
  for (const uid of uids) {
    decisions.push(await find(uid));
    requests.push(own.requests.length);
  }
  const none = 'Identity: single read: No list of the kind can be read';
  expect(decisions).toEqual([...[1, 2, 3, 4, 5].map(first), ...Array<string>(5).fill(none)]);
  expect(new Set(requests.slice(5))).toEqual(new Set([requests[5]]));
  expect(cache.failedBy(undefined)).toBe(false);
});

test('a list that fails fails for every object that it covers', async () => {
  const uids = many(10);
  const own = organization(uids);
  const { cache, find } = start(own);
  own.intercept = () => refusal(500, 13);
  for (const uid of uids.slice(0, 5)) await find(uid);
  const failures = (await Promise.allSettled(uids.slice(5).map((uid) => cache.find(uid, call)))).map(
    (result) => result.status === 'rejected' && (result.reason as unknown),
  );
  own.intercept = () => undefined;
  const later: unknown = await cache.find(uids[6]!, call).catch((error: unknown) => error);
  expect(new Set([...failures, later]).size).toBe(1);
  expect(later).toMatchObject({ code: 'INTERNAL' });
  expect([cache.failedBy(later), cache.failedBy(new Error('no')), own.requests]).toEqual([true, false, ['list']]);
});

test('a read that is cancelled ends, and others get the page', async () => {
  const uids = many(10);
  const own = organization(uids);
  const { cache, find } = start(own);
  for (const uid of uids.slice(0, 5)) await find(uid);
  const stopping = new AbortController();
  const stopped = cache.find(uids[5]!, stopping);
  const other = cache.find(uids[6]!, call);
  stopping.abort(new Error('enough'));
  await expect(stopped).rejects.toThrow('enough');
  expect(await other).toMatchObject({ uid: uids[6] });
  expect(await cache.find(uidIn(ROOT, 99), call)).toBeUndefined();
  expect([cache.failedBy(undefined), own.requests]).toEqual([false, ['list']]);
});
