import { createPendingWrites } from '../../../src/provider/run/pending-writes';

const { signal } = new AbortController();

test('the result and the failure of a write are those of its request', async () => {
  const writes = createPendingWrites({ sleep: async () => undefined });
  expect(await writes.run(async () => 1)).toBe(1);
  await expect(writes.run(() => Promise.reject(new Error('denied')))).rejects.toThrow('denied');
});

test('it is quiet after all responses, and a moment without another write', async () => {
  const events: string[] = [];
  let waits = 0;
  const writes = createPendingWrites({
    sleep: async () => {
      events.push('wait');
      if (waits++ === 0) void writes.run(async () => events.push('second'));
    },
  });
  let respond = (): void => undefined;
  const response = new Promise<void>((resolve) => (respond = resolve));
  const first = writes.run(() => response.then(() => events.push('first')));
  const quiet = writes.untilQuiet(signal).then(() => events.push('quiet'));
  await Promise.resolve();
  expect(events).toEqual([]);
  respond();
  await Promise.all([first, quiet]);
  expect(events).toEqual(['first', 'wait', 'second', 'wait', 'quiet']);
});

test('a failed write is over, too', async () => {
  const writes = createPendingWrites({ sleep: async () => undefined });
  const failed = writes.run(() => Promise.reject(new Error('denied'))).catch(() => 'failed');
  await writes.untilQuiet(signal);
  expect(await failed).toBe('failed');
});

test('an interruption ends the wait', async () => {
  const writes = createPendingWrites({ sleep: async () => undefined });
  void writes.run(() => new Promise(() => undefined));
  await expect(writes.untilQuiet(AbortSignal.abort(new Error('interrupted')))).rejects.toThrow('interrupted');
});
