import {
  createRateLimiter,
  MAX_REFUSED_MS,
  type RateLimiter,
  type Ticket,
} from '../../../src/client/transport/rate-limiter';
import { ownTime } from '../canned';

const signal = new AbortController().signal;

/** Sends as a call does. */
async function take<T>(limiter: RateLimiter, aborted: AbortSignal, send: (ticket: Ticket) => Promise<T>): Promise<T> {
  const ticket = limiter.tryTake() ?? (await limiter.take(aborted));
  try {
    return await send(ticket);
  } finally {
    limiter.release();
  }
}

describe('the rate limiter', () => {
  it.each([0, -1, Number.NaN])('refuses a rate of %s, which would let nothing through', (rate) => {
    expect(() => createRateLimiter({ requestsPerSecond: rate }, ownTime())).toThrow(
      new TypeError(`requestsPerSecond must be more than 0 (it is ${rate}). Omit it for no limit.`),
    );
  });

  it('lets 32 requests pass without a wait as long as nothing limits them', () => {
    const limiter = createRateLimiter({}, { clock: () => 0, sleep: () => Promise.reject(new Error('It waits.')) });
    const tickets = Array.from({ length: 33 }, () => limiter.tryTake());
    expect(tickets.map((ticket) => ticket?.waited)).toEqual([...Array<boolean>(32).fill(false), undefined]);
    limiter.release();
    expect(limiter.tryTake()).toBeDefined();
  });

  it('lets no request pass a pause, the gap of a rate, or an earlier one that waits', async () => {
    const time = ownTime(0);
    const limiter = createRateLimiter({ requestsPerSecond: 1 }, time);
    const first = limiter.tryTake()!;
    expect(limiter.tryTake()).toBeUndefined();
    limiter.release();
    time.pass(1000);
    limiter.refused(first, 5000);
    expect(limiter.tryTake()).toBeUndefined();
    const waiting = limiter.take(signal);
    expect(limiter.tryTake()).toBeUndefined();
    expect(await waiting).toMatchObject({ sentAt: 6000, waited: true });
  });

  it('spaces requests so that no second sees more than allowed', async () => {
    const time = ownTime(0);
    const limiter = createRateLimiter({ requestsPerSecond: 4 }, time);
    const at: number[] = [];
    for (let i = 0; i < 5; i++) await take(limiter, signal, () => Promise.resolve(at.push(time.clock())));
    expect(at).toEqual([0, 250, 500, 750, 1000]);
  });

  it('releases waiting requests one after another after a pause, at the learned rate', async () => {
    const time = ownTime(0);
    const limiter = createRateLimiter({}, time);
    const refused = await take(limiter, signal, (ticket) => Promise.resolve(ticket));
    limiter.refused(refused, 3000);
    limiter.refused(refused, 1000);
    const at: number[] = [];
    const send = ({ sentAt }: Ticket) => Promise.resolve(at.push(sentAt));
    await Promise.all([1, 2, 3].map(() => take(limiter, signal, send)));
    expect(at).toEqual([3000, 5000, 7000]);
  });

  it('counts the requests that the service did not refuse', () => {
    const limiter = createRateLimiter({}, ownTime(0));
    const ticket = limiter.tryTake()!;
    const counts = [limiter.admissions()];
    for (const answer of ['admitted', 'refused', 'admitted'] as const) {
      limiter[answer](ticket, undefined);
      counts.push(limiter.admissions());
    }
    expect(counts).toEqual([0, 1, 1, 2]);
  });

  it('counts the time for which everything is refused', async () => {
    const time = ownTime(0);
    const limiter = createRateLimiter({}, time);
    const ticket = await take(limiter, signal, (allowed) => Promise.resolve(allowed));
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
    const first = await take(limiter, signal, send);
    expect(slowed).toEqual([]);
    limiter.refused(first, undefined);
    const counts = await Promise.all([1, 2, 3].map(() => take(limiter, signal, () => Promise.resolve(slowed.length))));
    expect([counts, slowed]).toEqual([[0, 0, 1], [0.5]]);
  });

  it('lets 32 send at the same time, and the others wait in order', async () => {
    const limiter = createRateLimiter({}, ownTime());
    const release: (() => void)[] = [];
    const begun: number[] = [];
    const all = Array.from({ length: 34 }, (_, index) =>
      take(
        limiter,
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
      take(
        limiter,
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
    const waiting = take(limiter, cancel.signal, () => Promise.resolve('sent'));
    cancel.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    end();
    await Promise.all(sending);
    await expect(take(limiter, signal, () => Promise.resolve('sent'))).resolves.toBe('sent');
  });
});
