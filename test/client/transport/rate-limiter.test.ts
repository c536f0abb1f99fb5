import { createRateLimiter, MAX_REFUSED_MS, type Ticket } from '../../../src/client/transport/rate-limiter';
import { ownTime } from '../canned';

const signal = new AbortController().signal;

describe('the rate limiter', () => {
  it.each([0, -1, Number.NaN])('refuses a rate of %s, which would let nothing through', (rate) => {
    expect(() => createRateLimiter({ requestsPerSecond: rate }, ownTime())).toThrow(
      new TypeError(`requestsPerSecond must be more than 0 (it is ${rate}). Omit it for no limit.`),
    );
  });

  it('spaces requests so that no second sees more than allowed', async () => {
    const time = ownTime(0);
    const limiter = createRateLimiter({ requestsPerSecond: 4 }, time);
    const at: number[] = [];
    for (let i = 0; i < 5; i++) await limiter.take(signal, () => Promise.resolve(at.push(time.clock())));
    expect(at).toEqual([0, 250, 500, 750, 1000]);
  });

  it('releases waiting requests one after another after a pause, at the learned rate', async () => {
    const time = ownTime(0);
    const limiter = createRateLimiter({}, time);
    const refused = await limiter.take(signal, (ticket) => Promise.resolve(ticket));
    limiter.refused(refused, 3000);
    limiter.refused(refused, 1000);
    const at: number[] = [];
    const send = () => Promise.resolve(at.push(time.clock()));
    await Promise.all([1, 2, 3].map(() => limiter.take(signal, send)));
    expect(at).toEqual([3000, 5000, 7000]);
  });

  it('counts the time for which everything is refused', async () => {
    const time = ownTime(0);
    const limiter = createRateLimiter({}, time);
    const ticket = await limiter.take(signal, (allowed) => Promise.resolve(allowed));
    limiter.refused(ticket, undefined);
    time.pass(70_000);
    limiter.refused(ticket, undefined);
    time.pass(70_000);
    expect(limiter.refusedForMs()).toBe(140_000);
    limiter.admitted(ticket);
    expect(limiter.refusedForMs()).toBe(0);
    limiter.refused(ticket, undefined);
    time.pass(MAX_REFUSED_MS + 1);
    limiter.refused(ticket, undefined);
    expect(limiter.refusedForMs()).toBe(0);
  });

  it('reports the learned rate when no request waits any longer', async () => {
    const time = ownTime(0);
    const slowed: number[] = [];
    const limiter = createRateLimiter({ slowed: (rate) => slowed.push(rate) }, time);
    const send = (ticket: Ticket) => Promise.resolve(ticket);
    const first = await limiter.take(signal, send);
    expect(slowed).toEqual([]);
    limiter.refused(first, undefined);
    const counts = await Promise.all([1, 2, 3].map(() => limiter.take(signal, () => Promise.resolve(slowed.length))));
    expect([counts, slowed]).toEqual([[0, 0, 1], [0.5]]);
  });

  it('lets 32 send at the same time, and the others wait in order', async () => {
    const limiter = createRateLimiter({}, ownTime());
    const release: (() => void)[] = [];
    const begun: number[] = [];
    const all = Array.from({ length: 34 }, (_, index) =>
      limiter.take(
        signal,
        () =>
          new Promise<void>((resolve) => {
            begun.push(index);
            release.push(resolve);
          }),
      ),
    );
    await new Promise(setImmediate);
    expect(begun).toHaveLength(32);
    release[0]!();
    await new Promise(setImmediate);
    expect(begun.slice(32)).toEqual([32]);
    release.forEach((one) => one());
    await new Promise(setImmediate);
    release.forEach((one) => one());
    await Promise.all(all);
    expect(begun.at(-1)).toBe(33);
  });

  it('releases its place when the call is cancelled while waiting', async () => {
    const limiter = createRateLimiter({}, ownTime());
    let end = (): void => undefined;
    const sending = Array.from({ length: 32 }, () =>
      limiter.take(
        signal,
        () =>
          new Promise<void>((resolve) => {
            const before = end;
            end = () => {
              before();
              resolve();
            };
          }),
      ),
    );
    await new Promise(setImmediate);
    const cancel = new AbortController();
    const waiting = limiter.take(cancel.signal, () => Promise.resolve('sent'));
    cancel.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    end();
    await Promise.all(sending);
    await expect(limiter.take(signal, () => Promise.resolve('sent'))).resolves.toBe('sent');
  });
});
