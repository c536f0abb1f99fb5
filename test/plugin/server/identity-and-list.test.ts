/** What Terraform 1.12 to 1.14 added, which the local Terraform does not speak: on the wire alone. */
import { str, schema, type ListResource, type Provider, type Resource, type Schema } from '../../../src/plugin';
import { startHost, type Connection } from '../../../src/plugin/testing';
import { decodeValue, encodeValue } from '../../../src/plugin/values/codec';
import type { CtyType } from '../../../src/plugin/values/types';

const identityType: CtyType = ['object', { org: 'string', id: 'string' }];
const stateType: CtyType = ['object', { id: 'string', name: 'string' }];

const user: Resource<Schema, object> = {
  schema: schema({
    attributes: { id: str({ mode: 'computed', useStateForUnknown: true }), name: str({ mode: 'required' }) },
  }),
  create: async ({ plan }) => ({ ...plan, id: 'u1' }),
  read: async ({ state }) => ({ ...state, name: 'ann' }),
  update: async ({ plan }) => plan,
  delete: async () => undefined,
  importState: async ({ id, identity }) => ({ id: identity === undefined ? id : identity['id'] }),
  identity: {
    version: 1,
    attributes: {
      org: { type: 'string', optionalForImport: true, description: 'Its organization.' },
      id: { type: 'string' },
    },
    of: (state) => ({ org: 'acme', id: state['id'] }),
  },
};

let found: { displayName: string; identity: Record<string, unknown>; state?: Record<string, unknown> }[] = [];
let asked: { limit: number; includeResource: boolean } | undefined;

const users: ListResource<Schema, object> = {
  schema: schema({ attributes: { prefix: str({ mode: 'required' }) } }),
  async *list({ limit, includeResource }) {
    asked = { limit, includeResource };
    yield* found;
  },
};

const provider: Provider<Schema, object> = {
  name: 'id',
  address: 'example.com/test/id',
  version: '0.0.1',
  schema: { attributes: {} },
  configure: () => ({}),
  resources: { id_user: user },
  listResources: { id_user: users },
};

let connection: Connection;

beforeEach(async () => {
  connection = (await startHost(provider)).connection;
  found = [];
  asked = undefined;
});

const typeName = 'id_user';
const state = (value: object | null): { msgpack: Uint8Array } => ({ msgpack: encodeValue(value, stateType) });
const identityIn = (data: { identityData?: { msgpack: Uint8Array } | undefined } | undefined): unknown =>
  decodeValue(data!.identityData!.msgpack, identityType);

test('the schema of an identity says what an import needs', async () => {
  const { identitySchemas } = await connection.call('GetResourceIdentitySchemas', {});
  expect(identitySchemas[typeName]).toMatchObject({
    version: 1,
    identityAttributes: [
      { name: 'id', requiredForImport: true, optionalForImport: false },
      { name: 'org', requiredForImport: false, optionalForImport: true, description: 'Its organization.' },
    ],
  });
});

test('a read and an apply say the identity of the object; an object that is gone has none', async () => {
  const read = await connection.call('ReadResource', { typeName, currentState: state({ id: 'u1', name: 'x' }) });
  expect(identityIn(read.newIdentity)).toEqual({ org: 'acme', id: 'u1' });
  const planned = state({ id: 'u1', name: 'ann' });
  const applied = await connection.call('ApplyResourceChange', {
    typeName,
    priorState: state(null),
    plannedState: planned,
    config: planned,
  });
  expect(identityIn(applied.newIdentity)).toEqual({ org: 'acme', id: 'u1' });
  const gone = await connection.call('ApplyResourceChange', {
    typeName,
    priorState: planned,
    plannedState: state(null),
    config: state(null),
  });
  expect(gone.newIdentity).toBeUndefined();
});

test('a plan keeps the identity that the object has', async () => {
  const identityData = { msgpack: encodeValue({ org: 'acme', id: 'u1' }, identityType) };
  const same = state({ id: 'u1', name: 'ann' });
  const plan = await connection.call('PlanResourceChange', {
    typeName,
    priorState: same,
    proposedNewState: same,
    config: same,
    priorIdentity: { identityData },
  });
  expect(identityIn(plan.plannedIdentity)).toEqual({ org: 'acme', id: 'u1' });
});

test('an object is imported by its identity', async () => {
  const identityData = { msgpack: encodeValue({ org: 'acme', id: 'u7' }, identityType) };
  const { importedResources } = await connection.call('ImportResourceState', { typeName, identity: { identityData } });
  expect(decodeValue(importedResources[0]!.state!.msgpack, stateType)).toEqual({ id: 'u7', name: null });
  expect(identityIn(importedResources[0]!.identity)).toEqual({ org: 'acme', id: 'u7' });
});

test('a stored identity is read again', async () => {
  const rawIdentity = { json: Buffer.from('{"org":"acme","id":"u1","old":1}') };
  const { upgradedIdentity } = await connection.call('UpgradeResourceIdentity', { typeName, version: 1, rawIdentity });
  expect(identityIn(upgradedIdentity)).toEqual({ org: 'acme', id: 'u1' });
});

const list = (options: object = {}): ReturnType<Connection['list']> =>
  connection.list({
    typeName,
    config: { msgpack: encodeValue({ prefix: 'a' }, ['object', { prefix: 'string' }]) },
    ...options,
  });

test('a list is a stream of names and identities, with the object where it is wanted', async () => {
  found = [{ displayName: 'Ann', identity: { org: 'acme', id: 'u1' }, state: { id: 'u1', name: 'ann' } }];
  const [event] = await list({ includeResourceObject: true, limit: 10 });
  expect(asked).toEqual({ limit: 10, includeResource: true });
  expect(event!.displayName).toBe('Ann');
  expect(identityIn(event!.identity)).toEqual({ org: 'acme', id: 'u1' });
  expect(decodeValue(event!.resourceObject!.msgpack, stateType)).toEqual({ id: 'u1', name: 'ann' });
  expect((await list({ limit: 10 }))[0]!.resourceObject).toBeUndefined();
});

test('a list ends at its limit', async () => {
  found = ['u1', 'u2', 'u3'].map((id) => ({ displayName: id, identity: { org: 'acme', id } }));
  expect((await list({ limit: 2 })).map(({ displayName }) => displayName)).toEqual(['u1', 'u2']);
});

test('an object without a whole identity ends the list with an error', async () => {
  found = [
    { displayName: 'x', identity: { id: 'u1' } },
    { displayName: 'y', identity: { org: 'a', id: 'u2' } },
  ];
  expect(await list({ limit: 10 })).toMatchObject([
    { diagnostics: [{ severity: 1, detail: expect.stringContaining('org is missing') }] },
  ]);
});

test('the configuration of a list is checked', async () => {
  const config = { msgpack: encodeValue({ prefix: null }, ['object', { prefix: 'string' }]) };
  const { diagnostics } = await connection.call('ValidateListResourceConfig', { typeName, config });
  expect(diagnostics).toMatchObject([{ summary: 'Missing value' }]);
});
