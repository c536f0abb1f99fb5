/** Warnings at plan about existing objects with the natural key of a planned create. */
import { UNKNOWN } from '../../../src/plugin';
import type { Host } from '../../../src/plugin/testing';
import { startWorld, type World } from '../world';

const TERRAFORM = '1.11.0';
const seed = { groups: [{ name: 'acme', groups: [{ name: 'payments' }, { name: 'other' }] }] };

let world: World;
beforeEach(async () => {
  world = await startWorld({ seed });
});
afterEach(() => world.close());

const terraform = (config?: Record<string, unknown>): Promise<Host> => world.again(config, TERRAFORM);
const planned = (host: Host, type: string, config: Record<string, unknown>) => host.resource(type).plan(config);
const warningsOf = async (host: Host, type: string, config: Record<string, unknown>) =>
  (await planned(host, type, config)).warnings;

test('a create with the name of an existing object is a warning at the name, with the import block', async () => {
  const host = await terraform();
  const [warning, ...others] = await warningsOf(host, 'platform_group', { parent_uid: world.root, name: 'payments' });
  expect(others).toEqual([]);
  expect(warning).toMatchObject({
    severity: 'warning',
    summary: expect.stringMatching(/^Group "payments" in .* already exists$/),
  });
  expect(warning?.path).toEqual(['name']);
  expect(warning?.detail).toMatch(
    new RegExp(`import \\{\\n  to = platform_group.ADDRESS\\n  id = "${world.root}/[0-9a-f]{16}"`),
  );
  expect(warning?.detail).toContain('on_existing');
});

test('creates of one kind in one group share one list, and a plan without creates reads none', async () => {
  const host = await terraform();
  world.requests();
  for (const name of ['a', 'b', 'c', 'payments'])
    await planned(host, 'platform_group', { parent_uid: world.root, name });
  const lists = world.requests().filter((line) => line.includes('uidp'));
  expect(lists).toHaveLength(1);
  const again = await terraform();
  const group = again.resource('platform_group');
  await group.import('acme/payments');
  world.requests();
  expect((await group.plan({ parent_uid: world.root, name: 'payments', description: 'x' })).warnings).toEqual([]);
  expect(world.requests()).toEqual([]);
});

test('the reads of a planned create do not wait for each other', async () => {
  const waiting: (() => void)[] = [];
  const requested: string[] = [];
  const together = await startWorld({
    seed,
    async between(request, service) {
      requested.push(new URL(request.url).pathname);
      // Each waits until all three have been requested.
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 3) for (const proceed of waiting) proceed();
      });
      return service(request);
    },
  });
  const host = await together.again({}, TERRAFORM);
  await host.resource('platform_group').plan({ parent_uid: together.root, name: 'new' });
  together.close();
  expect(requested.sort()).toEqual(['/auth/v1/ok', '/iam/v2beta1/groups', `/iam/v2beta1/groups/${together.root}`]);
});

test('only the first five lists are read; other creates are left for the apply', async () => {
  const uids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const group = world.host.resource('platform_group');
    await group.apply({ parent_uid: world.root, name });
    uids.push(String(group.state?.['uid']));
  }
  const host = await terraform();
  world.requests();
  for (const parent_uid of uids) await planned(host, 'platform_group', { parent_uid, name: 'new' });
  expect(world.requests().filter((line) => line.includes('uidp'))).toHaveLength(5);
});

test.each([
  ['an object that this run manages', {}, { name: 'payments' }, true],
  ['on_existing = "adopt"', { on_existing: 'adopt' }, { name: 'payments' }, false],
  ['on_existing = "create"', { on_existing: 'create' }, { name: 'payments' }, false],
  ['another name', {}, { name: 'payroll' }, false],
  ['an unknown name', {}, { name: UNKNOWN }, false],
])('no warning: %s', async (_, block, config, isManaged) => {
  const host = await terraform(block);
  if (isManaged) await host.resource('platform_group').import('acme/payments');
  expect(await warningsOf(host, 'platform_group', { parent_uid: world.root, ...config })).toEqual([]);
});

test('no warning: the same name in another group, or in one that is known only after the apply', async () => {
  const host = await terraform();
  expect(await warningsOf(host, 'platform_group', { parent_uid: UNKNOWN, name: 'payments' })).toEqual([]);
  expect(
    await warningsOf(host, 'platform_role', { group_uid: world.root, name: 'other', capabilities: ['groups.list'] }),
  ).toEqual([]);
});

test.each([403, 500])('a list that responds with %d proves nothing', async (status) => {
  world.close();
  world = await startWorld({
    seed,
    between: (request, service) =>
      new URL(request.url).search.includes('uidp')
        ? Promise.resolve(Response.json({ code: status === 403 ? 7 : 13, message: 'no', details: [] }, { status }))
        : service(request),
  });
  const config = { parent_uid: world.root, name: 'payments' };
  expect(await warningsOf(await terraform(), 'platform_group', config)).toEqual([]);
});
