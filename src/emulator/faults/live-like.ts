/** The behavior of a live service that no specification promises away: lag, new groups that refuse calls, rate limits. */
import * as z from 'zod';
import type { Fault } from './fault';

export interface LiveLike {
  /** The longest lag of a read, in milliseconds; each read has a random one. @default 3000 */
  readonly lagMs?: number | undefined;
  /** The time that a new group rejects calls, in milliseconds. A live service takes up to 30 seconds. @default 5000 */
  readonly newGroupMs?: number | undefined;
  /** @default 50 */
  readonly requestsPerSecond?: number | undefined;
}

const schema = z.strictObject({
  lagMs: z.int().min(0).max(600_000).optional(),
  newGroupMs: z.int().min(0).max(600_000).optional(),
  requestsPerSecond: z.number().positive().optional(),
});

/** Returns the faults that make the emulator behave so. Throws a `TypeError` for other options. Contract F1, F3, F5. */
export function liveLikeFaults(options: boolean | LiveLike = false): readonly Fault[] {
  if (options === false) return [];
  const { data, error } = schema.safeParse(options === true ? {} : options);
  if (data === undefined) throw new TypeError(`Cannot read the option liveLike: ${error.issues[0]?.message ?? ''}.`);
  const { lagMs = 3000, newGroupMs = 5000, requestsPerSecond = 50 } = data;
  return [
    { effect: 'rateLimit', requestsPerSecond, burst: Math.max(1, 2 * requestsPerSecond) },
    { effect: 'newGroupDelay', delayMs: newGroupMs },
    { effect: 'lag', lagMs, variation: 'random' },
  ];
}
