/** Control characters in every text that a provider sends to Terraform for a terminal or a log are escaped. */
import { ArgError, DiagError, schema, str, type Provider, type Schema } from '../../../src/plugin';
import { startHost } from '../../../src/plugin/testing';
import { createLog } from '../../../src/plugin/goplugin/log';
import { superviseLifetime, trackCalls } from '../../../src/plugin/goplugin/lifetime';
import { encodeValue } from '../../../src/plugin/values/codec';
import { controlsIn, hostile } from '../../base/text/hostile';

const thing = schema({ attributes: { id: str({ mode: 'computed' }) } });
const identity = {
  version: 0,
  attributes: { id: { type: 'string' } },
  of: ({ id }: Record<string, unknown>) => ({ id }),
};
const provider: Provider<Schema, object> = {
  name: 'e',
  address: 'example.com/test/e',
  version: '0.0.1',
  schema: { attributes: {} },
  configure: ({ log }) => {
    log.warn(hostile, { [hostile]: hostile, nested: { text: hostile }, error: new Error(hostile) });
    return {};
  },
  validate: ({ diags }) => diags.warning(hostile, hostile),
  resources: {
    e_thing: {
      schema: thing,
      identity: identity as never,
      create: () => Promise.reject(new Error('unused')),
      read: () => Promise.reject(new Error('unused')),
      delete: () => Promise.reject(new Error('unused')),
    },
  },
  dataSources: { e_thing: { schema: thing, read: () => Promise.reject(new Error(hostile)) } },
  listResources: {
    e_thing: {
      schema: { attributes: {} },
      async *list() {
        yield { displayName: hostile, identity: { id: hostile } };
      },
    },
  },
  functions: {
    refuse: { parameters: [], returns: 'string', call: () => Promise.reject(new ArgError(0, hostile)) },
    unknown: { parameters: [], returns: 'string', call: () => Promise.reject(new DiagError(hostile, hostile)) },
  },
};

const lines: string[] = [];
const log = createLog({ name: 'e', env: { TF_LOG: 'trace' }, write: (line) => lines.push(line) });
beforeEach(() => void (lines.length = 0));

test('diagnostics', async () => {
  const { connection } = await startHost(provider);
  const config = { msgpack: encodeValue({ id: null }, ['object', { id: 'string' }]) };
  const none = { msgpack: encodeValue({}, ['object', {}]) };
  const { diagnostics: warnings } = await connection.call('ValidateProviderConfig', { config: none });
  const { diagnostics: errors } = await connection.call('ReadDataSource', { typeName: 'e_thing', config });
  const texts = [...warnings, ...errors].map(({ summary, detail }) => `${summary}\n${detail}`);
  expect(texts).toEqual([
    expect.stringMatching(/^a\\u001b.*\na\\u001b/),
    expect.stringMatching(/^Cannot read e_thing\na\\u001b/),
  ]);
  expect(texts.flatMap(controlsIn)).toEqual([]);
});

test('the errors of functions', async () => {
  const { connection } = await startHost(provider);
  for (const name of ['refuse', 'unknown', `no ${hostile}`]) {
    const { error } = await connection.call('CallFunction', { name });
    expect(error?.text).toContain('\\u001b');
    expect(controlsIn(error?.text ?? '')).toEqual([]);
  }
});

test('the names of listed objects; their identities stay', async () => {
  const { connection } = await startHost(provider);
  const config = { msgpack: encodeValue({}, ['object', {}]) };
  const [event] = await connection.list({ typeName: 'e_thing', config, limit: 1 });
  expect(event?.displayName).toMatch(/^a\\u001b/);
  expect(controlsIn(event?.displayName ?? '')).toEqual([]);
  expect(Buffer.from(event?.identity?.identityData?.msgpack ?? []).toString()).toContain(hostile);
});

test('the log: Terraform prints what the lines hold once they are parsed', async () => {
  await startHost(provider, {}, { log });
  const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(parsed.map((line) => line['@message'])).toContainEqual(expect.stringMatching(/^a\\u001b/));
  expect(parsed.flatMap((line) => Object.entries(line).flat()).flatMap((text) => controlsIn(String(text)))).toEqual([]);
});

test('the end of the process by an error that nobody caught', () => {
  const written: string[] = [];
  const listeners = new Map<string, (argument: unknown) => void>();
  const process = {
    ppid: 1,
    stderr: { write: (text: string) => written.push(text) },
    on: (event: string, listener: (argument: unknown) => void) => listeners.set(event, listener),
    exit: () => undefined,
  };
  superviseLifetime(process, trackCalls(), log);
  for (const thrown of [new Error(hostile), hostile]) listeners.get('uncaughtException')?.(thrown);
  expect(written).toEqual([
    expect.stringMatching(/^panic: Error: a\\u001b/),
    expect.stringMatching(/^panic: a\\u001b/),
  ]);
  expect(written.flatMap(controlsIn)).toEqual([]);
});
