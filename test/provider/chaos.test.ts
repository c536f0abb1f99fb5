/** Whatever breaks on the way, in the end everything exists exactly once and the next plan is empty. */
import fc from 'fast-check';
import type { ResourceInstance } from '../../src/plugin/testing';
import { startWorld, type WorldOptions } from './world';

type Between = NonNullable<WorldOptions['between']>;
type Service = Parameters<Between>[1];

const refusal = (code: number, status: number, headers: Record<string, string> = {}) =>
  Response.json({ code, message: 'chaos', details: [] }, { status, headers });

/** What can happen to a request; those marked with * after the service has done it. */
const accidents: Record<string, (request: Request, service: Service) => Promise<Response>> = {
  nothing: (request, service) => service(request),
  cut: () => Promise.reject(new Error('ECONNRESET')),
  'cut *': (request, service) => service(request).then(() => Promise.reject(new Error('ECONNRESET'))),
  'internal error': () => Promise.resolve(refusal(13, 500)),
  'internal error *': (request, service) => service(request).then(() => refusal(13, 500)),
  unavailable: () => Promise.resolve(refusal(14, 503)),
  'web page *': (request, service) => service(request).then(() => new Response('<html>', { status: 502 })),
  'half a response *': (request, service) => service(request).then(() => new Response('{"uid":')),
  'too many requests': () => Promise.resolve(refusal(8, 429, { 'retry-after': '1' })),
};

const names = Object.keys(accidents);
/** Mostly nothing, so that a run comes to its end. */
const accident = fc.oneof(
  { weight: 3, arbitrary: fc.constant('nothing') },
  { weight: 2, arbitrary: fc.constantFrom(...names) },
);

jest.setTimeout(180_000);

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };

test('nothing is made twice, nothing is lost', async () => {
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
    { numRuns: 60 },
  );
});

test('of many that are created at once too', async () => {
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
    { numRuns: 20 },
  );
});

/** As somebody would who reads the errors: run again, and where an import block is printed, import. */
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
  throw new Error('It never came to an end.');
}
