import { DiagError, UNKNOWN } from '../../../src/plugin';
import { type Connection, type HostError, startHost } from '../../../src/plugin/testing';
import { impliedType } from '../../../src/plugin/schema/schema';
import { decodeValue, encodeValue } from '../../../src/plugin/values/codec';
import { createFixture, type Fixture } from '../../support/fixture/fixture-provider';
import { configValue } from '../support/config-value';
import { collectLog, connectTo, type LogLine } from '../support/connect-to';

let fixture: Fixture;
let lines: LogLine[];
let connection: Connection;

beforeEach(() => {
  fixture = createFixture();
  lines = [];
  connection = connectTo(fixture.provider, lines);
});

const json = (value: unknown): { json: Uint8Array } => ({ json: Buffer.from(JSON.stringify(value)) });

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

test('names are answered without a configured provider', async () => {
  const answer = await connection.call('GetMetadata', {});
  expect(answer.resources.map(({ typeName }) => typeName)).toContain('fixture_thing');
  expect(answer.functions.map(({ name }) => name)).toContain('shout');
  expect((await connection.call('GetFunctions', {})).functions['shout']).toMatchObject({ summary: 'In capitals.' });
});

test.each([
  ['ValidateResourceConfig', 'resource'],
  ['ReadResource', 'resource'],
  ['PlanResourceChange', 'resource'],
  ['ApplyResourceChange', 'resource'],
  ['UpgradeResourceState', 'resource'],
  ['ImportResourceState', 'resource'],
  ['UpgradeResourceIdentity', 'resource'],
  ['ValidateDataResourceConfig', 'data source'],
  ['ReadDataSource', 'data source'],
  ['ValidateEphemeralResourceConfig', 'ephemeral resource'],
  ['OpenEphemeralResource', 'ephemeral resource'],
  ['RenewEphemeralResource', 'ephemeral resource'],
  ['CloseEphemeralResource', 'ephemeral resource'],
] as const)('%s of a type that does not exist is a diagnostic', async (name, noun) => {
  const { diagnostics } = await connection.call(name, { typeName: 'constructor' });
  expect(diagnostics).toMatchObject([{ severity: 1, detail: `This provider has no ${noun} of type "constructor".` }]);
});

test('a call that needs the client before the provider is configured is a diagnostic', async () => {
  const currentState = configValue('fixture_thing', { name: 'a' });
  const { diagnostics } = await connection.call('ReadResource', { typeName: 'fixture_thing', currentState });
  expect(diagnostics).toMatchObject([{ summary: 'Provider not configured' }]);
});

test('a value that does not fit the schema is a diagnostic', async () => {
  const config = { msgpack: encodeValue({ name: 'a' }, ['object', { name: 'string' }]) };
  const { diagnostics } = await connection.call('ValidateResourceConfig', { typeName: 'fixture_thing', config });
  expect(diagnostics).toMatchObject([
    { summary: 'Could not check fixture_thing', detail: expect.stringContaining('does not fit the schema') },
  ]);
});

test('a value in JSON is read too', async () => {
  const config = json({ id: 'thing-1' });
  const { diagnostics } = await connection.call('ValidateDataResourceConfig', { typeName: 'fixture_thing', config });
  expect(diagnostics).toEqual([]);
});

test('a throw is a diagnostic; its stack goes to the log at debug and nowhere else', async () => {
  const host = await startHost(fixture.provider, {}, { log: collectLog(lines) });
  fixture.override.create = async () => Promise.reject(new Error('boom'));
  const failed: unknown = await host
    .resource('fixture_thing')
    .apply({ name: 'a' })
    .catch((error: unknown) => error);
  expect((failed as HostError).diagnostics).toEqual([
    { severity: 'error', summary: 'Could not create fixture_thing', detail: 'boom', path: [] },
  ]);
  const logged = lines.find(({ fields }) => 'stack' in fields);
  expect(logged).toMatchObject({ level: 'debug', message: 'Could not create fixture_thing: boom' });
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
  await expect(running).rejects.toThrow('Could not create fixture_thing: Terraform was interrupted.');
  expect(thing.state).toMatchObject({ id: 'half' });
  fixture.override.create = undefined;
  await expect(host.resource('fixture_thing').apply({ name: 'b' })).resolves.toMatchObject({ action: 'create' });
});

