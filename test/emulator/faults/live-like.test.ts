import { faultSchema } from '../../../src/emulator/faults/fault-schema';
import { liveLikeFaults, type LiveLike } from '../../../src/emulator/faults/live-like';

test('by default the emulator has no faults', () => {
  expect(liveLikeFaults()).toEqual([]);
  expect(liveLikeFaults(false)).toEqual([]);
});

test('true means the defaults, and each option replaces one', () => {
  expect(liveLikeFaults(true)).toEqual(liveLikeFaults({}));
  // No test counts on them: closing the emulator does not report them.
  expect(liveLikeFaults({ lagMs: 7, newGroupMs: 8, requestsPerSecond: 0.25 })).toEqual([
    { effect: 'rateLimit', requestsPerSecond: 0.25, burst: 1, optional: true },
    { effect: 'newGroupDelay', delayMs: 8, optional: true },
    { effect: 'lag', lagMs: 7, variation: 'random', optional: true },
    { effect: 'compression', optional: true },
  ]);
});

test('the faults are ones that an administrator could also add', () => {
  for (const fault of liveLikeFaults(true)) expect(faultSchema.safeParse(fault).success).toBe(true);
});

test.each([[{ lagMs: -1 }], [{ newGroupMs: 1.5 }], [{ requestsPerSecond: 0 }], [{ lag: 1 }], [{ lagMs: 600_001 }]])(
  '%j is rejected, not ignored',
  (options) => {
    expect(() => liveLikeFaults(options as LiveLike)).toThrow(/^Cannot read the option liveLike: /);
  },
);
