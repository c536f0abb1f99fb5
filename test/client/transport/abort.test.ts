import { getEventListeners } from 'node:events';
import { unlessAborted, whenAborted } from '../../../src/client/transport/abort';

const never = new Promise<never>(() => undefined);

test('work that ends first is the result, and its failure is the failure', async () => {
  const { signal } = new AbortController();
  expect(await unlessAborted(Promise.resolve(1), signal)).toBe(1);
  await expect(unlessAborted(Promise.reject(new Error('x')), signal)).rejects.toThrow('x');
});

test('a wait ends with the reason of the signal', async () => {
  const controller = new AbortController();
  const waiting = unlessAborted(never, controller.signal);
  controller.abort(new Error('interrupted'));
  await expect(waiting).rejects.toThrow('interrupted');
});

test('a signal that is aborted already wins over work that is done', async () => {
  await expect(unlessAborted(Promise.resolve(1), AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
});

test('a reason that is no error becomes the cause of one', () => {
  const reasons: Error[] = [];
  whenAborted(AbortSignal.abort('text'), (reason) => reasons.push(reason));
  expect(reasons).toMatchObject([{ message: 'aborted', cause: 'text' }]);
});

test('a thousand waits share one listener', async () => {
  const controller = new AbortController();
  const waits = Array.from({ length: 1000 }, () => unlessAborted(never, controller.signal).catch(() => 'ended'));
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
  controller.abort();
  expect(new Set(await Promise.all(waits))).toEqual(new Set(['ended']));
});

test('the same function may wait twice, and each wait is undone separately', () => {
  const controller = new AbortController();
  let stopped = 0;
  const stop = () => void (stopped += 1);
  const undo = whenAborted(controller.signal, stop);
  whenAborted(controller.signal, stop);
  undo();
  controller.abort();
  expect(stopped).toBe(1);
});
