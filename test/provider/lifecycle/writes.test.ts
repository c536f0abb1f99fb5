import { createKeyedMutex, createWrites } from '../../../src/provider/lifecycle/writes';
import { group, role } from '../../../src/resources';

const never = () => new Promise<void>(() => undefined);
const signal = new AbortController().signal;
const open = () => {
  let end = (): void => undefined;
  const work = new Promise<void>((resolve) => (end = resolve));
  return { work: () => work, end };
};

test('a write that is under way is waited for as long as it takes', async () => {
  const writes = createWrites({ sleep: () => Promise.resolve() });
  const { work, end } = open();
  const written = writes.run(group, 'a', work);
  const ended = writes.ended(group, ['a'], 0, signal);
  end();
  expect(await ended).toBe('a');
  await written;
});

test('one that begins later counts, also if it fails', async () => {
  const writes = createWrites({ sleep: never });
  const ended = writes.ended(group, ['a', 'b'], 10, signal);
  await writes.run(group, 'unrelated', async () => undefined);
  await expect(writes.run(group, 'b', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await ended).toBe('b');
});

test('one that has ended before counts at once', async () => {
  const writes = createWrites({ sleep: never });
  await writes.run(group, 'a', async () => undefined);
  expect(await writes.ended(group, ['a'], 10, signal)).toBe('a');
});

test('one of another kind does not: an account association goes by the uid of its group', async () => {
  const writes = createWrites({ sleep: () => Promise.resolve() });
  await writes.run(role, 'a', async () => undefined);
  expect(await writes.ended(group, ['a'], 10, signal)).toBeUndefined();
});

test('an interruption ends the wait for one that is under way', async () => {
  const writes = createWrites({ sleep: never });
  void writes.run(group, 'a', never);
  const interruption = new AbortController();
  const ended = writes.ended(group, ['a'], 10, interruption.signal);
  interruption.abort(new Error('Terraform was interrupted.'));
  await expect(ended).rejects.toThrow('Terraform was interrupted.');
});

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('work under one key goes one after another, in the order in which it came', async () => {
  const mutex = createKeyedMutex();
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await tick();
    seen.push(`${name} ends`);
  };
  await Promise.all([...['one', 'two', 'three'].map((name) => mutex.run('k', signal, work(name)))]);
  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends']);
});

test('work under different keys goes on at the same time', async () => {
  const mutex = createKeyedMutex();
  let release = (): void => undefined;
  const held = mutex.run('a', signal, () => new Promise<void>((resolve) => (release = resolve)));
  expect(await mutex.run('b', signal, async () => 'done')).toBe('done');
  release();
  await held;
});

test('a failure is the failure of its own work alone', async () => {
  const mutex = createKeyedMutex();
  const failing = mutex.run('k', signal, () => Promise.reject(new Error('mine')));
  const next = mutex.run('k', signal, async () => 'fine');
  await expect(failing).rejects.toThrow('mine');
  expect(await next).toBe('fine');
});

test('an interruption ends the wait at once, and what comes after still waits for what came before', async () => {
  const mutex = createKeyedMutex();
  const interruption = new AbortController();
  const seen: string[] = [];
  let release = (): void => undefined;
  const held = mutex.run('k', signal, () => new Promise<void>((resolve) => (release = resolve)));
  const waiting = mutex.run('k', interruption.signal, async () => void seen.push('interrupted'));
  const last = mutex.run('k', signal, async () => void seen.push('last'));
  interruption.abort(new Error('Terraform was interrupted.'));
  await expect(waiting).rejects.toThrow('Terraform was interrupted.');
  await tick();
  expect(seen).toEqual([]);
  release();
  await Promise.all([held, last]);
  expect(seen).toEqual(['last']);
});
