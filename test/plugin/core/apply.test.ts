import { DiagError } from '../../../src/plugin';
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

test('a creation that fails before anything exists leaves nothing', async () => {
  fixture.override.create = async () => Promise.reject(new DiagError('No room', 'The service is full.'));
  await expect(thing.apply({ name: 'a' })).rejects.toThrow('No room: The service is full.');
  expect(thing.state).toBeNull();
});

test('a creation that fails after its checkpoint keeps the object, to be replaced', async () => {
  fixture.override.create = async ({ checkpoint }) => {
    checkpoint({ id: 'half' });
    fixture.things.set('half', { id: 'half' });
    throw new Error('connection reset');
  };
  await expect(thing.apply({ name: 'a', tags: { a: 'b' } })).rejects.toThrow(
    'Cannot create fixture_thing: connection reset',
  );
  expect(thing.state).toMatchObject({ id: 'half', name: 'a', tags: { a: 'b' }, revision: null, note: null });
  expect(thing.tainted).toBe(true);
  fixture.override.create = undefined;
  fixture.override.read = async ({ state }) => state;
  expect((await thing.plan({ name: 'a' })).action).toBe('replace');
});

test('checkpoints add up', async () => {
  fixture.override.create = async ({ checkpoint }) => {
    checkpoint({ id: 'half' });
    checkpoint({ note: 'n' });
    throw new Error('x');
  };
  await expect(thing.apply({ name: 'a' })).rejects.toThrow('x');
  expect(thing.state).toMatchObject({ id: 'half', note: 'n' });
});

test('an update that fails keeps the prior state, or what its checkpoint says', async () => {
  await thing.apply({ name: 'a', text: 'old' });
  fixture.override.update = async () => Promise.reject(new Error('x'));
  await expect(thing.apply({ name: 'a', text: 'new' })).rejects.toThrow('Cannot update fixture_thing: x');
  expect(thing.state).toMatchObject({ text: 'old', revision: 1 });
  fixture.override.update = async ({ checkpoint }) => {
    checkpoint({ name: 'b' });
    throw new Error('x');
  };
  fixture.override.read = async ({ state }) => state;
  await expect(thing.apply({ name: 'b', text: 'new' })).rejects.toThrow('x');
  expect(thing.state).toMatchObject({ name: 'b', text: 'old' });
  expect(thing.tainted).toBe(false);
});

test('an update receives the names of the changed attributes', async () => {
  await thing.apply({ name: 'a', text: 'old', window: { from: 1 } });
  await thing.apply({ name: 'a', text: 'new', window: { from: 2 } });
  expect(fixture.calls.at(-1)).toBe('update thing-1 text,window');
});

test('a deletion that fails keeps the object; one of an object that is gone succeeds', async () => {
  await thing.apply({ name: 'a' });
  fixture.override.delete = async () => Promise.reject(new Error('in use'));
  await expect(thing.destroy()).rejects.toThrow('Cannot delete fixture_thing: in use');
  expect(thing.state).not.toBeNull();
  fixture.override.delete = undefined;
  fixture.override.read = async ({ state }) => state;
  fixture.things.clear();
  await thing.destroy();
  expect(thing.state).toBeNull();
});

test('a result that differs from the plan is an error, and yet stored', async () => {
  fixture.override.create = async ({ plan }) =>
    ({ ...(plan as object), id: 'x', note: 'n', revision: 1, status: null, text: 'changed' }) as never;
  await expect(thing.apply({ name: 'a', text: 'wanted' })).rejects.toMatchObject({
    diagnostics: [
      { detail: expect.stringContaining('text was planned as "wanted", but is "changed".'), path: ['text'] },
    ],
  });
  expect(thing.state).toMatchObject({ id: 'x', text: 'changed' });
});

test('a sensitive value is not in the error about it', async () => {
  fixture.override.create = async ({ plan }) =>
    ({ ...(plan as object), id: 'x', note: 'n', revision: 1, status: null, secret: 'leaked-1' }) as never;
  const failed = thing.apply({ name: 'a', secret: 'leaked-2' });
  await expect(failed).rejects.toThrow('secret has a different value than planned');
  await expect(failed).rejects.not.toThrow('leaked');
});

test('a write-only value that a handler returns is not stored', async () => {
  fixture.override.create = async ({ plan, config }) =>
    ({ ...(plan as object), id: 'x', note: 'n', revision: 1, status: null, password: config.password }) as never;
  await thing.apply({ name: 'a', password: 'p' });
  expect(thing.state).toMatchObject({ id: 'x', password: null });
});

test('a handler that reports an error besides its result fails, and the result is stored', async () => {
  fixture.override.create = async ({ plan, diags }) => {
    diags.error('Half done', 'The rest is missing.');
    return { ...(plan as object), id: 'thing-1', note: 'n', revision: 1, status: null } as never;
  };
  await expect(thing.apply({ name: 'a' })).rejects.toThrow('Half done');
  expect(thing.state).toMatchObject({ id: 'thing-1' });
});

test('an error has no stack trace, and names its causes', async () => {
  fixture.override.create = async () => Promise.reject(new Error('outer', { cause: new TypeError('inner') }));
  await expect(thing.apply({ name: 'a' })).rejects.toMatchObject({
    diagnostics: [{ summary: 'Cannot create fixture_thing', detail: 'outer: inner\n(FIXTURE_UNEXPECTED_ERROR)' }],
  });
});

test('notes of the provider follow the object, and go with it', async () => {
  await thing.apply({ name: 'a' });
  expect(Buffer.from(thing.private).toString()).toBe('{"notes":{"made":1}}');
  await thing.refresh();
  await thing.apply({ name: 'b' });
  expect(Buffer.from(thing.private).toString()).toBe('{"notes":{"made":1}}');
  await thing.destroy();
  expect(thing.private).toHaveLength(0);
});

test('notes are stored in one order, whichever was set first', async () => {
  await thing.apply({ name: 'a' });
  fixture.override.read = async ({ state, private: notes }) => {
    for (const key of ['z', 'a']) notes.set(key, 1);
    return state;
  };
  await thing.refresh();
  expect(Buffer.from(thing.private).toString()).toBe('{"notes":{"a":1,"made":1,"z":1}}');
});

test('a resource without update says so', async () => {
  const note = host.resource('fixture_item');
  await note.apply({ name: 'a' });
  expect((await note.plan({ name: 'b' })).action).toBe('replace');
});
