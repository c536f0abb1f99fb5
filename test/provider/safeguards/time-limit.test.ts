/** `timeouts`: after the time limit, nothing is lost and nothing exists twice. Timers run only if a test advances them. */
import { HostError } from '../../../src/plugin/testing';
import { startWorld, type World, type WorldOptions } from '../world';

jest.setTimeout(60_000);

let world: World;
beforeEach(() => {
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setInterval', 'Date', 'performance'],
  });
});
afterEach(() => {
  jest.useRealTimers();
  world.close();
});

type Between = NonNullable<WorldOptions['between']>;

const minute = 60_000;
const pass = (ms: number): void => {
  jest.advanceTimersByTime(ms);
};
const failure = async (work: Promise<unknown>): Promise<HostError> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(HostError);
  return error as HostError;
};
const sleepUntilAborted: WorldOptions['sleep'] = (_, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
/** Calls `begun`, and then waits until aborted. */
const sleepAfter =
  (begun: () => void): WorldOptions['sleep'] =>
  (ms, signal) => {
    const sleeping = sleepUntilAborted(ms, signal);
    begun();
    return sleeping;
  };
const refusing: (method: string) => Between = (method) => (request, service) =>
  request.method === method
    ? Promise.resolve(new Response('{"code":8,"message":"slow down","details":[]}', { status: 429 }))
    : service(request);
const names = async (): Promise<unknown[]> =>
  (await world.host.data('platform_groups', { descendants_of: world.root }))['groups'] as unknown[];
const config = (timeouts?: Record<string, string>) => ({
  parent_uid: world.root,
  name: 'g',
  ...(timeouts && { timeouts }),
});

test('a create in flight may complete, and is stored', async () => {
  const between: Between = async (request, service) => {
    const response = await service(request);
    if (request.method === 'POST') pass(1_000);
    return response;
  };
  world = await startWorld({ between });
  const group = world.host.resource('platform_group');
  await group.apply(config({ create: '1s' }));
  expect(group.state).toMatchObject({ name: 'g', timeouts: { create: '1s', delete: null } });
});

test('a create whose response is then lost is looked up once, and stored', async () => {
  const between: Between = async (request, service) => {
    const response = await service(request);
    if (request.method !== 'POST') return response;
    pass(1_000);
    throw new Error('the connection was reset');
  };
  world = await startWorld({ between });
  const group = world.host.resource('platform_group');
  await group.apply(config({ create: '1s' }));
  expect(group.state).toMatchObject({ name: 'g' });
  expect(await names()).toHaveLength(1);
});

test('a waiting create ends immediately, without an object: the error contains reason, limit and last attempt', async () => {
  let limited = true;
  const between: Between = (request, service) => (limited ? refusing('POST')(request, service) : service(request));
  let now = Date.parse('2026-01-02T03:04:05Z');
  const sleepForever = sleepAfter(() => pass(90 * 60_000))!;
  const sleep: WorldOptions['sleep'] = (ms, signal) => {
    if (limited) return sleepForever(ms, signal);
    now += ms;
    return Promise.resolve();
  };
  world = await startWorld({ between, clock: () => now, sleep });
  const group = world.host.resource('platform_group');
  const { message, diagnostics } = await failure(group.apply(config({ create: '1h30m' })));
  limited = false;
  expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot create group "g" in ' + world.root }]);
  expect(message).toContain('The operation exceeded its time limit (timeouts.create, 1h30m).');
  expect(message).toContain('slow down');
  expect(group.state).toBeNull();
  expect(await names()).toEqual([]);
  await group.apply(config({ create: '1h30m' }));
  expect(await names()).toHaveLength(1);
});

test('an update without a response is an error, the state stays unchanged, and a refresh finds its effect', async () => {
  let slow = false;
  const between: Between = async (request, service) => {
    const response = await service(request);
    if (request.method !== 'PATCH' || !slow) return response;
    pass(1_000);
    return new Promise(() => undefined);
  };
  world = await startWorld({ between });
  const group = world.host.resource('platform_group');
  await group.apply(config({ update: '1s' }));
  slow = true;
  const changed = { ...config({ update: '1s' }), description: 'new' };
  const { message } = await failure(group.apply(changed));
  expect(message).toMatch(/Cannot update group "g" .*exceeded its time limit \(timeouts\.update, 1s\)/);
  expect(group.state).toMatchObject({ description: null });
  await group.refresh();
  expect(await group.plan(changed)).toMatchObject({ action: 'no-op' });
});

test('a waiting deletion ends immediately after the applied limit, and the object stays in the state', async () => {
  world = await startWorld({ between: refusing('DELETE'), sleep: sleepAfter(() => pass(2_000)) });
  const group = world.host.resource('platform_group');
  await group.apply(config({ delete: '2s' }));
  const { message } = await failure(group.destroy());
  expect(message).toContain('exceeded its time limit (timeouts.delete, 2s)');
  expect(group.state).toMatchObject({ name: 'g' });
});

test('a refresh that takes too long is an error, and the object stays in the state', async () => {
  let slow = false;
  const between: Between = (request, service) => {
    if (!slow) return service(request);
    pass(1_000);
    return new Promise(() => undefined);
  };
  world = await startWorld({ between });
  const group = world.host.resource('platform_group');
  await group.apply(config({ read: '1s' }));
  slow = true;
  expect((await failure(group.refresh())).message).toContain('exceeded its time limit (timeouts.read, 1s)');
  expect(group.state).toMatchObject({ name: 'g' });
});

test.each([
  ['create', 'POST'],
  ['update', 'PATCH'],
  ['delete', 'DELETE'],
] as const)('%s has 20 minutes where nothing is written', async (operation, method) => {
  const passed: number[] = [];
  const waited = (): void => {
    for (const ms of [20 * minute - 1, 1]) {
      passed.push(ms);
      pass(ms);
    }
  };
  world = await startWorld({ between: refusing(method), sleep: sleepAfter(waited) });
  const group = world.host.resource('platform_group');
  const work = async (): Promise<unknown> => {
    await group.apply(config());
    if (operation === 'update') return group.apply({ ...config(), description: 'new' });
    return operation === 'delete' ? group.destroy() : undefined;
  };
  expect((await failure(work())).message).toContain(`exceeded its time limit (timeouts.${operation}, 20m)`);
});

test('a refresh has no default limit, because its lists are shared', async () => {
  let slow = false;
  const between: Between = (request, service) => {
    if (slow) pass(29_000);
    return service(request);
  };
  world = await startWorld({ between });
  const group = world.host.resource('platform_group');
  await group.apply(config());
  slow = true;
  await group.refresh();
  expect(jest.getTimerCount()).toBe(0);
});

test('a changed limit is stored, and nothing is sent', async () => {
  world = await startWorld();
  const group = world.host.resource('platform_group');
  await group.apply(config({ create: '1h' }));
  world.requests();
  expect(await group.apply(config({ create: '2h', read: '90s' }))).toMatchObject({ action: 'update' });
  expect(world.requests().filter((line) => !line.startsWith('GET'))).toEqual([]);
  expect(group.state).toMatchObject({ timeouts: { create: '2h', read: '90s' } });
  expect(await group.plan(config({ create: '2h', read: '90s' }))).toMatchObject({ action: 'no-op' });
});

test.each(['soon', '20', '-1m', '0s', '1h 30m'])(
  '%j is not a time, which the plan reports at its attribute',
  async (create) => {
    world = await startWorld();
    const { diagnostics } = await failure(world.host.resource('platform_group').plan(config({ create })));
    expect(diagnostics).toMatchObject([{ severity: 'error', path: ['timeouts', 'create'] }]);
  },
);
