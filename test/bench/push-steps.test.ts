/** The share of a step is the time beyond the same step without this package. */
import { inSteps, nothing, type Spent } from './push-steps';

const seconds = (seconds: number, cpu = seconds): Spent => ({ seconds, cpu });

test('the share of a total is what exceeds the bases', () => {
  const installed = seconds(4);
  const rows = inSteps('a push', [
    { what: 'npm ci', ...installed, base: installed },
    { what: 'plan', ...seconds(10, 12), base: seconds(4, 6) },
    { what: 'review', ...seconds(2), base: nothing },
  ]);
  expect(rows[0]).toEqual({ what: 'a push', value: '16.0 s, CPU 18.0 s' });
  expect(rows.at(-1)).toEqual({ what: '  the share that is ours', value: '8.0 s, CPU 8.0 s', ratio: 0.5 });
});

test('a share is never negative', () => {
  const rows = inSteps('a merge', [{ what: 'apply', ...seconds(1), base: seconds(2) }]);
  expect(rows.at(-1)).toMatchObject({ value: '0.0 s, CPU 0.0 s', ratio: 0 });
});

test('the part of Terraform in a share is printed', () => {
  const rows = inSteps('a push', [{ what: 'plan', ...seconds(9), base: seconds(2), engineCpu: 5 }]);
  expect(rows.slice(3).map(({ what, value }) => [what.trim(), value])).toEqual([
    ["Terraform's processes", 'CPU 5.0 s'],
    ['the share that is ours', '7.0 s, CPU 7.0 s'],
    [expect.stringContaining("Terraform's work for a provider's resources"), 'CPU 3.0 s'],
  ]);
});
