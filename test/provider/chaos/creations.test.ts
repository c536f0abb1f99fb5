/** After any faults, everything exists exactly once in the end, and the next plan is empty. */
import fc from 'fast-check';
import type { ResourceInstance } from '../../../src/plugin/testing';
import { startWorld } from '../world';
import { accidents } from './accidents';
import { search } from '../../support/search';

const names = Object.keys(accidents);
/** Mostly no fault, so that a run completes. */
const accident = fc.oneof(
  { weight: 3, arbitrary: fc.constant('nothing') },
  { weight: 2, arbitrary: fc.constantFrom(...names) },
);

jest.setTimeout(180_000 * search);

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };

test('nothing is duplicated, nothing is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(accident, { minLength: 10, maxLength: 80 }), async (course) => {
      let step = 0;
      const world = await startWorld({
        between: (request, service) => (accidents[course[step++] ?? 'nothing'] ?? service)(request, service),
      });
      try {
        const group = world.host.resource('platform_group');
        const inner = world.host.resource('platform_group');
        const identity = world.host.resource('platform_identity');
        const outer = { parent_uid: world.root, name: 'outer', description: 'd' };
        await persist(group, () => outer);
        await persist(inner, () => ({ parent_uid: group.state!['uid'], name: 'inner' }));
        await persist(identity, () => ({ group_uid: inner.state!['uid'], name: 'ci', claim_match }));
        await persist(group, () => ({ ...outer, description: 'changed' }));
        course.length = 0;
        await group.refresh();
        await identity.refresh();
        expect(await group.plan({ ...outer, description: 'changed' })).toMatchObject({ action: 'no-op' });
        expect(await identity.plan({ group_uid: inner.state!['uid'], name: 'ci', claim_match })).toMatchObject({
          action: 'no-op',
        });
        const all = JSON.stringify(world.emulator.snapshot());
        for (const name of ['outer', 'inner', 'ci']) expect(all.split(`"name":"${name}"`)).toHaveLength(2);
      } finally {
        world.close();
      }
    }),
    { numRuns: 20 * search },
  );
});

test('nothing is duplicated or lost when many objects are created concurrently', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(accident, { minLength: 20, maxLength: 150 }), async (course) => {
      let step = 0;
      const world = await startWorld({
        between: (request, service) => (accidents[course[step++] ?? 'nothing'] ?? service)(request, service),
      });
      try {
        const left = Array.from({ length: 24 }, (_, index) => `n${index}`);
        const create = async (): Promise<void> => {
          for (let name = left.shift(); name !== undefined; name = left.shift()) {
            const [group, identity] = ['group', 'identity'].map((kind) => world.host.resource(`platform_${kind}`));
            const group_name = name;
            await persist(group!, () => ({ parent_uid: world.root, name: group_name }));
            await persist(identity!, () => ({
              group_uid: group!.state!['uid'],
              name: `in-${group_name}`,
              claim_match,
            }));
          }
        };
        const names = [...left];
        await Promise.all(Array.from({ length: 6 }, create));
        const all = JSON.stringify(world.emulator.snapshot());
        for (const name of names.flatMap((one) => [one, `in-${one}`]))
          expect(all.split(`"name":"${name}"`)).toHaveLength(2);
      } finally {
        world.close();
      }
    }),
    { numRuns: 8 * search },
  );
});

/** Acts like a user who reads the errors: runs again, and imports if an import block is printed. */
async function persist(instance: ResourceInstance, config: () => Record<string, unknown>): Promise<void> {
  for (let attempt = 0; attempt < 30; attempt++) {
    try {
      await instance.apply(config());
      return;
    } catch (error) {
      const uid = /id = "([0-9a-f/]+)"/.exec(String(error))?.[1];
      if (uid !== undefined) await instance.import(uid).catch(() => undefined);
    }
  }
  throw new Error('The runs do not converge.');
}
