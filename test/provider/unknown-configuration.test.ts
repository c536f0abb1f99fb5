import { UNKNOWN } from '../../src/plugin';
import { HostError } from '../../src/plugin/testing';
import { toWire } from '../../src/plugin/testing/connection';
import { resourceSchema } from '../../src/provider/convert/resource-schema';
import { group as groupKind } from '../../src/model/kinds';
import { startWorld, type World } from './world';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

test.each(['token', 'base_url'])('while %s is unknown, resources are still planned', async (name) => {
  const host = await world.again({ [name]: UNKNOWN });
  world.requests();
  const group = host.resource('platform_group');
  expect(await group.plan({ parent_uid: world.root, name: 'a' })).toMatchObject({ action: 'create' });
  expect(world.requests()).toEqual([]);
});

test('prior state is kept, with one warning for the whole run', async () => {
  const group = world.host.resource('platform_group');
  await group.apply({ parent_uid: world.root, name: 'a' });
  const host = await world.again({ token: UNKNOWN });
  const currentState = toWire(group.state, resourceSchema(groupKind));
  const responses = [];
  for (let reads = 0; reads < 3; reads++)
    responses.push(await host.connection.call('ReadResource', { typeName: 'platform_group', currentState }));
  expect(responses.flatMap(({ diagnostics }) => diagnostics)).toMatchObject([
    {
      severity: 2,
      summary: 'Using stored state: provider not fully configured',
      detail: expect.stringContaining('token'),
    },
  ]);
  for (const { newState } of responses) expect(newState?.msgpack).toEqual(currentState.msgpack);
});

test('a data source names the unknown attribute and the next step', async () => {
  const host = await world.again({ token: UNKNOWN });
  const error = await host.data('platform_role', { name: 'viewer' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(HostError);
  expect((error as HostError).message).toMatch(/The value of token in the provider block .*-target/s);
});

test('nothing is imported without a request', async () => {
  const host = await world.again({ base_url: UNKNOWN });
  await expect(host.resource('platform_group').import(world.root)).rejects.toThrow('base_url');
});
