/**
 * The behavior of a live service that the specification does not exclude: lag, new groups that refuse calls, rate limits,
 * compression.
 */
import type { Fault } from './fault';
import type * as Schemas from './fault-schema';

export interface LiveLike {
  /** The longest lag of a read, in milliseconds; each read has a random one. @default 3000 */
  readonly lagMs?: number | undefined;
  /** The time that a new group rejects calls, in milliseconds. A live service takes up to 30 seconds. @default 5000 */
  readonly newGroupMs?: number | undefined;
  /** @default 50 */
  readonly requestsPerSecond?: number | undefined;
}

/** Returns the faults that make the emulator behave so. Throws a `TypeError` for other options. Contract F1, F3, F5. */
export function liveLikeFaults(options: boolean | LiveLike = false): readonly Fault[] {
  if (options === false) return [];
  // oxlint-disable-next-line typescript/no-require-imports -- most emulators never need zod
  const { liveLikeSchema } = require('./fault-schema') as typeof Schemas;
  const { data, error } = liveLikeSchema.safeParse(options === true ? {} : options);
  if (data === undefined) throw new TypeError(`Cannot read the option liveLike: ${error.issues[0]?.message ?? ''}.`);
  const { lagMs = 3000, newGroupMs = 5000, requestsPerSecond = 50 } = data;
  const faults: readonly Fault[] = [
    { effect: 'rateLimit', requestsPerSecond, burst: Math.max(1, 2 * requestsPerSecond) },
    { effect: 'newGroupDelay', delayMs: newGroupMs },
    { effect: 'lag', lagMs, variation: 'random' },
    { effect: 'compression' },
  ];
  return faults.map((fault) => ({ ...fault, optional: true }));
}
