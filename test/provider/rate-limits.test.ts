// @slow
/** Applies and refreshes with a service that limits requests, in virtual time. */
import type { Host, ResourceInstance } from '../../src/plugin/testing';
import { makeCalls } from '../client/limited-service';
import { createVirtualTime } from '../support/virtual-time';
import { startWorld } from './world';

jest.setTimeout(120_000);

const LATENCY_MS = 20;

async function startLimited(perSecond: number, retryAfter: boolean) {
  const time = createVirtualTime();
  const results: { readonly at: number; readonly status: number }[] = [];
  const { signal } = new AbortController();
  const world = await startWorld({
    clock: time.clock,
    sleep: time.sleep,
    async between(request, service) {
      const response = await time.busy(() => service(request));
      results.push({ at: time.clock(), status: response.status });
      await time.sleep(LATENCY_MS, signal);
      return response;
    },
  });
  return {
    time,
    world,
    limit: () => world.emulator.faults.add({ effect: 'rateLimit', requestsPerSecond: perSecond, retryAfter }),
    /** Returns the share of refused requests since `start`. */
    refused: (start: number) => {
      const later = results.filter(({ at }) => at >= start);
      return later.filter(({ status }) => status === 429).length / Math.max(1, later.length);
    },
  };
}

const instancesIn = (host: Host, count: number): ResourceInstance[] =>
  Array.from({ length: count }, () => host.resource('platform_group'));

const cells = [1, 2, 10, 50].flatMap((perSecond) =>
  [true, false].flatMap((retryAfter) => [10, 100].map((parallel) => ({ perSecond, retryAfter, parallel }))),
);

test.each(cells)(
  'with $perSecond requests per second (Retry-After: $retryAfter), a run of $parallel parallel creates and their refresh succeed',
  async ({ perSecond, retryAfter, parallel }) => {
    const { time, world, limit, refused } = await startLimited(perSecond, retryAfter);
    try {
      const count = Math.max(parallel, perSecond * 12);
      const created = instancesIn(world.host, count);
      const fault = limit();
      const start = time.clock();
      const name = (index: number) => ({ parent_uid: world.root, name: `group ${index}` });
      const work = () => makeCalls((index) => created[index]!.apply(name(index)), count, parallel);
      expect(await time.run(work)).toEqual([]);
      expect(refused(start + 10_000)).toBeLessThan(perSecond === 1 ? 0.2 : 0.1);

      world.emulator.faults.remove(fault.id);
      const host = await world.again();
      const refreshed = instancesIn(host, count);
      limit();
      const read = async (index: number) => {
        await refreshed[index]!.import(String(created[index]!.state!['uid']));
        await refreshed[index]!.refresh();
      };
      expect(await time.run(() => makeCalls(read, count, parallel))).toEqual([]);
      expect(refreshed.map(({ state }) => state?.['name'])).toEqual(created.map(({ state }) => state?.['name']));
    } finally {
      world.close();
    }
  },
);
