import { startHost, type Host, type ResourceInstance } from '../../../src/plugin/testing';
import { createFixture, type Fixture } from '../../support/fixture/fixture-provider';

let fixture: Fixture;
let host: Host;
let thing: ResourceInstance;

beforeEach(async () => {
  fixture = createFixture();
  host = await startHost(fixture.provider);
  thing = host.resource('fixture_thing');
});

test('an import reads the object with the imported flag, and then plans no change', async () => {
  await thing.apply({ name: 'a', text: 'x' });
  const imported = host.resource('fixture_thing');
  await imported.import('thing-1');
  expect(fixture.calls.at(-1)).toBe('read thing-1 imported');
  expect((await imported.plan({ name: 'a', text: 'x' })).action).toBe('no-op');
  await imported.refresh();
  expect(fixture.calls.at(-1)).toBe('read thing-1');
});

test('an import of nothing, by a bad id, or of a type that knows no import, is an error', async () => {
  await expect(thing.import('thing-9')).rejects.toThrow('does not exist');
  await expect(thing.import('x')).rejects.toThrow('"x" is no id of a thing');
  await expect(host.resource('fixture_note').import('x')).rejects.toThrow('fixture_note cannot be imported');
});

test.each([null, undefined])('an import whose handler finds %p is an error, never silence', async (nothing) => {
  const { provider } = createFixture();
  const found = { ...provider.resources!['fixture_thing']!, importState: async () => nothing as never };
  const other = await startHost({ ...provider, resources: { fixture_thing: found } });
  await expect(other.resource('fixture_thing').import('thing-1')).rejects.toThrow(
    'No fixture_thing was found by the id "thing-1".',
  );
});
