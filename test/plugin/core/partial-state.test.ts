import { UNKNOWN } from '../../../src/plugin';
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

test('an update with an unusable response keeps the planned values, and prior values where the plan is unknown', async () => {
  await thing.apply({ name: 'a', text: 'old' });
  fixture.override.update = async ({ prior }) => {
    prior.text = 'changed in place';
    return 'done' as never;
  };
  await expect(thing.apply({ name: 'a', text: 'new' })).rejects.toThrow('should be an object');
  expect(thing.state).toMatchObject({ id: 'thing-1', text: 'new', revision: 1 });
});

test('a checkpoint with values that cannot be stored keeps those that can', async () => {
  fixture.override.create = async ({ checkpoint }) => {
    checkpoint({ id: 'half', size: 'big' as never, password: 'p' as never, revision: UNKNOWN as never });
    throw new Error('x');
  };
  await expect(thing.apply({ name: 'a' })).rejects.toThrow('x');
  expect(thing.state).toMatchObject({ id: 'half', size: null, password: null, revision: null });
});

test('a result with unknown values, or of another shape, is an error, and what is usable is stored', async () => {
  fixture.override.create = async ({ plan }) => ({ ...(plan as object), id: 'x' }) as never;
  await expect(thing.apply({ name: 'a' })).rejects.toThrow('is still unknown after the operation');
  expect(thing.state).toMatchObject({ id: 'x', note: null });

  const other = host.resource('fixture_thing');
  fixture.override.create = async () => ({ id: 'y', name: 5 }) as never;
  await expect(other.apply({ name: 'a' })).rejects.toThrow('anything is missing');
  expect(other.state).toMatchObject({ id: 'y', name: 'a', size: 1 });
});

test.each([null, undefined, 'text'])(
  'a creation that returns %p is an error and keeps what was planned',
  async (answer) => {
    fixture.override.create = async () => answer as never;
    await expect(thing.apply({ name: 'a' })).rejects.toThrow(
      'This is a mistake in the provider (fixture_thing: create)',
    );
    expect(thing.state).toMatchObject({ name: 'a', id: null });
  },
);
