import { shareWork } from '../../../src/client/transport/shared-work';

/** Counts the starts of the work, and ends it when `finish` is called or when it is aborted. */
function work() {
  const signals: AbortSignal[] = [];
  let finish: (value: string) => void = () => undefined;
  const shared = shareWork(
    (signal) =>
      new Promise<string>((resolve, reject) => {
        signals.push(signal);
        finish = resolve;
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  return { shared, signals, finish: (value: string) => finish(value) };
}

const { signal } = new AbortController();

test('all callers receive the result of one start, also later ones', async () => {
  const { shared, signals, finish } = work();
  const both = [shared(signal), shared(signal)];
  finish('done');
  expect(await Promise.all([...both, shared(signal)])).toEqual(['done', 'done', 'done']);
  expect(signals).toHaveLength(1);
});

test('a caller that stops waiting ends nothing for the others', async () => {
  const { shared, signals, finish } = work();
  const impatient = new AbortController();
  const [ended, other] = [shared(impatient.signal), shared(signal)];
  impatient.abort(new Error('enough'));
  await expect(ended).rejects.toThrow('enough');
  expect(signals[0]?.aborted).toBe(false);
  finish('done');
  expect(await other).toBe('done');
});

test('work without waiting callers is aborted, and the next call starts it again', async () => {
  const { shared, signals, finish } = work();
  const impatient = new AbortController();
  const ended = shared(impatient.signal);
  impatient.abort(new Error('enough'));
  await expect(ended).rejects.toThrow('enough');
  expect(signals[0]?.aborted).toBe(true);
  const again = shared(signal);
  finish('done');
  expect(await again).toBe('done');
});

test('an error is the result for all callers', async () => {
  let starts = 0;
  const shared = shareWork(() => {
    starts++;
    return Promise.reject(new Error('broken'));
  });
  await expect(shared(signal)).rejects.toThrow('broken');
  await expect(shared(signal)).rejects.toThrow('broken');
  expect(starts).toBe(1);
});
