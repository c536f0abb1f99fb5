/** The reads report each decision in the log, and each object that they find. */
import { ApiError } from '../../../src/client';
import { group, identity } from '../../../src/model/kinds';
import type { Log } from '../../../src/plugin';
import type { Retrying } from '../../../src/provider/refresh/deletion-check';
import { createReads } from '../../../src/provider/refresh/reads';
import { organization, refusal, ROOT, uidIn } from './organization';

const call = new AbortController();
const uids = Array.from({ length: 10 }, (_, index) => uidIn(ROOT, index));

/** Returns a log, and its lines of debug output. */
function startLog(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const nothing = (): void => undefined;
  const debug: Log['debug'] = (text, fields) =>
    void lines.push(`${text} ${JSON.stringify(typeof fields === 'function' ? fields() : fields)}`);
  return { log: { trace: nothing, debug, info: nothing, warn: nothing, error: nothing }, lines };
}

test.each([
  [false, 'bulk_refresh is false'],
  [true, undefined],
])('with bulk_refresh %s, the log gives the reason of a single read', async (bulk, reason) => {
  const { log, lines } = startLog();
  await createReads(organization([ROOT]).client, { bulk, log }).read(group, ROOT, call);
  expect(lines.filter((line) => line.includes('bulk_refresh'))).toEqual(
    reason === undefined ? [] : [`Decision: single read {"kind":"Group","uid":"${ROOT}","reason":"${reason}"}`],
  );
});

test('the log gives the reason why an object is gone', async () => {
  const { log, lines } = startLog();
  const { client } = organization([ROOT]);
  await createReads(client, { bulk: false, log }).read(identity, uidIn(ROOT, 1), call);
  expect(lines.at(-1)).toBe(
    `Decision: gone {"kind":"Identity","uid":"${uidIn(ROOT, 1)}","reason":"The service does not find it, and finds a group above it or shows no group for it"}`,
  );
});

test('each object that is found is reported with its source', async () => {
  const seen = { list: new Set<unknown>(), read: new Set<unknown>() };
  const { client } = organization([ROOT, ...uids]);
  const reads = createReads(client, {
    bulk: true,
    onObject: (declaration, { uid }, from) => {
      expect(declaration).toBe(identity);
      seen[from].add(uid);
    },
  });
  for (const uid of uids) await reads.read(identity, uid, call);
  expect([...seen.list].sort()).toEqual(uids);
  expect(seen.read.size).toBeGreaterThan(0);
});

test('only the failure of a list is one for its other objects', async () => {
  const own = organization([ROOT, ...uids]);
  own.intercept = ({ list }) => (list ? refusal(500, 13) : undefined);
  const reads = createReads(own.client, { bulk: true });
  await reads.read(group, ROOT, call);
  const failures = await Promise.all(
    uids.map((uid) =>
      reads.read(identity, uid, call).then(
        () => undefined,
        (error: unknown) => error,
      ),
    ),
  );
  const error = failures.find((failure) => failure !== undefined);
  expect(reads.isOfList(error)).toBe(true);
  expect(reads.isOfList(ApiError.from(new Error('another')))).toBe(false);
});

test('a read passes on the age of its object and its signal', async () => {
  const { client } = organization([ROOT]);
  const passed: unknown[] = [];
  const get: typeof client.get = (declaration, uid, options) => {
    passed.push(options?.signal);
    return client.get(declaration, uid, options);
  };
  const retryWhilePropagating: Retrying['retryWhilePropagating'] = (target, _call, work) => {
    passed.push(target);
    return work();
  };
  const reads = createReads({ ...client, get }, { bulk: false, propagation: { retryWhilePropagating } });
  await reads.read(group, ROOT, call, 'today');
  expect(passed).toEqual([{ uid: ROOT, createTime: 'today' }, call.signal]);
});
