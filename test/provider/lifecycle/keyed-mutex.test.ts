import { createKeyedMutex } from '../../../src/provider/lifecycle/run';

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('work under one key goes one after another, in the order in which it came', async () => {
  const turns = createKeyedMutex();
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await tick();
    seen.push(`${name} ends`);
  };
  await Promise.all([turns.take('k', work('one')), turns.take('k', work('two')), turns.take('k', work('three'))]);
  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends']);
});

test('work under different keys goes on at the same time', async () => {
  const turns = createKeyedMutex();
  let release = (): void => undefined;
  const held = turns.take('a', () => new Promise<void>((resolve) => (release = resolve)));
  expect(await turns.take('b', async () => 'done')).toBe('done');
  release();
  await held;
});

test('a failure is the failure of its own work alone', async () => {
  const turns = createKeyedMutex();
  const failing = turns.take('k', () => Promise.reject(new Error('mine')));
  const next = turns.take('k', async () => 'fine');
  await expect(failing).rejects.toThrow('mine');
  expect(await next).toBe('fine');
});
