import { createRateLimiter } from '../../../src/client/transport/rate-limiter';
import { ownTime } from '../canned';

const signal = new AbortController().signal;

describe('the rate limiter', () => {
  it.each([0, -1, Number.NaN])('refuses a rate of %s, which would let nothing through', (rate) => {
    expect(() => createRateLimiter(rate, ownTime())).toThrow(
      new TypeError(`requestsPerSecond must be more than 0 (it is ${rate}). Omit it for no limit.`),
    );
  });

  it('spaces requests so that no second sees more than allowed', async () => {
    const time = ownTime(0);
    const limiter = createRateLimiter(4, time);
    const at: number[] = [];
    for (let i = 0; i < 5; i++) await limiter.take(signal, () => Promise.resolve(at.push(time.clock())));
    expect(at).toEqual([0, 250, 500, 750, 1000]);
  });

  it('lets nobody through during a pause, not even those who wait already', async () => {
    const time = ownTime(0);
    const limiter = createRateLimiter(undefined, time);
    limiter.pause(3000);
    limiter.pause(1000);
    await limiter.take(signal, () => Promise.resolve());
    expect(time.clock()).toBe(3000);
  });

  it('lets 32 send at the same time, and the others wait in order', async () => {
    const limiter = createRateLimiter(undefined, ownTime());
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
    const limiter = createRateLimiter(undefined, ownTime());
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
    const cancel = new AbortController();
    const waiting = limiter.take(cancel.signal, () => Promise.resolve('sent'));
    cancel.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    end();
    await Promise.all(sending);
    await expect(limiter.take(signal, () => Promise.resolve('sent'))).resolves.toBe('sent');
  });
});
