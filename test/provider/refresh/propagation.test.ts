import { type Code, formatTimestamp } from '../../../src/model/api';
import { ApiError } from '../../../src/client';
import { group as groupKind } from '../../../src/model/kinds';
import type { Log } from '../../../src/plugin';
import { createPropagation } from '../../../src/provider/refresh/propagation';
import { OLD_TOKEN } from '../../../src/provider/messages/diagnostics';
import { createAttemptLog } from '../../../src/provider/configuration/attempt-log';
import { startWorld } from '../world';

const nothing = (): void => undefined;
const silent: Log = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
const call = new AbortController();
const root = 'a'.repeat(40);
const group = `${root}/${'b'.repeat(16)}`;

function world(timeoutMs = 30_000, log?: Log) {
  let now = 0;
  const runtime = {
    clock: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  const { serviceClock, observe } = createAttemptLog(silent, runtime.clock);
  return {
    propagation: createPropagation(runtime, timeoutMs, serviceClock, log),
    now: () => now,
    /** The error of our clock. */
    setAhead: (ms: number) => observe({ method: 'GET', url: '/x', attempt: 1, durationMs: 0, serviceTime: now + ms }),
  };
}

const refusal = (code: Code) =>
  new ApiError({ code, explanation: 'no', method: 'POST', url: '/x', status: 403, outcome: 'rejected' });

function refusing(code: Code, untilMs: number, now: () => number) {
  return () => (now() >= untilMs ? Promise.resolve('done') : Promise.reject(refusal(code)));
}

test('an object is young until the time has passed at the service', () => {
  const { propagation, setAhead } = world(1_000);
  setAhead(10_000);
  const times = [9_001, 9_000].map((ms) => new Date(ms).toISOString());
  expect([...times, undefined, 'no time'].map((time) => propagation.isYoung(time))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('a denial in a new group is retried', async () => {
  const { propagation, now } = world();
  propagation.created(groupKind, { uid: group });
  expect(
    await propagation.retryWhilePropagating({ uid: group }, call, refusing('PERMISSION_DENIED', 12_000, now)),
  ).toBe('done');
});

test('a denial under a new group is retried, too', async () => {
  const { propagation, now } = world();
  propagation.created(groupKind, { uid: root });
  expect(
    await propagation.retryWhilePropagating(
      { uid: `${group}/${'c'.repeat(16)}` },
      call,
      refusing('PERMISSION_DENIED', 5_000, now),
    ),
  ).toBe('done');
});

test('retries stop after thirty seconds', async () => {
  const { propagation, now } = world();
  propagation.created(groupKind, { uid: group });
  await expect(
    propagation.retryWhilePropagating({ uid: group }, call, refusing('PERMISSION_DENIED', 60_000, now)),
  ).rejects.toThrow('no');
  expect(now()).toBe(30_000);
});

test('an adopted object is as old as its createTime', async () => {
  const { propagation, now } = world();
  propagation.adopted(groupKind, { uid: group, createTime: new Date(-25_000).toISOString() });
  const work = refusing('PERMISSION_DENIED', 60_000, now);
  await expect(propagation.retryWhilePropagating({ uid: group }, call, work)).rejects.toThrow('no');
  expect(now()).toBe(5_000);
});

test('the waits double up to four seconds, and the last one ends with the age', async () => {
  const { propagation, now } = world();
  propagation.created(groupKind, { uid: group });
  const requested: number[] = [];
  const work = (): Promise<never> => {
    requested.push(now());
    return Promise.reject(refusal('PERMISSION_DENIED'));
  };
  await expect(propagation.retryWhilePropagating({ uid: group }, call, work)).rejects.toThrow('no');
  expect(requested).toEqual([0, 500, 1_500, 3_500, 7_500, 11_500, 15_500, 19_500, 23_500, 27_500, 30_000]);
});

test.each([
  ['in an old group', 'PERMISSION_DENIED', group, root],
  ['outside of all groups', 'PERMISSION_DENIED', undefined, root],
  ['of another kind', 'NOT_FOUND', group, group],
  ['of the token, under a group other than a root', 'UNAUTHENTICATED', group, group],
] as const)('a failure %s fails immediately', async (_, code, scope, opened) => {
  const { propagation, now } = world();
  propagation.created(groupKind, { uid: opened === root && scope === group ? `${root}/${'f'.repeat(16)}` : opened });
  await expect(propagation.retryWhilePropagating({ uid: scope }, call, refusing(code, 1, now))).rejects.toThrow('no');
  expect(now()).toBe(0);
});

test('after a new root group, a rejected token is retried for a while', async () => {
  const { propagation, now } = world();
  propagation.created(groupKind, { uid: root });
  expect(await propagation.retryWhilePropagating({ uid: group }, call, refusing('UNAUTHENTICATED', 3_000, now))).toBe(
    'done',
  );
});

test('a token that a new root group rejects for longer is older than the group', async () => {
  const { propagation, now } = world();
  propagation.created(groupKind, { uid: root });
  const rejected = (uid: string) =>
    propagation.retryWhilePropagating({ uid }, call, refusing('UNAUTHENTICATED', 60_000, now));
  await expect(rejected(group)).rejects.toMatchObject({ code: 'UNAUTHENTICATED', reason: OLD_TOKEN });
  expect(now()).toBe(30_000);
  await expect(rejected('c'.repeat(40))).rejects.toMatchObject({ reason: undefined });
});

test.each<[string, Partial<ApiError>, string | undefined]>([
  ['a denial', { code: 'PERMISSION_DENIED' }, group],
  ['a token file that cannot be read', { status: undefined }, group],
  ['a request without an object', {}, undefined],
])('%s is no rejection of an old token', async (_, other, uid) => {
  const { propagation } = world();
  propagation.created(groupKind, { uid: root });
  const error = refusal('UNAUTHENTICATED').with(other);
  const refused = propagation.retryWhilePropagating({ uid }, call, () => Promise.reject(error));
  await expect(refused).rejects.toMatchObject({ reason: undefined });
});

test('a group that this run has created has the age of the creation, also after a read', async () => {
  const { propagation, now, setAhead } = world();
  setAhead(3_600_000);
  propagation.created(groupKind, { uid: group });
  propagation.reading(groupKind, group, formatTimestamp(new Date(3_590_000)));
  await expect(
    propagation.retryWhilePropagating({ uid: group }, call, refusing('PERMISSION_DENIED', 90_000, now)),
  ).rejects.toThrow('no');
  expect(now()).toBe(30_000);
});

test('the log shows each decision with its reason', async () => {
  const lines: string[] = [];
  const debug: Log['debug'] = (text, fields) =>
    void lines.push(`${text} ${JSON.stringify(typeof fields === 'function' ? fields() : fields)}`);
  const { propagation } = world(30_000, { ...silent, debug });
  propagation.created(groupKind, { uid: group });
  const decide = async (uid: string, results: readonly (Code | 'part' | 'whole')[], object?: string) => {
    const [...left] = results;
    const work = () => {
      const next = left.shift()!;
      return next === 'part' || next === 'whole' ? Promise.resolve(next) : Promise.reject(refusal(next));
    };
    const target = object === undefined ? { uid } : { uid, object };
    await propagation.retryWhilePropagating(target, call, work, (result) => result === 'whole').catch(() => undefined);
    return lines.splice(0);
  };
  const age = 'younger than 30 s (propagation_timeout_seconds)';
  expect(await decide(group, ['part', 'PERMISSION_DENIED', 'whole'])).toEqual([
    `Decision: wait {"uid":"${group}","ms":500,"reason":"An incomplete result: an object of the request is ${age}"}`,
    `Decision: wait {"uid":"${group}","ms":1000,"reason":"PERMISSION_DENIED: an object of the request is ${age}"}`,
  ]);
  expect(await decide(root, ['PERMISSION_DENIED'])).toEqual([
    `Decision: do not wait {"uid":"${root}","ms":0,"reason":"PERMISSION_DENIED is final: no object of the request is ${age}"}`,
  ]);
  // The object tells creates in one group apart. The last line has the time since the first attempt.
  const denials = Array.from({ length: 20 }, () => 'PERMISSION_DENIED' as const);
  const denied = await decide(group, denials, 'identity "ci"');
  expect(denied.filter((line) => line.includes('"object":"identity \\"ci\\""'))).toEqual(denied);
  expect(denied.at(-1)).toContain('"ms":28500,"reason":"PERMISSION_DENIED is final');
  // A route that is missing is no answer about an object.
  expect(await decide(group, ['NOT_FOUND'])).toEqual([]);
  expect(await decide(root, ['INVALID_ARGUMENT'])).toEqual([]);
});

test('the shortest wait is in the log, too', async () => {
  const lines: string[] = [];
  const { propagation, now } = world(1, { ...silent, debug: (text) => void lines.push(text) });
  expect(propagation.timeoutMs).toBe(1);
  propagation.created(groupKind, { uid: group });
  await propagation.retryWhilePropagating({ uid: group }, call, refusing('PERMISSION_DENIED', 1, now));
  expect(lines).toEqual(['Decision: wait']);
});

test.each([0, 3_600_000, -3_600_000])(
  'a group of others has the age that the service reports, while its clock is %i ms ahead of ours',
  async (ahead) => {
    const { propagation, now, setAhead } = world();
    setAhead(ahead);
    propagation.reading(groupKind, group, formatTimestamp(new Date(ahead - 20_000)));
    await expect(
      propagation.retryWhilePropagating({ uid: group }, call, refusing('PERMISSION_DENIED', 60_000, now)),
    ).rejects.toThrow('no');
    expect(now()).toBe(10_000);
  },
);

test('without the clock of the service, a time in the future delays no call longer than a new group', async () => {
  const { propagation, now } = world();
  propagation.reading(groupKind, group, formatTimestamp(new Date(3_600_000)));
  await expect(
    propagation.retryWhilePropagating({ uid: group }, call, refusing('PERMISSION_DENIED', 90_000, now)),
  ).rejects.toThrow('no');
  expect(now()).toBe(30_000);
});

test('another run waits for the groups of its state: for reads of them, of their contents, and by data sources', async () => {
  let refusals = 0;
  const it = await startWorld({
    between: async (request, service) => {
      const response = await service(request);
      if (refusals === 0 || request.method !== 'GET' || request.url.endsWith(`/groups/${it.root}`)) return response;
      refusals--;
      return Response.json({ code: 7, message: 'not yet', details: [] }, { status: 403 });
    },
  });
  const [made, inside] = [it.host.resource('platform_group'), it.host.resource('platform_identity')];
  await made.apply({ parent_uid: it.root, name: 'new' });
  const group_uid = made.state!['uid'];
  const claim_match = { issuer: 'https://issuer.example', subject: 'me' };
  await inside.apply({ group_uid, name: 'ci', claim_match });

  const host = await it.again();
  const [found, other] = [host.resource('platform_group'), host.resource('platform_identity')];
  await found.import(String(group_uid));
  refusals = 2;
  await found.refresh();
  refusals = 2;
  await other.import(String(inside.state!['uid']));
  refusals = 2;
  await host.data('platform_identity', { uid: inside.state!['uid'] });
  refusals = 2;
  await host.data('platform_identity', { name: 'ci', group_uid });
  refusals = 2;
  expect((await host.data('platform_identities', { children_of: group_uid }))['identities']).toHaveLength(1);
  expect(refusals).toBe(0);
  it.close();
});

describe('an object that the service does not find', () => {
  const notFound = (untilMs: number, now: () => number) => async () => {
    if (now() >= untilMs) return 'done';
    const resourceInfo = { resourceType: 'Identity', resourceName: group, description: '' };
    throw new ApiError({
      code: 'NOT_FOUND',
      explanation: 'no',
      method: 'GET',
      url: '/x',
      outcome: 'rejected',
      resourceInfo,
    });
  };

  it('is requested again if this run has created it', async () => {
    const { propagation, now } = world();
    propagation.created(groupKind, { uid: group });
    expect(await propagation.retryWhilePropagating({ uid: group }, call, notFound(25_000, now))).toBe('done');
  });

  it('is requested again while its create_time is young', async () => {
    const { propagation, now } = world();
    const target = { uid: group, createTime: formatTimestamp(new Date(0)) };
    expect(await propagation.retryWhilePropagating(target, call, notFound(25_000, now))).toBe('done');
    await expect(propagation.retryWhilePropagating(target, call, notFound(60_000, now))).rejects.toThrow('no');
    expect(now()).toBe(30_000);
  });

  it('is requested again while a reference of the request is young', async () => {
    const { propagation, now } = world();
    propagation.created(groupKind, { uid: `${root}/${'d'.repeat(16)}` });
    const target = { uid: root, references: [`${root}/${'d'.repeat(16)}`] };
    expect(await propagation.retryWhilePropagating(target, call, notFound(5_000, now))).toBe('done');
  });

  it('counts as deleted immediately if it is old, or if the timeout is 0', async () => {
    const old = world();
    const target = { uid: group, createTime: formatTimestamp(new Date(-31_000)) };
    await expect(old.propagation.retryWhilePropagating(target, call, notFound(1, old.now))).rejects.toThrow('no');
    const off = world(0);
    off.propagation.created(groupKind, { uid: group });
    await expect(off.propagation.retryWhilePropagating({ uid: group }, call, notFound(1, off.now))).rejects.toThrow(
      'no',
    );
    expect([old.now(), off.now()]).toEqual([0, 0]);
  });
});

test('a group that was read has the age that the response shows', async () => {
  const { propagation, now } = world();
  propagation.read(groupKind, { uid: group, createTime: formatTimestamp(new Date(0)) });
  expect(await propagation.retryWhilePropagating({ uid: group }, call, refusing('PERMISSION_DENIED', 5_000, now))).toBe(
    'done',
  );
});