test('a call whose caller no longer waits is aborted', async () => {
  await startHost(fixture.provider).then(async ({ connection: configured }) => {
    const gone = new AbortController();
    fixture.override.read = async ({ signal, state }) => {
      gone.abort(new Error('hung up'));
      if (signal.aborted) throw signal.reason as Error;
      return state;
    };
    const currentState = configValue('fixture_thing', { name: 'a' });
    const { diagnostics } = await configured.call(
      'ReadResource',
      { typeName: 'fixture_thing', currentState },
      gone.signal,
    );
    expect(diagnostics).toMatchObject([{ detail: 'hung up' }]);
  });
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

test('no answer is ever deferred', async () => {
  const host = await startHost(fixture.provider);
  const proposed = configValue('fixture_thing', { name: 'a' });
  const request = {
    typeName: 'fixture_thing',
    config: proposed,
    proposedNewState: proposed,
    clientCapabilities: { deferralAllowed: true },
  };
  expect((await host.connection.call('PlanResourceChange', request)).deferred).toBeUndefined();
});

describe('stored state', () => {
  const upgrade = async (version: number, state: unknown, typeName = 'fixture_thing') =>
    connection.call('UpgradeResourceState', { typeName, version, rawState: json(state) });

  test('is brought up version by version; what is missing has its default or is null, and no block is', async () => {
    const { diagnostics, upgradedState } = await upgrade(0, {
      title: 'a',
      size_text: '3',
      tags: { a: 'b' },
      unheard_of: 1,
    });
    expect(diagnostics).toEqual([]);
    const state = decodeValue(
      upgradedState!.msgpack,
      impliedType(fixture.provider.resources!['fixture_thing']!.schema),
    );
    expect(state).toMatchObject({
      name: 'a',
      size: 3,
      tags: { a: 'b' },
      text: null,
      enabled: false,
      step: [],
      quota: {},
      window: null,
      limits: { cpu: null },
    });
  });

  test('keeps a stored null despite the default', async () => {
    const { upgradedState } = await upgrade(2, { name: 'a', enabled: null });
    const state = decodeValue(
      upgradedState!.msgpack,
      impliedType(fixture.provider.resources!['fixture_thing']!.schema),
    );
    expect(state).toMatchObject({ enabled: null, size: 1 });
  });

  test('has no write-only value, even if somebody wrote one there', async () => {
    const { upgradedState } = await upgrade(2, { name: 'a', password: 'p' });
    const state = decodeValue(
      upgradedState!.msgpack,
      impliedType(fixture.provider.resources!['fixture_thing']!.schema),
    );
    expect(state).toMatchObject({ password: null });
  });

  test('of a version that nobody can bring up is an error that says what to do', async () => {
    const { provider } = fixture;
    const old = { ...provider.resources!['fixture_thing']!, upgrade: {} };
    connection = connectTo({ ...provider, resources: { fixture_thing: old } });
    expect((await upgrade(0, {})).diagnostics).toMatchObject([{ detail: expect.stringContaining('version 0') }]);
  });

  test.each<[string, Uint8Array, string]>([
    ['a flat map of old', new Uint8Array(), 'older than 0.12'],
    ['no JSON', Buffer.from('{'), 'Not valid JSON'],
    ['no object', Buffer.from('[]'), 'It is not an object'],
  ])('that is %s is an error', async (_, bytes, detail) => {
    const { diagnostics } = await connection.call('UpgradeResourceState', {
      typeName: 'fixture_thing',
      version: 2,
      rawState: { json: bytes },
    });
    expect(diagnostics).toMatchObject([{ detail: expect.stringContaining(detail) }]);
  });
});
