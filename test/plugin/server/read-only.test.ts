import { schema, str, type Ephemeral, type Provider, type Schema } from '../../../src/plugin';
import { startHost, type Connection } from '../../../src/plugin/testing';
import { decodeValue, encodeValue } from '../../../src/plugin/values/codec';
import type { CtyType } from '../../../src/plugin/values/types';
import { connectTo } from '../support/connect-to';

const leaseType: CtyType = ['object', { name: 'string', token: 'string' }];
let lease: Ephemeral<Schema, object>;
let connection: Connection;
let closed: unknown[];
let renewed: unknown[];

beforeEach(async () => {
  closed = [];
  renewed = [];
  lease = {
    schema: schema({ attributes: { name: str({ mode: 'required' }), token: str({ mode: 'computed' }) } }),
    open: async ({ config }) => ({
      result: { ...config, token: 't' },
      private: { of: config['name'] },
      renewAt: new Date('2030-01-01T00:00:00.250Z'),
    }),
    renew: async ({ private: notes }) => {
      renewed.push(notes);
      return { private: renewed.length === 1 ? { times: 1 } : undefined, renewAt: new Date('2031-01-01T00:00:00Z') };
    },
    close: async ({ private: notes }) => void closed.push(notes),
  };
  const provider: Provider<Schema, object> = {
    name: 'e',
    address: 'example.com/test/e',
    version: '0.0.1',
    schema: { attributes: {} },
    configure: () => ({}),
    ephemeralResources: {
      e_lease: { ...lease, open: (context) => lease.open(context), renew: (context) => lease.renew!(context) },
    },
  };
  connection = (await startHost(provider)).connection;
});

const typeName = 'e_lease';
const open = (): ReturnType<typeof connection.call<'OpenEphemeralResource'>> =>
  connection.call('OpenEphemeralResource', {
    typeName,
    config: { msgpack: encodeValue({ name: 'n', token: null }, leaseType) },
  });

const renew = (notes: Uint8Array | undefined): ReturnType<typeof connection.call<'RenewEphemeralResource'>> =>
  connection.call('RenewEphemeralResource', { typeName, private: notes });
const close = (notes: Uint8Array | undefined): Promise<unknown> =>
  connection.call('CloseEphemeralResource', { typeName, private: notes });

test('what is opened comes with its notes and the time of its renewal', async () => {
  const opened = await open();
  expect(decodeValue(opened.result!.msgpack, leaseType)).toEqual({ name: 'n', token: 't' });
  expect(opened.renewAt).toEqual({ seconds: 1_893_456_000, nanos: 250_000_000 });
  expect(await renew(opened.private)).toMatchObject({ diagnostics: [], renewAt: { seconds: 1_924_992_000, nanos: 0 } });
});

test('a renewal gets the latest notes; it is closed by those of its opening, whichever come back', async () => {
  const opened = await open();
  const first = await renew(opened.private);
  const second = await renew(first.private);
  await renew(second.private);
  expect(renewed).toEqual([{ of: 'n' }, { times: 1 }, { times: 1 }]);
  // Terraform closes with the first ones, OpenTofu with the last ones.
  await close(opened.private);
  await close(second.private);
  expect(closed).toEqual([{ of: 'n' }, { of: 'n' }]);
});

test('after a renewal that failed it is closed by the notes of its opening', async () => {
  lease = { ...lease, renew: async () => Promise.reject(new Error('not now')) };
  const failed = await renew((await open()).private);
  expect(failed.diagnostics).toMatchObject([{ detail: expect.stringContaining('not now') }]);
  await close(failed.private);
  expect(closed).toEqual([{ of: 'n' }]);
});

test.each<[string, object, string]>([
  ['contradicts its configuration', { name: 'other', token: 't' }, 'name is planned as "other", but configured as "n"'],
  ['lacks an attribute', { name: 'n' }, 'token is missing'],
])('a result that %s is refused', async (_, result, detail) => {
  lease = { ...lease, open: async () => ({ result: result as never }) };
  const { diagnostics, result: answered } = await open();
  expect(answered).toBeUndefined();
  expect(diagnostics).toMatchObject([{ detail: expect.stringContaining(detail) }]);
});

test('an ephemeral resource that cannot be renewed or closed is left alone', async () => {
  const { schema: leaseSchema } = lease;
  const bare = { schema: leaseSchema, open: async () => Promise.reject(new Error('unused')) };
  const other = connectTo({
    name: 'e',
    address: 'a/b/e',
    version: '1',
    schema: { attributes: {} },
    configure: () => ({}),
    ephemeralResources: { e_lease: bare },
  });
  await other.call('ConfigureProvider', {});
  expect(await other.call('RenewEphemeralResource', { typeName })).toEqual({ diagnostics: [] });
  expect(await other.call('CloseEphemeralResource', { typeName })).toEqual({ diagnostics: [] });
});
