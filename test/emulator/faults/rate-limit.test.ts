import { createRateLimit } from '../../../src/emulator/faults/rate-limit';

function limited(requestsPerSecond: number, burst: number) {
  let now = 0;
  const limit = createRateLimit(requestsPerSecond, burst, () => new Date(now));
  const served = (count: number) =>
    Array.from({ length: count }, () => limit.retryAfterSeconds()).filter((wait) => wait === 0).length;
  return { limit, served, pass: (ms: number) => void (now += ms) };
}

test('after a pause exactly the burst is served', () => {
  const { served } = limited(1, 3);
  expect(served(10)).toBe(3);
});

test('requests become available evenly, and never more than the burst', () => {
  const { served, pass } = limited(2, 3);
  served(3);
  pass(1000);
  expect(served(10)).toBe(2);
  pass(3_600_000);
  expect(served(10)).toBe(3);
});

test('the wait is in whole seconds, and is enough', () => {
  const { limit, served, pass } = limited(0.4, 1);
  served(1);
  const wait = limit.retryAfterSeconds();
  expect(wait).toBe(3);
  pass(wait * 1000);
  expect(limit.retryAfterSeconds()).toBe(0);
});

test('a refused request uses up nothing', () => {
  const { served, pass } = limited(1, 1);
  expect(served(100)).toBe(1);
  pass(1000);
  expect(served(100)).toBe(1);
});
