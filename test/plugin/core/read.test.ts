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

test('an object that is gone is planned again', async () => {
  await thing.apply({ name: 'a' });
  fixture.things.clear();
  await thing.refresh();
  expect(thing.state).toBeNull();
  expect((await thing.plan({ name: 'a' })).action).toBe('create');
});

test('a change behind the back of Terraform is seen and put right', async () => {
  await thing.apply({ name: 'a', text: 'mine' });
  fixture.things.get('thing-1')!['text'] = 'theirs';
  await thing.refresh();
  expect(thing.state).toMatchObject({ text: 'theirs' });
  expect(await thing.plan({ name: 'a', text: 'mine' })).toMatchObject({ action: 'update', planned: { text: 'mine' } });
});

test('a read keeps the representation of the user, and stores a real change', async () => {
  await thing.apply({ name: 'a', document: '{ "a": 1 }' });
  await thing.refresh();
  expect(thing.state).toMatchObject({ document: '{ "a": 1 }' });
  fixture.things.get('thing-1')!['document'] = '{"a":2}';
  await thing.refresh();
  expect(thing.state).toMatchObject({ document: '{"a":2}' });
});

test('a handler may change the state it gets and return it, and nothing is lost by that', async () => {
  await thing.apply({ name: 'a', document: '{ "a": 1 }', text: 'x' });
  fixture.override.read = async ({ state }) => Object.assign(state, { document: '{"a":1}', text: 'y' });
  await thing.refresh();
  expect(thing.state).toMatchObject({ document: '{ "a": 1 }', text: 'y' });
  fixture.override.read = async ({ state, diags }) => {
    diags.error('No', 'Not now.');
    return Object.assign(state, { text: 'z' });
  };
  await expect(thing.refresh()).rejects.toThrow('Not now.');
  expect(thing.state).toMatchObject({ text: 'y' });
});

test.each<[string, unknown, string]>([
  ['nothing at all', undefined, 'is missing: the handler returned no object'],
  ['half an object', { id: 'x' }, 'anything is missing'],
])('a read that returns %s is an error and the state stays', async (_, answer, message) => {
  await thing.apply({ name: 'a' });
  const before = thing.state;
  fixture.override.read = async () => answer as never;
  await expect(thing.refresh()).rejects.toThrow(answer === undefined ? 'is undefined' : message);
  expect(thing.state).toEqual(before);
});

test('a data source echoes its configuration, or says what it did not find', async () => {
  await thing.apply({ name: 'a' });
  const ratio = { decimal: '0.3333333333333333333333' };
  expect(await host.data('fixture_thing', { id: 'thing-1', ratio })).toEqual({
    id: 'thing-1',
    name: 'a',
    ratio,
    anything: null,
  });
  await expect(host.data('fixture_thing', { id: 'thing-2' })).rejects.toMatchObject({
    diagnostics: [{ summary: 'Thing not found', detail: 'There is no thing "thing-2".', path: ['id'] }],
  });
});
