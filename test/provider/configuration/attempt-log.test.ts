import type { Log, LogFields } from '../../../src/plugin';
import { createAttemptLog } from '../../../src/provider/configuration/attempt-log';

function logged() {
  const lines: [string, LogFields?][] = [];
  const write: Log['debug'] = (message, fields) =>
    void lines.push([message, typeof fields === 'function' ? fields() : fields]);
  const log: Log = { trace: write, debug: write, info: write, warn: write, error: write };
  let now = 1000;
  return { lines, attempts: createAttemptLog(log, () => now), pass: (ms: number) => void (now += ms) };
}
const attempt = { method: 'GET', url: '/x?page_size=1', attempt: 1, durationMs: 5 };

test('a line names the call, and has only the fields that are known', () => {
  const { lines, attempts } = logged();
  attempts.observe({ ...attempt, status: 200, failure: undefined });
  expect(lines).toEqual([['GET /x?page_size=1', { attempt: 1, durationMs: 5, status: 200 }]]);
});

test('the clock is ours until a response has the time, and then runs on from that', () => {
  const { attempts, pass } = logged();
  attempts.observe({ ...attempt });
  expect(attempts.serviceClock()).toBe(1000);
  attempts.observe({ ...attempt, serviceTime: 61_000 });
  expect(attempts.serviceClock()).toBe(61_000);
  pass(500);
  attempts.observe({ ...attempt });
  expect(attempts.serviceClock()).toBe(61_500);
});
