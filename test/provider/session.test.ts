import type { Code } from '../../src/api';
import { ApiError } from '../../src/client';
import { createKeyedMutex, createPropagation } from '../../src/provider/session';

const signal = new AbortController().signal;
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

const root = 'a'.repeat(40);
const group = `${root}/${'b'.repeat(16)}`;
function world() {
  let now = 0;
  const runtime = {
    clock: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  return { propagation: createPropagation(runtime), now: () => now };
}

function refusing(code: Code, untilMs: number, now: () => number) {
  return async () => {
    if (now() >= untilMs) return 'done';
    throw new ApiError({ code, explanation: 'no', method: 'POST', url: '/x', status: 403, outcome: 'rejected' });
  };
}

test('a refusal in a new group is waited out', async () => {
  const { propagation, now } = world();
  propagation.created(group);
  expect(await propagation.retryWhilePropagating(group, signal, refusing('PERMISSION_DENIED', 12_000, now))).toBe(
    'done',
  );
});

test('what lies beneath a new group is in it too', async () => {
  const { propagation, now } = world();
  propagation.created(root);
  expect(
    await propagation.retryWhilePropagating(
      `${group}/${'c'.repeat(16)}`,
      signal,
      refusing('PERMISSION_DENIED', 5_000, now),
    ),
  ).toBe('done');
});

test('it is over after thirty seconds', async () => {
  const { propagation, now } = world();
  propagation.created(group);
  await expect(
    propagation.retryWhilePropagating(group, signal, refusing('PERMISSION_DENIED', 60_000, now)),
  ).rejects.toThrow('no');
  expect(now()).toBe(30_000);
});

test.each([
  ['in a group that exists for long', 'PERMISSION_DENIED', group, root],
  ['in no group', 'PERMISSION_DENIED', undefined, root],
  ['of another kind', 'NOT_FOUND', group, group],
  ['of the token, beneath a group that is no root', 'UNAUTHENTICATED', group, group],
] as const)('a failure %s fails at once', async (_, code, scope, opened) => {
  const { propagation, now } = world();
  propagation.created(opened === root && scope === group ? `${root}/${'f'.repeat(16)}` : opened);
  await expect(propagation.retryWhilePropagating(scope, signal, refusing(code, 1, now))).rejects.toThrow('no');
  expect(now()).toBe(0);
});

test('after a new root group the token may be refused for a while', async () => {
  const { propagation, now } = world();
  propagation.created(root);
  expect(await propagation.retryWhilePropagating(group, signal, refusing('UNAUTHENTICATED', 3_000, now))).toBe('done');
});
