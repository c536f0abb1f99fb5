/** A service that limits requests, in virtual time, and the work of many parallel calls. */
import { createRateLimit } from '../../src/emulator/faults/rate-limit';
import { createClient, group, type Client, type ClientOptions } from '../../src/client';
import { createVirtualTime } from '../support/virtual-time';
import { randomFrom } from '../support/random';
import { CHILD, ROOT, TOKEN } from './canned';

export interface Limit {
  readonly perSecond: number;
  /** @default `perSecond`, at least 1 */
  readonly burst?: number;
  readonly retryAfter: boolean;
  /** The time until a response, in milliseconds; half of it varies. @default 20 */
  readonly latencyMs?: number;
}

export interface Arrival {
  /** Milliseconds since the first call. */
  readonly at: number;
  readonly isRefused: boolean;
}

export interface LimitedService {
  readonly client: Client;
  readonly time: ReturnType<typeof createVirtualTime>;
  readonly arrivals: readonly Arrival[];
}

/** `isRefusing` returns true for requests that the service refuses in any case. */
export function startLimitedService(
  { perSecond, burst = Math.max(1, perSecond), retryAfter, latencyMs = 20 }: Limit,
  options: Partial<ClientOptions> = {},
  isRefusing: (request: Request) => boolean = () => false,
): LimitedService {
  const time = createVirtualTime();
  const random = randomFrom(1);
  const start = time.clock();
  const limit = createRateLimit(perSecond, burst, () => new Date(time.clock()));
  const arrivals: Arrival[] = [];
  const { signal } = new AbortController();
  const latency = () => time.sleep((latencyMs * (50 + random.below(51))) / 200, signal);
  const client = createClient({
    baseUrl: 'https://api.test',
    token: TOKEN,
    ...{ clock: time.clock, sleep: time.sleep, random: () => random.below(1000) / 1000 },
    async fetch(request) {
      await latency();
      const isOdd = isRefusing(request);
      const seconds = isOdd ? 1 : limit.retryAfterSeconds();
      arrivals.push({ at: time.clock() - start, isRefused: seconds > 0 });
      await latency();
      if (seconds === 0) return Response.json({ uid: CHILD, name: 'a' });
      const headers = retryAfter && !isOdd ? { 'retry-after': String(seconds) } : undefined;
      return Response.json({ code: 8, message: 'slow down', details: [] }, { status: 429, headers });
    },
    ...options,
  });
  return { client, time, arrivals };
}

/** Makes `count` calls, `parallel` at a time. Returns the errors. */
export async function makeCalls(
  call: (index: number) => Promise<unknown>,
  count: number,
  parallel: number,
): Promise<unknown[]> {
  const errors: unknown[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) await call(next++).catch((error: unknown) => errors.push(error));
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return errors;
}

export const createGroup = (client: Client) => client.create(group, ROOT, { name: 'a' });
export const readGroup = (client: Client) => client.get(group, CHILD);

/** Returns the share of refused requests after `sinceMs`. */
export function refusedShare(arrivals: readonly Arrival[], sinceMs = 0): number {
  const later = arrivals.filter(({ at }) => at >= sinceMs);
  return later.filter(({ isRefused }) => isRefused).length / Math.max(1, later.length);
}
