/** The journal reports to every register of the run what happened to an object. */
import type { Declaration } from '../../../src/schema';
import { createJournal, type Journal, type Register } from '../../../src/provider/run/journal';
import type { Values } from '../../../src/api';
import { startWorld, type World, type WorldOptions } from '../world';

let world: World;
afterEach(() => world.close());

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };

/** A register that writes down the steps of one kind, with the name or the uid of the object. */
function recorder(kind: string): { readonly register: Register; steps(): string[] } {
  const steps: string[] = [];
  const tell =
    (step: keyof Journal, name: (told: never) => unknown) =>
    (declaration: Declaration, told: unknown): void => {
      if (declaration.kind === kind) steps.push(`${step} ${String(name(told as never))}`);
    };
  const ofObject = (object: Values) => object['name'];
  return {
    register: {
      creating: tell('creating', ({ values }: { values: Values }) => Object.values(values)[0]),
      created: tell('created', ofObject),
      adopted: tell('adopted', ofObject),
      updating: tell('updating', (uid: string) => uid),
      updated: tell('updated', ofObject),
      attempted: tell('attempted', (uid: string) => uid),
      deleted: tell('deleted', (uid: string) => uid),
      reading: tell('reading', (uid: string) => uid),
      read: tell('read', ofObject),
    },
    steps: () => steps.splice(0),
  };
}

async function recorded(options: WorldOptions = {}) {
  const recording = recorder('Group');
  world = await startWorld({ ...options, registers: [recording.register] });
  return { group: world.host.resource('platform_group'), steps: () => recording.steps() };
}

test('a further register hears each step of the life of an object, once and in its order', async () => {
  const { group, steps } = await recorded();
  await group.apply({ parent_uid: world.root, name: 'team' });
  const uid = String(group.state!['uid']);
  expect(steps()).toEqual(['creating team', 'created team']);
  await group.refresh();
  expect(steps()).toEqual([`reading ${uid}`, 'read team']);
  await group.apply({ parent_uid: world.root, name: 'crew' });
  expect(steps().filter((step) => !step.startsWith('read'))).toEqual([
    `updating ${uid}`,
    'updated crew',
    `attempted ${uid}`,
  ]);
  await group.destroy();
  expect(steps().filter((step) => !step.startsWith('read'))).toEqual([`attempted ${uid}`, `deleted ${uid}`]);
});

test.each([
  ['without a change', undefined, ['adopted team']],
  ['with a change', 'new', ['adopted team', 'updated team']],
])('an object that is adopted %s is not created', async (_, description, expected) => {
  const { steps } = await recorded({ config: { on_existing: 'adopt' } });
  const config = { parent_uid: world.root, name: 'team' };
  await world.host.resource('platform_group').apply(config);
  steps();
  const again = (await world.again()).resource('platform_group');
  await again.apply({ ...config, ...(description !== undefined && { description }) });
  expect(steps().filter((step) => !step.startsWith('read'))).toEqual(expected);
});

test('an update and a deletion that fail count as attempted', async () => {
  let isBroken = false;
  const { group, steps } = await recorded({
    between: async (request, service) =>
      isBroken && request.method !== 'GET'
        ? Response.json({ code: 9, message: 'no' }, { status: 400 })
        : service(request),
  });
  await group.apply({ parent_uid: world.root, name: 'team' });
  const uid = String(group.state!['uid']);
  isBroken = true;
  steps();
  await expect(group.apply({ parent_uid: world.root, name: 'crew' })).rejects.toThrow();
  expect(steps().filter((step) => !step.startsWith('read'))).toEqual([`updating ${uid}`, `attempted ${uid}`]);
  await expect(group.destroy()).rejects.toThrow();
  expect(steps().filter((step) => !step.startsWith('read'))).toEqual([`attempted ${uid}`]);
});

test('every register hears a step, in the order of the registers', () => {
  const heard: string[] = [];
  const journal = createJournal(
    ['a', 'b'].map((name) => ({ attempted: (_: Declaration, uid: string) => void heard.push(`${name} ${uid}`) })),
  );
  journal.attempted({} as Declaration, 'x');
  journal.deleted({} as Declaration, 'x', undefined);
  expect(heard).toEqual(['a x', 'b x']);
});

test.each([
  ['an hour', 3_600_000, false],
  ['a second', 1_000, true],
])('a denied create in an adopted group that is %s old waits only if the group is young', async (_, age, waits) => {
  let now = Date.parse('2026-01-02T03:04:05Z');
  let waited = 0;
  world = await startWorld({
    clock: () => now,
    sleep: (ms) => Promise.resolve(void ((now += ms), (waited += ms))),
    config: { on_existing: 'adopt' },
    between: async (request, service) =>
      request.method === 'POST' && request.url.includes('identities')
        ? Response.json({ code: 7, message: 'denied' }, { status: 403 })
        : service(request),
  });
  const config = { parent_uid: world.root, name: 'team' };
  await world.host.resource('platform_group').apply(config);
  now += age;
  const host = await world.again();
  const group = host.resource('platform_group');
  await group.apply(config);
  waited = 0;
  const identity = host
    .resource('platform_identity')
    .apply({ group_uid: group.state!['uid'], name: 'ci', claim_match });
  await expect(identity).rejects.toThrow('denied');
  expect(waited > 0).toBe(waits);
});

test('an invite that has expired by the clock of the service is no duplicate, although our clock is behind', async () => {
  let now = Date.parse('2026-01-02T03:04:05Z');
  const serviceAheadMs = 24 * 3_600_000;
  world = await startWorld({
    clock: () => now,
    serviceAheadMs,
    between: async (request, service) => {
      const { body, status, headers } = await service(request);
      headers.set('date', new Date(now + serviceAheadMs).toUTCString());
      return new Response(body, { status, headers });
    },
  });
  const role_uid = (await world.host.data('platform_role', { name: 'viewer' }))['uid'];
  const invite = (email: string, ttl: string) => ({ group_uid: world.root, role_uid, email, ttl });
  const emails = Array.from({ length: 20 }, (_, index) => `p${index}@example.com`);
  for (const email of emails)
    await world.host.resource('platform_group_invite').apply(invite(email, `${30 * 24 * 3600}s`));
  const others = await world.again({ on_existing: 'create' });
  await others.resource('platform_group_invite').apply(invite('p7@example.com', '5s'));
  now += 10_001;
  await world.host.resource('platform_group_invite').apply(invite('next@example.com', '3600s'));
});
