// @slow
/** Calls to a service that limits requests, in virtual time. */
import { ApiError } from '../../src/client';
import { createGroup, makeCalls, readGroup, refusedShare, startLimitedService } from './limited-service';

const cells = [1, 2, 10, 50].flatMap((perSecond) =>
  [true, false].flatMap((retryAfter) =>
    [10, 100].flatMap((parallel) =>
      ([createGroup, readGroup] as const).map((call) => ({ perSecond, retryAfter, parallel, call })),
    ),
  ),
);

test.each(cells)(
  'with $perSecond requests per second (Retry-After: $retryAfter), $parallel parallel calls of $call.name all succeed',
  async ({ perSecond, retryAfter, parallel, call }) => {
    const { client, time, arrivals } = startLimitedService({ perSecond, retryAfter });
    const count = Math.max(40, perSecond * 25);
    expect(await time.run(() => makeCalls(() => call(client), count, parallel))).toEqual([]);
    expect(arrivals.at(-1)!.at).toBeGreaterThan(10_000);
    expect(refusedShare(arrivals, 10_000)).toBeLessThan(perSecond === 1 ? 0.2 : 0.1);
  },
);

test('after a pause, calls are not released together', async () => {
  const { client, time, arrivals } = startLimitedService({ perSecond: 10, retryAfter: true, latencyMs: 0 });
  await time.run(() => makeCalls(() => createGroup(client), 100, 100));
  const begins = arrivals.filter(({ isRefused }) => !isRefused).map(({ at }) => at);
  const together = begins.slice(10).filter((at, index) => index > 0 && at - begins[index + 9]! < 1);
  expect(together).toEqual([]);
});

test('without a limit, no call waits', async () => {
  const { client, time, arrivals } = startLimitedService({ perSecond: 1e6, retryAfter: false, latencyMs: 0 });
  await time.run(() => makeCalls(() => readGroup(client), 1000, 100));
  expect(Math.max(...arrivals.map(({ at }) => at))).toBe(0);
});

test('a call that is refused while others succeed ends after ten refusals, and the others are made', async () => {
  const isQuota = (request: Request) => request.method === 'POST';
  const { client, time, arrivals } = startLimitedService({ perSecond: 50, retryAfter: true }, {}, isQuota);
  const errors = await time.run(() =>
    makeCalls((index) => (index === 5 ? createGroup(client) : readGroup(client)), 100, 10),
  );
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatchObject({ code: 'RESOURCE_EXHAUSTED', status: 429, outcome: 'rejected' });
  expect(String(errors[0])).toContain('The service refused this call 10 times and accepted others in the meantime');
  expect(arrivals.filter(({ isRefused }) => isRefused)).toHaveLength(10);
});

test('a call ends after two minutes if the service refuses everything', async () => {
  const { client, time, arrivals } = startLimitedService({ perSecond: 1, retryAfter: false }, {}, () => true);
  const [error] = await time.run(() => makeCalls(() => createGroup(client), 1, 1));
  expect(ApiError.from(error).explanation).toContain('The service refused every request for 120 seconds');
  expect(arrivals.at(-1)!.at).toBeGreaterThanOrEqual(120_000);
  expect(arrivals.at(-1)!.at).toBeLessThan(125_000);
});

test('without retries, a refused call is not repeated', async () => {
  const { client, time, arrivals } = startLimitedService({ perSecond: 1, retryAfter: true }, { maxRetries: 0 });
  expect(await time.run(() => makeCalls(() => createGroup(client), 2, 2))).toHaveLength(1);
  expect(arrivals).toHaveLength(2);
});

test('a configured rate stays the upper limit of the learned one', async () => {
  const { client, time, arrivals } = startLimitedService(
    { perSecond: 50, burst: 1, retryAfter: false },
    { requestsPerSecond: 5 },
    () => arrivals.length === 0,
  );
  await time.run(() => makeCalls(() => createGroup(client), 100, 100));
  expect(arrivals.at(-1)!.at).toBeGreaterThan(19_000);
});
