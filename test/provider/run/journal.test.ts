/** The journal reports to every register of the run what happened to an object. */
import { createEmulator } from '../../../src/emulator';
import { startHost } from '../../../src/plugin/testing';
import { createProvider } from '../../../src/provider/provider';
import type { Declaration } from '../../../src/model/schema';
import { createJournal, type Journal, type Register } from '../../../src/provider/run/journal';
import type { Values } from '../../../src/model/api';
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

test('a list that lags behind is corrected by what this run has created, updated and deleted', async () => {
  const former = new Map<string, string>();
  world = await startWorld({
    between: async (request, service) => {
      const response = await service(request);
      if (request.method !== 'GET' || !new URL(request.url).pathname.endsWith('/groups')) return response;
      const body = former.get(request.url) ?? (await response.text());
      former.set(request.url, body);
      return new Response(body, { status: response.status });
    },
  });
  const names = async () => {
    const { groups } = await world.host.data('platform_groups', { children_of: world.root });
    return (groups as readonly { readonly name: string }[]).map(({ name }) => name);
  };
  expect(await names()).toEqual([]);
  const group = world.host.resource('platform_group');
  await group.apply({ parent_uid: world.root, name: 'team' });
  expect(await names()).toEqual(['team']);
  former.clear();
  expect(await names()).toEqual(['team']);
  await group.apply({ parent_uid: world.root, name: 'crew' });
  expect(await names()).toEqual(['crew']);
  await group.destroy();
  expect(await names()).toEqual([]);
});

test('the key of an adopted object is used, although a list that lags behind lacks the object', async () => {
  world = await startWorld({
    config: { on_existing: 'adopt' },
    between: async (request, service) => {
      const response = await service(request);
      if (!request.url.includes('descendants_of')) return response;
      const page = Object.entries((await response.json()) as Readonly<Record<string, unknown>>);
      const isTeam = (object: unknown) => (object as { readonly name?: string }).name === 'team';
      const lagging = page.map(([name, value]) => [
        name,
        Array.isArray(value) ? value.filter((object) => !isTeam(object)) : value,
      ]);
      return Response.json({ ...Object.fromEntries(lagging), totalCount: undefined });
    },
  });
  const apply = (host: World['host'], name: string) =>
    host.resource('platform_group').apply({ parent_uid: world.root, name });
  await apply(world.host, 'team');
  const host = await world.again();
  await apply(host, 'team');
  world.requests();
  for (const number of [1, 2, 3, 4, 5, 6]) await apply(host, `n${number}`);
  expect(world.requests().some((line) => line.includes('descendants_of'))).toBe(true);
  await expect(apply(host, 'team')).rejects.toThrow('Two resources declare the same');
});

/** The rooms of what a run knows, by the members of the session and of its service. */
const rooms: Readonly<Record<string, string>> = {
  ...{ journal: 'run', managed: 'run', writes: 'run', approval: 'approval', propagation: 'refresh', recent: 'refresh' },
  ...{ reads: 'refresh', visibility: 'refresh', tokenIdentity: 'refresh', keys: 'keys', existence: 'keys' },
};

/** Returns a copy of the members whose calls are reported. */
function reportCalls<T extends object>(members: T, called: (room: string, call: string) => void): T {
  const copies = Object.entries(members).map(([name, member]: [string, unknown]) => {
    const room = rooms[name];
    if (room === undefined || typeof member !== 'object' || member === null) return [name, member];
    const calls = Object.entries(member).map(([method, work]: [string, unknown]) => {
      if (typeof work !== 'function') return [method, work];
      return [method, (...args: unknown[]) => (called(room, `${name}.${method}`), Reflect.apply(work, member, args))];
    });
    return [name, Object.fromEntries(calls)];
  });
  return Object.fromEntries(copies) as T;
}

test('the walk of a create returns to a room at most eight times', async () => {
  const emulator = createEmulator();
  const env = { PLATFORM_BASE_URL: 'http://localhost', PLATFORM_TOKEN: await emulator.administratorToken() };
  const provider = createProvider({ env, fetch: (request) => emulator.handle(request) });
  const walk: { room: string; call: string }[] = [];
  const called = (room: string, call: string) => void walk.push({ room, call });
  const configure: typeof provider.configure = async (context) => {
    const session = await provider.configure(context);
    const service = session.service && reportCalls(session.service, called);
    return { ...reportCalls(session, called), service };
  };
  const host = await startHost({ ...provider, configure }, {}, { terraformVersion: 'in-process' });
  const group = host.resource('platform_group');
  const config = { parent_uid: emulator.rootGroupUid, name: 'team' };
  await group.plan(config);
  walk.length = 0;
  await group.apply(config);
  emulator.close();
  const create = walk.slice(walk.findIndex(({ call }) => call === 'writes.createExclusive'));
  const entered = new Set(create.map(({ room }) => room));
  expect(create.map(({ call }) => call)).toEqual(
    expect.arrayContaining(['keys.isFree', 'approval.approve', 'journal.created', 'writes.send']),
  );
  expect(create.length - entered.size).toBeLessThanOrEqual(8);
});
