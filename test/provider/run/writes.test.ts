import { createWrites } from '../../../src/provider/run/writes';
import { group, role, roleBinding } from '../../../src/model/kinds';

const { signal } = new AbortController();
const sleep = () => Promise.resolve();
const never = () => new Promise<void>(() => undefined);
const tick = () => new Promise((resolve) => setImmediate(resolve));
const open = () => {
  let end = (): void => undefined;
  const work = new Promise<void>((resolve) => (end = resolve));
  return { work: () => work, end };
};

describe('creates with a natural key', () => {
  test('work with one key runs in the order of the calls', async () => {
    const writes = createWrites({ sleep });
    const seen: string[] = [];
    const work = (name: string) => async () => {
      seen.push(`${name} begins`);
      await tick();
      seen.push(`${name} ends`);
    };
    await Promise.all([...['one', 'two', 'three'].map((name) => writes.createExclusive('k', signal, work(name)))]);
    expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends']);
  });

  test('work with different keys runs concurrently', async () => {
    const writes = createWrites({ sleep });
    let release = (): void => undefined;
    const held = writes.createExclusive('a', signal, () => new Promise<void>((resolve) => (release = resolve)));
    expect(await writes.createExclusive('b', signal, async () => 'done')).toBe('done');
    release();
    await held;
  });

  test('a failure affects only its own work', async () => {
    const writes = createWrites({ sleep });
    const failing = writes.createExclusive('k', signal, () => Promise.reject(new Error('mine')));
    const next = writes.createExclusive('k', signal, async () => 'fine');
    await expect(failing).rejects.toThrow('mine');
    expect(await next).toBe('fine');
  });

  test('an interruption ends the wait immediately, and later work still waits for earlier work', async () => {
    const writes = createWrites({ sleep });
    const interruption = new AbortController();
    const seen: string[] = [];
    let release = (): void => undefined;
    const held = writes.createExclusive('k', signal, () => new Promise<void>((resolve) => (release = resolve)));
    const waiting = writes.createExclusive('k', interruption.signal, async () => void seen.push('interrupted'));
    const last = writes.createExclusive('k', signal, async () => void seen.push('last'));
    interruption.abort(new Error('Terraform was interrupted.'));
    await expect(waiting).rejects.toThrow('Terraform was interrupted.');
    await tick();
    expect(seen).toEqual([]);
    release();
    await Promise.all([held, last]);
    expect(seen).toEqual(['last']);
  });
});

describe('updates and deletions', () => {
  test('a write in flight is awaited without a limit', async () => {
    const writes = createWrites({ sleep });
    const { work, end } = open();
    const written = writes.run(group, 'a', work);
    const ended = writes.nextCompleted(group, ['a'], 0, signal);
    end();
    expect(await ended).toBe('a');
    await written;
  });

  test('a write that starts later counts, even if it fails', async () => {
    const writes = createWrites({ sleep: never });
    const ended = writes.nextCompleted(group, ['a', 'b'], 10, signal);
    await writes.run(group, 'unrelated', async () => undefined);
    await expect(writes.run(group, 'b', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await ended).toBe('b');
  });

  test('a write that has ended before counts immediately', async () => {
    const writes = createWrites({ sleep: never });
    await writes.run(group, 'a', async () => undefined);
    expect(await writes.nextCompleted(group, ['a'], 10, signal)).toBe('a');
  });

  test('a write of another kind does not count: an account association has the uid of its group', async () => {
    const writes = createWrites({ sleep });
    await writes.run(role, 'a', async () => undefined);
    expect(await writes.nextCompleted(group, ['a'], 10, signal)).toBeUndefined();
  });

  test('an interruption ends the wait for a write in flight', async () => {
    const writes = createWrites({ sleep: never });
    void writes.run(group, 'a', never);
    const interruption = new AbortController();
    const ended = writes.nextCompleted(group, ['a'], 10, interruption.signal);
    interruption.abort(new Error('Terraform was interrupted.'));
    await expect(ended).rejects.toThrow('Terraform was interrupted.');
  });

  test('an object is deleted once, and again after a failure', async () => {
    const writes = createWrites({ sleep });
    const work = jest.fn().mockRejectedValueOnce(new Error('busy')).mockResolvedValue(undefined);
    const [first, second] = await Promise.allSettled([
      writes.deleteOnce(roleBinding, 'a', work),
      writes.deleteOnce(roleBinding, 'a', work),
    ]);
    expect([first.status, second.status, work.mock.calls.length]).toEqual(['rejected', 'fulfilled', 2]);
    await writes.deleteOnce(roleBinding, 'a', work);
    expect(work).toHaveBeenCalledTimes(2);
    await Promise.all([writes.deleteOnce(roleBinding, 'b', work), writes.deleteOnce(role, 'a', work)]);
    expect(work).toHaveBeenCalledTimes(4);
  });
});

describe('requests', () => {
  test('the result and the failure of a write are those of its request', async () => {
    const writes = createWrites({ sleep });
    expect(await writes.send(async () => 1)).toBe(1);
    await expect(writes.send(() => Promise.reject(new Error('denied')))).rejects.toThrow('denied');
  });

  test('it is quiet after all responses, and a moment without another write', async () => {
    const events: string[] = [];
    let waits = 0;
    const writes = createWrites({
      sleep: async () => {
        events.push('wait');
        if (waits++ === 0) void writes.send(async () => events.push('second'));
      },
    });
    let respond = (): void => undefined;
    const response = new Promise<void>((resolve) => (respond = resolve));
    const first = writes.send(() => response.then(() => events.push('first')));
    const quiet = writes.untilQuiet(signal).then(() => events.push('quiet'));
    await Promise.resolve();
    expect(events).toEqual([]);
    respond();
    await Promise.all([first, quiet]);
    expect(events).toEqual(['first', 'wait', 'second', 'wait', 'quiet']);
  });

  test('a failed write is over, too', async () => {
    const writes = createWrites({ sleep });
    const failed = writes.send(() => Promise.reject(new Error('denied'))).catch(() => 'failed');
    await writes.untilQuiet(signal);
    expect(await failed).toBe('failed');
  });

  test('an interruption ends the wait', async () => {
    const writes = createWrites({ sleep });
    void writes.send(() => new Promise(() => undefined));
    await expect(writes.untilQuiet(AbortSignal.abort(new Error('interrupted')))).rejects.toThrow('interrupted');
  });
});
