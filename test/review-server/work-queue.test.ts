import { createWorkQueue } from '../../src/review-server/work-queue';

test('work beyond the time limit, and at the end of the time to stop, is aborted', async () => {
  const lines: string[] = [];
  const untilAborted = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('Aborted.')), { once: true });
    });
  const short = createWorkQueue({ running: 1, waiting: 1, longestMs: 5 }, (line) => lines.push(line));
  short.add({ name: 'slow', run: untilAborted });
  await short.close(10_000);
  const long = createWorkQueue({ running: 1, waiting: 1, longestMs: 60_000 }, (line) => lines.push(line));
  long.add({ name: 'stopped', run: untilAborted });
  await long.close(5);
  expect(long.add({ name: 'late', run: untilAborted })).toBe(false);
  expect(lines).toEqual(['slow: Aborted.', 'stopped: Aborted.']);
});
