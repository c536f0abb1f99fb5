import { createWritesInFlight } from '../../../src/provider/run/writes-in-flight';
import { group, role } from '../../../src/resources';

const never = () => new Promise<void>(() => undefined);
const signal = new AbortController().signal;
const open = () => {
  let end = (): void => undefined;
  const work = new Promise<void>((resolve) => (end = resolve));
  return { work: () => work, end };
};

test('a write in flight is awaited without a limit', async () => {
  const writes = createWritesInFlight({ sleep: () => Promise.resolve() });
  const { work, end } = open();
  const written = writes.run(group, 'a', work);
  const ended = writes.nextCompleted(group, ['a'], 0, signal);
  end();
  expect(await ended).toBe('a');
  await written;
});

test('a write that starts later counts, even if it fails', async () => {
  const writes = createWritesInFlight({ sleep: never });
  const ended = writes.nextCompleted(group, ['a', 'b'], 10, signal);
  await writes.run(group, 'unrelated', async () => undefined);
  await expect(writes.run(group, 'b', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await ended).toBe('b');
});

test('a write that has ended before counts immediately', async () => {
  const writes = createWritesInFlight({ sleep: never });
  await writes.run(group, 'a', async () => undefined);
  expect(await writes.nextCompleted(group, ['a'], 10, signal)).toBe('a');
});

test('a write of another kind does not count: an account association has the uid of its group', async () => {
  const writes = createWritesInFlight({ sleep: () => Promise.resolve() });
  await writes.run(role, 'a', async () => undefined);
  expect(await writes.nextCompleted(group, ['a'], 10, signal)).toBeUndefined();
});

test('an interruption ends the wait for a write in flight', async () => {
  const writes = createWritesInFlight({ sleep: never });
  void writes.run(group, 'a', never);
  const interruption = new AbortController();
  const ended = writes.nextCompleted(group, ['a'], 10, interruption.signal);
  interruption.abort(new Error('Terraform was interrupted.'));
  await expect(ended).rejects.toThrow('Terraform was interrupted.');
});
