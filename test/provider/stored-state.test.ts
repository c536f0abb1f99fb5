import { decodeValue } from '../../src/plugin/values/codec';
import { impliedType } from '../../src/plugin/schema/schema';
import { fillConfig, proposedNew } from '../../src/plugin/testing/configuration';
import { decodeResult, toWire } from '../../src/plugin/testing/connection';
import { createProvider } from '../../src/provider/provider';
import { configurationOf, storedState, storedVersions } from './stored-state';
import { startWorld, type World } from './world';

jest.setTimeout(60_000);

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const resources = createProvider().resources ?? {};
const versions = Object.entries(resources).flatMap(([type, { schema }]) =>
  Array.from({ length: (schema.version ?? 0) + 1 }, (_, version): [string, number] => [type, version]),
);

test('each version of each type has a stored object, and no other exists', () => {
  const written = storedVersions().map(([type, version]) => `${type}/${version}.json`);
  expect(written.sort()).toEqual(versions.map(([type, version]) => `${type}/${version}.json`).sort());
});

describe.each(versions)('%s of version %i', (typeName, version) => {
  const { schema } = resources[typeName]!;
  const stored = storedState(typeName, version) ?? {};
  const upgraded = async () => {
    const rawState = { json: Buffer.from(JSON.stringify(stored)) };
    const response = await world.host.connection.call('UpgradeResourceState', { typeName, version, rawState });
    expect(response.diagnostics).toEqual([]);
    return decodeValue(response.upgradedState!.msgpack, impliedType(schema)) as Record<string, unknown>;
  };

  test('gets the current defaults', async () => {
    const state = await upgraded();
    for (const [name, attribute] of Object.entries(schema.attributes))
      if (attribute.default !== undefined && !(name in stored))
        expect([name, state[name]]).toEqual([name, attribute.default]);
  });

  test('is planned without a change, even without a refresh', async () => {
    const state = await upgraded();
    const config = fillConfig(schema, configurationOf(schema, state));
    const response = await world.host.connection.call('PlanResourceChange', {
      typeName,
      priorState: toWire(state, schema),
      proposedNewState: toWire(proposedNew(schema, state, config), schema),
      config: toWire(config, schema),
    });
    expect(response.diagnostics).toEqual([]);
    expect(decodeResult(response.plannedState, impliedType(schema))).toEqual(state);
  });

  if (version === (schema.version ?? 0))
    test('lost no attribute: another form of the state needs another version of the schema', async () => {
      expect(Object.keys(stored).filter((name) => !Object.hasOwn(schema.attributes, name))).toEqual([]);
      expect(await upgraded()).toMatchObject(stored);
    });
});
