import { timeLimit } from '../../../src/client/transport/time-limit';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const limits = (controller: AbortController, graceMs = 0) => ({ signal: controller.signal, timeoutMs: 100, graceMs });

test('after the time the attempt is aborted, and the cause names the limit', () => {
  const limit = timeLimit(limits(new AbortController()));
  jest.advanceTimersByTime(99);
  expect([limit.signal.aborted, limit.abortCause()]).toEqual([false, undefined]);
  jest.advanceTimersByTime(1);
  expect(limit.signal.aborted).toBe(true);
  expect(limit.abortCause()).toEqual({ by: 'timeout', timeoutMs: 100 });
});

test('the caller aborts immediately without a grace period, and keeps the reason', () => {
  const controller = new AbortController();
  const limit = timeLimit(limits(controller));
  controller.abort(new Error('interrupted'));
  expect(limit.signal.reason).toMatchObject({ message: 'interrupted' });
  jest.advanceTimersByTime(1000);
  expect(limit.abortCause()).toEqual({ by: 'caller' });
});

test('within the grace period the attempt goes on, but not beyond its time', () => {
  const controller = new AbortController();
  const limit = timeLimit(limits(controller, 50));
  controller.abort();
  jest.advanceTimersByTime(49);
  expect(limit.signal.aborted).toBe(false);
  jest.advanceTimersByTime(1);
  expect(limit.abortCause()).toEqual({ by: 'caller' });
  const late = new AbortController();
  const other = timeLimit(limits(late, 500));
  late.abort();
  jest.advanceTimersByTime(100);
  expect(other.abortCause()).toEqual({ by: 'timeout', timeoutMs: 100 });
});

test('a caller that has aborted already aborts the attempt', () => {
  const controller = new AbortController();
  controller.abort();
  expect(timeLimit(limits(controller)).abortCause()).toEqual({ by: 'caller' });
});

test.each([
  ['before the caller aborts', ['clear', 'abort']],
  ['during the grace period', ['abort', 'clear']],
] as const)('a limit that is cleared %s aborts nothing and leaves no timer', (_, steps) => {
  const controller = new AbortController();
  const limit = timeLimit(limits(controller, 50));
  for (const step of steps)
    if (step === 'clear') limit.clear();
    else controller.abort();
  expect(jest.getTimerCount()).toBe(0);
  jest.advanceTimersByTime(1000);
  expect(limit.signal.aborted).toBe(false);
});
