import { createKeyedMutex } from '../../../src/provider/run/keyed-mutex';

const { signal } = new AbortController();
const tick = () => new Promise((resolve) => setImmediate(resolve));

test('work with one key runs in the order of the calls', async () => {
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

test('work with different keys runs concurrently', async () => {
  const mutex = createKeyedMutex();
  let release = (): void => undefined;
  const held = mutex.run('a', signal, () => new Promise<void>((resolve) => (release = resolve)));
  expect(await mutex.run('b', signal, async () => 'done')).toBe('done');
  release();
  await held;
});

test('a failure affects only its own work', async () => {
  const mutex = createKeyedMutex();
  const failing = mutex.run('k', signal, () => Promise.reject(new Error('mine')));
  const next = mutex.run('k', signal, async () => 'fine');
  await expect(failing).rejects.toThrow('mine');
  expect(await next).toBe('fine');
});

test('an interruption ends the wait immediately, and later work still waits for earlier work', async () => {
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
