import { DiagError, UNKNOWN } from '../../../src/plugin';
import { type Connection, startHost } from '../../../src/plugin/testing';
import { encodeValue } from '../../../src/plugin/values/codec';
import { createFixture, type Fixture } from '../../support/fixture/fixture-provider';
import { connectTo, type LogLine } from '../support/connect-to';
import { createUsersProvider } from '../support/users-provider';

let fixture: Fixture;
let lines: LogLine[];
let connection: Connection;

beforeEach(() => {
  fixture = createFixture();
  lines = [];
  connection = connectTo(fixture.provider, lines);
});

test('every schema has a block, and the capabilities are those that Terraform needs', async () => {
  const answer = await connection.call('GetProviderSchema', {});
  const schemas = [
    answer.provider,
    ...[answer.resourceSchemas, answer.dataSourceSchemas, answer.ephemeralResourceSchemas].flatMap(Object.values),
  ];
  expect(schemas.every((schema) => schema?.block !== undefined)).toBe(true);
  expect(answer.providerMeta).toBeUndefined();
  expect(answer.serverCapabilities).toEqual({
    planDestroy: true,
    getProviderSchemaOptional: true,
    moveResourceState: true,
    generateResourceConfig: true,
  });
  expect(Object.keys(answer.functions).sort()).toEqual(['echo', 'fail', 'join', 'shout', 'wrap']);
});

test('a deprecated attribute, resource and block have the sentence of their schema, and nothing else has one', async () => {
  const { resourceSchemas } = await connectTo(createUsersProvider(), lines).call('GetProviderSchema', {});
  const { block } = resourceSchemas['id_user'] ?? {};
  const attributes = Object.fromEntries(
    (block?.attributes ?? []).map(({ name, deprecated, deprecationMessage }) => [
      name,
      [deprecated, deprecationMessage],
    ]),
  );
  expect(attributes).toMatchObject({ name: [false, ''], nick: [true, 'Use name.'] });
  expect([block?.deprecated, block?.deprecationMessage]).toEqual([false, '']);
  expect(block?.blockTypes.find(({ typeName }) => typeName === 'old')?.block).toMatchObject({
    deprecated: true,
    deprecationMessage: 'Use rule.',
  });
});

test('names are answered without a configured provider', async () => {
  const answer = await connection.call('GetMetadata', {});
  expect(answer.resources.map(({ typeName }) => typeName)).toContain('fixture_thing');
  expect(answer.functions.map(({ name }) => name)).toContain('shout');
  expect((await connection.call('GetFunctions', {})).functions['shout']).toMatchObject({ summary: 'In capitals.' });
});

test('StopProvider aborts running calls and responds immediately; later calls run normally', async () => {
  const host = await startHost(fixture.provider);
  const thing = host.resource('fixture_thing');
  let begun = (): void => undefined;
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  fixture.override.create = async ({ signal, checkpoint }) => {
    checkpoint({ id: 'half' });
    begun();
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    return {} as never;
  };
  const running = thing.apply({ name: 'a' });
  await hasBegun;
  expect(await host.connection.call('StopProvider', {})).toEqual({ error: '' });
  await expect(running).rejects.toThrow('Cannot create fixture_thing: Terraform was interrupted.');
  expect(thing.state).toMatchObject({ id: 'half' });
  fixture.override.create = undefined;
  await expect(host.resource('fixture_thing').apply({ name: 'b' })).resolves.toMatchObject({ action: 'create' });
});

test('configure receives unknown values and the version, and can warn', async () => {
  const config = {
    msgpack: encodeValue({ endpoint: UNKNOWN, token: null }, ['object', { endpoint: 'string', token: 'string' }]),
  };
  const { diagnostics } = await connection.call('ConfigureProvider', { config, terraformVersion: '1.11.4' });
  expect(diagnostics).toMatchObject([{ severity: 2, summary: 'The endpoint is not known yet' }]);
});

test('a provider whose configuration fails says why', async () => {
  const failing = {
    ...fixture.provider,
    configure: () => Promise.reject(new DiagError('Bad token', 'It is expired.', ['token'])),
  };
  const { diagnostics } = await connectTo(failing).call('ConfigureProvider', {});
  expect(diagnostics).toMatchObject([{ summary: 'Bad token', attribute: { steps: [{ attributeName: 'token' }] } }]);
});
