import type { Diagnostic } from '../../../src/plugin';
import { type Connection, type HostError, startHost } from '../../../src/plugin/testing';
import { encodeDiagnostics } from '../../../src/plugin/server/call';
import { encodeValue } from '../../../src/plugin/values/codec';
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
  const detail = `This provider has no ${noun} of type "constructor".\n(FIXTURE_UNKNOWN_TYPE)`;
  expect(diagnostics).toMatchObject([{ severity: 1, detail }]);
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
    { summary: 'Cannot check fixture_thing', detail: expect.stringContaining('does not fit the schema') },
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
    { severity: 'error', summary: 'Cannot create fixture_thing', detail: 'boom\n(FIXTURE_UNEXPECTED_ERROR)', path: [] },
  ]);
  const logged = lines.find(({ fields }) => 'stack' in fields);
  expect(logged).toMatchObject({ level: 'debug', message: 'Cannot create fixture_thing: boom' });
});

test('the code of a diagnostic is the last line of its detail, after the name of the provider', () => {
  const error = { severity: 'error', summary: 'Not found', code: 'NOT_FOUND' } as const;
  const details = (name: string, ...diagnostics: readonly Diagnostic[]) =>
    encodeDiagnostics({ name }, diagnostics).map(({ detail }) => detail);
  expect(details('notes', { ...error, detail: 'No note.' }, error)).toEqual([
    'No note.\n(NOTES_NOT_FOUND)',
    '(NOTES_NOT_FOUND)',
  ]);
  expect(details('our-notes', error)).toEqual(['(OUR_NOTES_NOT_FOUND)']);
  expect(details('notes', { severity: 'warning', summary: 'Without a code' })).toEqual(['']);
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
    expect(diagnostics).toMatchObject([{ detail: 'hung up\n(FIXTURE_UNEXPECTED_ERROR)' }]);
  });
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
