/** A list that lags behind is compared with single reads. */
import { createClient } from '../../../src/client';
import { formatTimestamp, type Values } from '../../../src/model/api';
import { accountAssociation, group, groupInvite, identity } from '../../../src/model/kinds';
import { createExistence, type Existence, missingList } from '../../../src/provider/keys/existence';
import { createPropagation } from '../../../src/provider/refresh/propagation';
import { createRecentObjects } from '../../../src/provider/refresh/recent-objects';
import { refusal, ROOT, uidIn } from '../refresh/organization';

const LAG_MS = 30_000;
const { signal } = new AbortController();
const listed = { uid: uidIn(ROOT, 1), name: 'a', createTime: formatTimestamp(new Date(0)) };
const key = { parent: ROOT, values: { name: 'a' } };

/** @param answers the answers of single reads, in order; the last one repeats */
function startExistence(answers: readonly (() => Response)[], at = 10 * LAG_MS) {
  let [now, reads] = [at, 0];
  const clock = () => now;
  const waits: (AbortSignal | undefined)[] = [];
  const sleep = (ms: number, waiting?: AbortSignal) => Promise.resolve(void ((now += ms), waits.push(waiting)));
  const client = createClient({
    ...{ baseUrl: 'https://api.test', token: 'token', maxRetries: 0 },
    fetch: () => Promise.resolve(answers[Math.min(reads++, answers.length - 1)]!()),
  });
  const propagation = createPropagation({ clock, sleep }, LAG_MS);
  const recent = createRecentObjects(clock, LAG_MS, () => false);
  const existence = createExistence(client, { propagation, recent, serviceClock: clock });
  return { existence, propagation, recent, waits, reads: () => reads };
}

const found = (values: Values) => () => Response.json(values);
const gone = () => refusal(404, 5, true);

test.each<[string, readonly (() => Response)[], number | undefined, Values[]]>([
  [
    'exists if a read finds it with the key',
    [found({ ...listed, description: 'b' })],
    undefined,
    [{ description: 'b' }],
  ],
  ['is another object now if its key differs', [found({ ...listed, name: 'b' })], undefined, []],
  ['is deleted if a read does not find it', [gone], undefined, []],
  ['exists if it is young and only a later read finds it', [gone, found(listed)], 1, [listed]],
  ['exists if a read fails', [() => refusal(403, 7)], undefined, [listed]],
])('a listed object %s', async (_, answers, at, expected) => {
  const { existence } = startExistence(answers, at);
  expect(await existence.confirm(group, key, [listed], signal)).toMatchObject(expected);
});

test('a listed object of a kind with the uid of its group needs no further read', async () => {
  const { existence, reads } = startExistence([gone]);
  expect(await existence.confirm(accountAssociation, key, [listed], signal)).toEqual([listed]);
  expect(reads()).toBe(0);
});

test('a stopped call says nothing about a listed object', async () => {
  const stopping = new AbortController();
  const { existence } = startExistence([
    () => {
      stopping.abort(new Error('enough'));
      return gone();
    },
  ]);
  await expect(existence.confirm(group, key, [listed], stopping.signal)).rejects.toThrow('enough');
});

test('a search is repeated only while the group above is young, and waits with its call', async () => {
  const answers = [() => refusal(403, 7), found({ groups: [listed], totalCount: '1' })];
  const old = startExistence(answers);
  await expect(old.existence.find(group, key, signal)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  const young = startExistence(answers);
  young.propagation.created(group, { uid: ROOT });
  expect(await young.existence.find(group, key, signal)).toMatchObject([listed]);
  expect([old.waits, young.waits]).toEqual([[], [signal]]);
});

type Call = (existence: Existence, signal: AbortSignal) => Promise<unknown>;
test.each<[string, Call]>([
  ['find', (existence, stopped) => existence.find(group, key, stopped)],
  ['findAll', (existence, stopped) => existence.findAll(group, key, stopped)],
  ['findAllInV1', (existence, stopped) => existence.findAllInV1(identity, key, stopped)],
  ['confirm', (existence, stopped) => existence.confirm(group, key, [listed], stopped)],
])('%s sends nothing after its call has been stopped', async (_, call) => {
  const { existence, reads } = startExistence([found({ groups: [] })]);
  await expect(call(existence, AbortSignal.abort(new Error('enough')))).rejects.toThrow();
  expect(reads()).toBe(0);
});

test('a listed object in a young group is read again, and the wait ends with its call', async () => {
  const { existence, propagation, waits } = startExistence([gone, found(listed)]);
  propagation.created(group, { uid: ROOT });
  expect(await existence.confirm(group, key, [listed], signal)).toMatchObject([listed]);
  expect(waits).toEqual([signal]);
});

const invite = { uid: uidIn(ROOT, 1), roleUid: uidIn(ROOT, 2), email: 'ada@example.com' };
const expired = { ...invite, expirationTime: formatTimestamp(new Date(10 * LAG_MS)) };
const valid = { ...invite, expirationTime: formatTimestamp(new Date(10 * LAG_MS + 1000)) };
const ofV1 = () => Response.json({ items: [{ id: invite.uid }] });

test.each<[string, readonly (() => Response)[], readonly Values[], readonly Values[] | undefined]>([
  ['and v1 has none, an object of this run exists', [gone], [valid], [valid]],
  ['and v1 has none, an expired object of this run does not conflict', [gone], [expired], []],
  ['and v1 has none, nothing is known', [gone], [], undefined],
  ['an object in the list of v1 exists', [ofV1, found(valid)], [], [valid]],
  ['an expired object in the list of v1 does not conflict', [ofV1, found(expired)], [], []],
  ['and the list of v1 is empty, no object exists', [() => Response.json({ items: [] })], [], []],
])('if v2 has no list, %s', async (_, answers, written, expected) => {
  const { existence, recent } = startExistence(answers);
  for (const object of written) recent.created(groupInvite, object);
  const { roleUid, email } = invite;
  const objects = await existence.findWithoutList(groupInvite, { parent: ROOT, values: { roleUid, email } }, signal);
  expect(objects?.map(({ uid, expirationTime }) => ({ ...invite, uid, expirationTime }))).toEqual(expected);
});

test('a malformed object that may have the key is reported with its problem', async () => {
  const { existence } = startExistence([found({ groups: [{ ...listed, name: 7 }], totalCount: '1' })]);
  const error = await existence.findAll(group, key, signal).catch((thrown: unknown) => thrown);
  const detail = [
    'The service returns a malformed object that may be it:',
    `  group (uid ${listed.uid}): name: Invalid input: expected string, received number`,
    'Nothing was sent. Report it to the operator of the service, or refer to the group by its uid.',
  ].join('\n');
  expect(error).toMatchObject({ diagnostics: [{ summary: 'Cannot determine whether the group exists', detail }] });
});

test('an error about a missing list names the list and the next steps', () => {
  const detail = [
    'Cannot find group "a": the API has no readable list of groups (GET /iam/v2beta1/groups), and v1 has none.',
    'Set uid instead of name. If other lists are missing, too, check base_url.',
  ].join('\n');
  expect(missingList(group, 'group "a"', 'Set uid instead of name.')).toMatchObject({
    diagnostics: [{ summary: 'No readable list of groups', detail }],
  });
});
