// @slow
/** After any faults and runs with any token, everything exists exactly once in the end, and the next plan is empty. */
import fc from 'fast-check';
import type { ResourceInstance } from '../../../src/plugin/testing';
import { search } from '../../support/search';
import { startRun, startWorld, withoutCapabilities, type World } from '../world';
import { accidents } from './accidents';

const names = Object.keys(accidents);
/** Mostly no fault, so that a run completes. */
const accident = fc.oneof(
  { weight: 3, arbitrary: fc.constant('nothing') },
  { weight: 2, arbitrary: fc.constantFrom(...names) },
);
/** A run of Terraform: its token may create everything, and cannot list these kinds. */
const blindness = fc.oneof(
  { weight: 2, arbitrary: fc.constant<readonly string[]>([]) },
  { weight: 1, arbitrary: fc.subarray(['groups', 'identity']) },
);
const limit = fc.option(fc.record({ requestsPerSecond: fc.integer({ min: 1, max: 50 }), retryAfter: fc.boolean() }), {
  nil: undefined,
});

interface Course {
  /** The faults of the requests. */
  readonly faults: readonly string[];
  /** The kinds that the token of a run cannot list. */
  readonly blind: readonly (readonly string[])[];
  readonly limit: { readonly requestsPerSecond: number; readonly retryAfter: boolean } | undefined;
}

const courseOf = (minLength: number, maxLength: number): fc.Arbitrary<Course> =>
  fc.record({
    faults: fc.array(accident, { minLength, maxLength }),
    blind: fc.array(blindness, { maxLength: 8 }),
    limit,
  });

const MAX_RUNS = 30;

jest.setTimeout(180_000 * search);

let histories = 0;
let requests = 0;
afterAll(() => console.log(`${histories} histories, ${requests} requests`));

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };

interface Runs extends Pick<World, 'host' | 'root'> {
  /** Runs the work as Terraform would, in runs of their own, until one of them succeeds. */
  readonly repeat: (work: () => Promise<void>) => Promise<void>;
  readonly endFaults: () => Promise<void>;
  /** Checks that an object of each name exists exactly once. */
  readonly expectOnce: (names: readonly string[]) => void;
}

async function withCourse(course: Course, work: (runs: Runs) => Promise<void>): Promise<void> {
  const faults = [...course.faults];
  const blind = [...course.blind];
  let hidden: readonly string[] = [];
  const world = await startWorld({
    async between(request, service) {
      requests++;
      if (hidden.length === 0) return (accidents[faults.shift() ?? 'nothing'] ?? service)(request, service);
      const sent = await withoutCapabilities(
        request,
        world.emulator,
        hidden.map((kind) => `${kind}.list`),
      );
      // Without its response, the provider only warns: the access of the token is then unknown.
      if (new URL(request.url).pathname === '/auth/v1/ok') return service(sent);
      return (accidents[faults.shift() ?? 'nothing'] ?? service)(sent, service);
    },
  });
  const { emulator, host, root } = world;
  if (course.limit !== undefined)
    emulator.faults.add({ effect: 'rateLimit', burst: 1, path: '/iam/*', ...course.limit });
  try {
    await work({
      host,
      root,
      async repeat(run) {
        for (let left = MAX_RUNS; ; left--) {
          hidden = blind.shift() ?? [];
          await startRun(host);
          try {
            await run();
            return;
          } catch (error) {
            if (left === 0) throw new Error('The runs do not converge.', { cause: error });
          }
        }
      },
      async endFaults() {
        [faults.length, hidden] = [0, []];
        await startRun(host);
      },
      expectOnce(expected) {
        const all = JSON.stringify(emulator.snapshot());
        for (const name of expected) expect([name, all.split(`"name":"${name}"`).length - 1]).toEqual([name, 1]);
      },
    });
  } finally {
    histories++;
    world.close();
  }
}

test('nothing is duplicated, nothing is lost', async () => {
  await fc.assert(
    fc.asyncProperty(courseOf(10, 80), (course) =>
      withCourse(course, async ({ host, root, repeat, endFaults, expectOnce }) => {
        const [group, inner, identity] = ['group', 'group', 'identity'].map((kind) =>
          host.resource(`platform_${kind}`),
        ) as [ResourceInstance, ResourceInstance, ResourceInstance];
        const outer = { parent_uid: root, name: 'outer', description: 'd' };
        const identityIn = (quarter: string) => ({
          ...{ group_uid: inner.state!['uid'], name: 'ci', claim_match },
          rotate_on: { quarter },
        });
        await repeat(() => persist(group, outer));
        await repeat(() => persist(inner, { parent_uid: group.state!['uid'], name: 'inner' }));
        await repeat(() => persist(identity, identityIn('q3')));
        await repeat(() => persist(group, { ...outer, description: 'changed' }));
        await repeat(() => persist(identity, identityIn('q3')));
        const before = identity.state!['uid'];
        await repeat(() => persist(identity, identityIn('q4')));
        expect(identity.state!['uid']).not.toBe(before);
        await endFaults();
        await group.refresh();
        await identity.refresh();
        expect(await group.plan({ ...outer, description: 'changed' })).toMatchObject({ action: 'no-op' });
        // An imported object has no values yet.
        await identity.apply(identityIn('q4'));
        expect(await identity.plan(identityIn('q4'))).toMatchObject({ action: 'no-op' });
        expectOnce(['outer', 'inner', 'ci']);
      }),
    ),
    { numRuns: 10 * search },
  );
});

test('nothing is duplicated or lost when many objects are created concurrently', async () => {
  await fc.assert(
    fc.asyncProperty(courseOf(20, 150), (course) =>
      withCourse(course, async ({ host, root, repeat, expectOnce }) => {
        const pairs = Array.from({ length: 24 }, (_, index) => ({
          name: `n${index}`,
          group: host.resource('platform_group'),
          identity: host.resource('platform_identity'),
        }));
        await repeat(async () => {
          const [left, errors] = [[...pairs], [] as unknown[]];
          const create = async (): Promise<void> => {
            for (let pair = left.shift(); pair !== undefined; pair = left.shift()) {
              const { name, group, identity } = pair;
              try {
                await persist(group, { parent_uid: root, name });
                await persist(identity, { group_uid: group.state!['uid'], name: `in-${name}`, claim_match });
              } catch (error) {
                errors.push(error);
              }
            }
          };
          await Promise.all(Array.from({ length: 6 }, create));
          if (errors.length > 0) throw errors[0];
        });
        expectOnce(pairs.flatMap(({ name }) => [name, `in-${name}`]));
      }),
    ),
    { numRuns: 4 * search },
  );
});

/** Acts like a user who reads the errors: imports an object if its import block is printed. */
async function persist(instance: ResourceInstance, config: Record<string, unknown>): Promise<void> {
  try {
    await instance.apply(config);
  } catch (error) {
    const uid = /id = "([0-9a-f/]+)"/.exec(String(error))?.[1];
    if (uid !== undefined) await instance.import(uid).catch(() => undefined);
    throw error;
  }
}
